// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit

/// A local OpenID Connect provider of others: PyPI's oidc-provider-mock, which `Scripts/oidc-server.sh` installs outside the source tree. It
/// chooses its port itself and ends with this object.
public final class OpenIDServer: Sendable {
    /// Nil, with a warning, if it can't be installed.
    public static let program: String? = {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scripts/oidc-server.sh").standardized
        let process = Process()
        process.executableURL = script
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.runWithSignals()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let line = text.split(separator: "\n").last else {
            FileHandle.standardError.write(
                Data("SKIPPED: the tests of OpenID Connect, because oidc-provider-mock can't be installed (Scripts/oidc-server.sh).\n".utf8)
            )
            return nil
        }
        return String(line)
    }()

    /// It accepts any client and secret.
    public let issuer: String
    private let server: RunningProgram

    public init() async throws {
        guard let program = Self.program else { throw RunningProgram.Fault("oidc-provider-mock isn't there") }
        server = try RunningProgram(program, [], readsInput: true)
        var said = ""
        for await line in server.lines {
            said = line
            if line.hasPrefix("http://") { break }
        }
        guard said.hasPrefix("http://") else { throw RunningProgram.Fault("oidc-provider-mock said \(said)") }
        issuer = said
    }
}
