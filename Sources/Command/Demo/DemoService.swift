// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// `windowbox-service` with the sample library, on a local port.
struct DemoService: Sendable {
    let address: String
    private let program: ChildProgram

    /// - Parameter more: Additional settings, such as those of ``DemoAds``.
    init(_ library: DemoLibrary, port: Int, settings more: [String] = []) async throws {
        let settings =
            [
                "listen=127.0.0.1:\(port)", "database=\(library.database)", "media=\(library.media)", "log-level=notice", "live-ports=0",
            ] + more
        program = try ChildProgram("windowbox-service", settings.flatMap { ["--set", $0] })
        var output = ""
        for await line in program.lines {
            let facts = try? ContractJSON.decode(JSONValue.self, from: line)
            if facts?["message"] == "listening", let port = facts?["port"]?.text {
                address = "http://127.0.0.1:\(port)"
                return
            }
            output = line
        }
        throw Failure.failed("the service did not start: \(output.replacing("windowbox serve: ", with: ""))")
    }

    /// Waits until the program exits.
    /// - Returns: Its last message.
    func ended() async -> String {
        var output = ""
        for await line in program.lines {
            let facts = try? ContractJSON.decode(JSONValue.self, from: line)
            output = facts?["message"]?.text ?? line
        }
        return output
    }

    func stop() async { await program.stop() }
}
