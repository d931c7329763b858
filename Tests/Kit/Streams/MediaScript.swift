// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs the scripts that generate test media.
enum MediaScript {
    /// - Parameter script: Its path relative to the package's root; its last output line is the folder.
    static func folder(madeBy script: String) throws -> URL {
        let output = try run(packageRoot.appending(path: script))
        return URL(filePath: String(output.split(separator: "\n").last ?? ""), directoryHint: .isDirectory)
    }

    /// The script shares this process's standard error, so that only one pipe has to be read. The script is never signalled: a child
    /// process of a test inherits blocked signals and would not receive it.
    private static func run(_ script: URL) throws -> String {
        let process = Process()
        process.executableURL = script
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { throw GeneratedStreamsError.notStarted(script.path, cause: "\(error)") }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw GeneratedStreamsError.failed(status: process.terminationStatus) }
        return String(decoding: text, as: UTF8.self)
    }

    static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
