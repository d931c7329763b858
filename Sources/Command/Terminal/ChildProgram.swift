// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program in this one's folder that runs as a child process.
final class ChildProgram: Sendable {
    /// The lines of its standard error.
    let lines: AsyncStream<String>
    private let process: ChildProcess

    /// - Throws: ``Failure``.
    init(_ name: String, _ arguments: [String]) throws {
        let output = Pipe()
        process = try ChildProcess(try Self.find(name), arguments, errors: output)
        let (lines, continuation) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1000))
        self.lines = lines
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                rest.append(data)
                while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<newline], as: UTF8.self))
                    rest = Data(rest[rest.index(after: newline)...])
                }
            }
            continuation.finish()
        }
    }

    /// Terminates the program and waits until it has ended.
    func stop() async {
        process.end()
        _ = await process.status()
    }

    /// Runs a program to its end, with this program's standard output and error.
    /// - Returns: Its exit status.
    static func run(_ name: String, _ arguments: [String]) async throws -> Int32 {
        try await ChildProcess(try find(name), arguments).status()
    }

    /// Runs a program to its end.
    /// - Returns: Its standard output.
    /// - Throws: ``Failure``, also for a failure status.
    static func output(_ name: String, _ arguments: [String]) async throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try find(name))
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        do { try process.runWithSignals() } catch { throw Failure.failed("cannot start \(name): \(error.localizedDescription)") }
        let (text, status) = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = (try? output.fileHandleForReading.readToEnd()) ?? Data()
                process.waitUntilExit()
                continuation.resume(returning: (String(decoding: data, as: UTF8.self), process.terminationStatus))
            }
        }
        guard status == 0 else { throw Failure.failed("\(name) exited with status \(status)") }
        return text
    }

    private static func find(_ name: String) throws -> String {
        guard let path = SiblingProgram.find(name) else {
            throw Failure.failed(SiblingProgram.absence(of: name))
        }
        return path
    }
}
