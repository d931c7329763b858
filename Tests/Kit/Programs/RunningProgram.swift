// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A program that a test starts as a user at a terminal would, with its output.
///
/// It is killed when the last reference is released, if it is still running.
public final class RunningProgram: Sendable {
    public struct Fault: Error, Hashable, CustomStringConvertible {
        public let description: String
        public init(_ description: String) { self.description = description }
    }

    /// The lines of its standard output and error until it ends. A separate thread reads them even if nobody listens, so the program
    /// never blocks on a full pipe.
    public let lines: AsyncStream<String>
    private let name: String
    private let process: SpawnedProcess
    private let ended: Task<Int32, Never>

    /// The folder of the programs that are built with the tests.
    public static let folder = URL(fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
        .deletingLastPathComponent()

    /// - Parameters:
    ///   - name: The name of a program that is built with the tests, or the path of another one.
    ///   - environment: Variables that override or extend this process's environment.
    ///   - readsInput: Whether it gets an input, which stays open and empty while this object exists.
    /// - Throws: ``Fault`` if it can't be started.
    public init(_ name: String, _ arguments: [String], environment: [String: String] = [:], readsInput: Bool = false) throws {
        self.name = name
        let (ends, end) = AsyncStream<Int32>.makeStream()
        ended = Task { await ends.first { _ in true } ?? 0 }
        let (lines, tell) = AsyncStream<String>.makeStream()
        self.lines = lines
        process = try SpawnedProcess(
            name.hasPrefix("/") ? name : Self.folder.appending(path: name).path, arguments,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, readsInput: readsInput
        ) { status in
            end.yield(status)
            end.finish()
        }
        let output = process.output
        // A Dispatch source may outlive the pipe that it watches.
        Thread.detachNewThread {
            var text = LineSplitter()
            while case let data = output.availableData, !data.isEmpty {
                for line in text.lines(behind: data) { tell.yield(line) }
            }
            if let line = text.rest { tell.yield(line) }
            tell.finish()
        }
    }

    deinit { process.signal(SIGKILL) }

    /// Waits until it reports that it listens, as the service does: a JSON object with `port`.
    /// - Throws: ``Fault`` with its last output, if it ends before that.
    public func port() async throws -> Int {
        var last = ""
        for await line in lines {
            last = line
            let facts = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if facts?["message"] as? String == "listening", let port = (facts?["port"] as? String).flatMap(Int.init) { return port }
        }
        throw Fault("\(name) did not listen: \(last)")
    }

    /// Waits until it has ended.
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    public func status() async -> Int32 { await ended.value }

    /// Sends a signal without waiting.
    public func signal(_ signal: Int32) { process.signal(signal) }

    /// Sends a signal and waits until the program has ended.
    /// - Returns: See ``status()``.
    @discardableResult public func end(_ signal: Int32 = SIGTERM) async -> Int32 {
        process.signal(signal)
        return await status()
    }

    /// Runs a closure with a program, and always ends the program afterwards.
    public static func with<Result: Sendable>(
        _ name: String, _ arguments: [String], environment: [String: String] = [:],
        _ body: (RunningProgram) async throws -> Result
    ) async throws -> Result {
        let program = try RunningProgram(name, arguments, environment: environment)
        do {
            let result = try await body(program)
            await program.end()
            return result
        } catch {
            await program.end()
            throw error
        }
    }

    /// Runs a program to its end.
    /// - Returns: See ``status()``, and all its output.
    public static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, lines: [String]) {
        let program = try RunningProgram(name, arguments, environment: environment)
        var lines: [String] = []
        for await line in program.lines { lines.append(line) }
        return (await program.status(), lines)
    }
}

/// Splits data that arrives in pieces of any size into lines.
struct LineSplitter: Hashable, Sendable {
    private var pending = Data()

    /// The text after the last newline; nil if there is none.
    var rest: String? { pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self) }

    /// - Returns: The lines completed by the data, without their newlines.
    mutating func lines(behind data: Data) -> [String] {
        pending.append(data)
        let parts = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        pending = parts.last.map { Data($0) } ?? Data()
        return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
