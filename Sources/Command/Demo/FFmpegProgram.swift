// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The `ffmpeg` program, as the demo's workshop.
enum FFmpegProgram {
    /// Runs it to its end in a folder, with a progress bar where standard error is a terminal.
    /// - Throws: ``Failure`` with the last lines that ffmpeg said.
    static func run(_ arguments: [String], in folder: URL, seconds: Int, label: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-progress", "pipe:1"] + arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        let complaints = FileManager.default.temporaryDirectory.appendingPathComponent("windowbox-ffmpeg-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: complaints) }
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        process.standardError = try? FileHandle(forWritingTo: complaints)
        do { try process.run() } catch { throw Failure.failed("ffmpeg can't be started: \(error.localizedDescription)") }
        var bar = ProgressBar(label: label)
        while true {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix("out_time_us=") {
                if let microseconds = Double(line.dropFirst(12)) { bar.show(microseconds / 1e6 / Double(seconds)) }
            }
        }
        process.waitUntilExit()
        bar.finish()
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOf: complaints, encoding: .utf8)) ?? ""
            throw Failure.failed("ffmpeg failed with status \(process.terminationStatus): \(said.suffix(600))")
        }
    }
}
