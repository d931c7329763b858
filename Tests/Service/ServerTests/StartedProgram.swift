// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// The service's own program, started as an operator would.
final class StartedProgram: Sendable {
    let port: Int
    private let program: RunningProgram

    /// Returns when it listens.
    init(_ arguments: [String]) async throws {
        program = try RunningProgram("windowbox-service", arguments)
        port = try await program.port()
    }

    /// Runs it to its end, and returns its output and status.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, text: String) {
        let (status, lines) = try await RunningProgram.run("windowbox-service", arguments, environment: environment)
        return (status, lines.joined(separator: "\n"))
    }

    /// Sends a signal without waiting.
    func signal(_ signal: Int32) { program.signal(signal) }

    /// Waits until it has ended.
    func status() async -> Int32 { await program.status() }

    /// - Returns: Its status, or the negative number of the signal that ended it.
    func end(_ signal: Int32) async -> Int32 { await program.end(signal) }
}
