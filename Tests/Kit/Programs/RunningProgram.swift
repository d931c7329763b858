// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A program that a test starts, as somebody at a terminal would, and what it says.
///
/// One that nobody ended is killed when nobody has it any more.
public final class RunningProgram: Sendable {
    public struct Fault: Error, Hashable, CustomStringConvertible {
        public let description: String
        public init(_ description: String) { self.description = description }
    }

    /// What it says, of its errors too, until it ends. A thread of its own reads it, also when nobody listens any more, so that it never
    /// waits for a reader.
    public let lines: AsyncStream<String>
    private let name: String
    private let process = Process()
    /// Ends with this object, and with the process that has it.
    private let input: Pipe?
    private let ended: Task<Int32, Never>

    /// Where the programs lie that are built with the tests.
    public static let folder = URL(fileURLWithPath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/")
        .deletingLastPathComponent()

    /// - Parameters:
    ///   - name: of a program that is built with the tests, or the path of another one.
    ///   - environment: in place of, and beside, what this process has.
    ///   - readsInput: whether it has an input, which never says anything, for as long as somebody has this; it has none otherwise.
    /// - Throws: ``Fault`` when it can't be started.
    public init(_ name: String, _ arguments: [String], environment: [String: String] = [:], readsInput: Bool = false) throws {
        self.name = name
        input = readsInput ? Pipe() : nil
        let output = Pipe()
        let (ends, end) = AsyncStream<Int32>.makeStream()
        ended = Task { await ends.first { _ in true } ?? 0 }
        process.executableURL = name.hasPrefix("/") ? URL(fileURLWithPath: name) : Self.folder.appending(path: name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        process.terminationHandler = { process in
            end.yield(process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus)
            end.finish()
        }
        let (lines, tell) = AsyncStream<String>.makeStream()
        self.lines = lines
        do { try process.runWithSignals() } catch {
            end.finish()
            throw Fault("\(name) can't be started: \(error.localizedDescription)")
        }
        // A source of Dispatch may outlive the pipe that it watches.
        Thread.detachNewThread {
            var text = LineSplitter()
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                for line in text.lines(behind: data) { tell.yield(line) }
            }
            if let line = text.rest { tell.yield(line) }
            tell.finish()
        }
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until it says that it listens, as the service does: a JSON object with the `port`.
    /// - Throws: ``Fault`` with what it said last, when it ends without that.
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
    /// - Returns: its status; a signal that ended it, as its number below zero.
    public func status() async -> Int32 { await ended.value }

    /// Sends a signal, and does not wait for what comes of it.
    public func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Sends a signal and waits until it has ended.
    /// - Returns: see ``status()``.
    @discardableResult public func end(_ signal: Int32 = SIGTERM) async -> Int32 {
        if process.isRunning { kill(process.processIdentifier, signal) }
        return await status()
    }

    /// Ends it, whatever comes of what is done with it.
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

    /// Runs one to its end.
    /// - Returns: see ``status()``, and all that it said.
    public static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, lines: [String]) {
        let program = try RunningProgram(name, arguments, environment: environment)
        var lines: [String] = []
        for await line in program.lines { lines.append(line) }
        return (await program.status(), lines)
    }
}

/// Cuts what comes in pieces of any size into lines.
struct LineSplitter: Hashable, Sendable {
    private var pending = Data()

    /// What came behind the last end of a line; nil for nothing.
    var rest: String? { pending.isEmpty ? nil : String(decoding: pending, as: UTF8.self) }

    /// - Returns: the lines that end in what came, without their ends.
    mutating func lines(behind data: Data) -> [String] {
        pending.append(data)
        let parts = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        pending = parts.last.map { Data($0) } ?? Data()
        return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }
}
