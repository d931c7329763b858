// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// The service's own program, started as an operator would.
final class StartedProgram: Sendable {
    /// Beside the tests, where it is built.
    static let path = URL(fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
        .deletingLastPathComponent().appending(path: "windowbox-service").path

    let port: Int
    private let process: Process
    private let ended: AsyncStream<Int32>

    /// Comes back once it listens.
    init(_ arguments: [String]) async throws {
        let (process, lines, ended) = try Self.start(arguments)
        self.process = process
        self.ended = ended
        for await line in lines {
            let facts = try? ContractJSON.decode(JSONValue.self, from: line)
            if facts?["message"] == "listening", let port = facts?["port"]?.text.flatMap(Int.init) {
                self.port = port
                return
            }
        }
        throw Fault(what: "it did not listen")
    }

    struct Fault: Error { let what: String }

    /// What it said, and how it ended by itself.
    static func run(_ arguments: [String]) async throws -> (status: Int32, text: String) {
        let (_, lines, ended) = try start(arguments)
        var text = ""
        for await line in lines { text += line + "\n" }
        for await status in ended { return (status, text) }
        throw Fault(what: "it did not end")
    }

    /// - Returns: its status; that of a signal as its number below zero.
    func end(_ signal: Int32) async -> Int32 {
        kill(process.processIdentifier, signal)
        for await status in ended { return status }
        return 0
    }

    private static func start(_ arguments: [String]) throws -> (Process, AsyncStream<String>, AsyncStream<Int32>) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        let (ended, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = {
            end.yield($0.terminationReason == .uncaughtSignal ? -$0.terminationStatus : $0.terminationStatus)
            end.finish()
        }
        let (lines, tell) = AsyncStream<String>.makeStream()
        try process.run()
        // A thread of its own: a source of Dispatch may outlive the pipe that it watches.
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = pipe.fileHandleForReading.availableData
                rest.append(data)
                var parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                rest = data.isEmpty ? Data() : parts.popLast().map { Data($0) } ?? Data()
                for part in parts where !part.isEmpty { tell.yield(String(decoding: part, as: UTF8.self)) }
                if data.isEmpty { break }
            }
            tell.finish()
        }
        return (process, lines, ended)
    }
}
