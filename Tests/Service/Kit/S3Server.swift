// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxKit

/// A local S3 server that keeps everything in memory: PyPI's moto, which `Scripts/s3-server.sh` installs outside the
/// source tree. It chooses its port itself and ends with this process.
public final class S3Server: Sendable {
    /// Nil, with a warning, if it can't be installed.
    public static let program: String? = {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Scripts/s3-server.sh").standardized
        let process = Process()
        process.executableURL = script
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.runWithSignals()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, let line = text.split(separator: "\n").last else {
            FileHandle.standardError.write(Data("SKIPPED: the tests of S3, because moto can't be installed (Scripts/s3-server.sh).\n".utf8))
            return nil
        }
        return String(line)
    }()

    private static let running = Mutex<Task<S3Server, any Error>?>(nil)

    /// Shared by all tests of this process: each creates its own bucket.
    public static func shared() async throws -> S3Server {
        try await running.withLock { running in
            let task = running ?? Task { try await S3Server() }
            running = task
            return task
        }.value
    }

    /// The base URL. The server accepts any keys.
    public let endpoint: String
    private let server: RunningProgram

    private init() async throws {
        guard let program = Self.program else { throw RunningProgram.Fault("moto isn't there") }
        server = try RunningProgram(program, [], readsInput: true)
        var said = ""
        for await line in server.lines {
            said = line
            if line.hasPrefix("http://") { break }
        }
        guard said.hasPrefix("http://") else { throw RunningProgram.Fault("moto said \(said)") }
        endpoint = said
    }
}
