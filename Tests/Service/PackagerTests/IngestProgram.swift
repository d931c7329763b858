// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The real program, started as users start it.
struct IngestProgramRun {
    let status: Int32
    let output: String
    let errors: String

    static func start(_ arguments: [String], output: Any? = FileHandle.nullDevice, errors: Any? = FileHandle.nullDevice) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "windowbox-ingest")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return process
    }

    /// Runs it to its end.
    init(_ arguments: [String]) async throws {
        let (output, errors) = (Pipe(), Pipe())
        let process = try Self.start(arguments, output: output, errors: errors)
        async let complaints = Task.detached { errors.fileHandleForReading.readDataToEndOfFile() }.value
        let text = await Task.detached { output.fileHandleForReading.readDataToEndOfFile() }.value
        self.errors = String(decoding: await complaints, as: UTF8.self)
        self.output = String(decoding: text, as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
