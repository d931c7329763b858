// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxKit

/// A stream decoded by the `ffmpeg` program, as an independent check.
struct DecodedStream {
    let stream: GeneratedStream

    init(_ stream: GeneratedStream) { self.stream = stream }

    /// 8-bit luma of all frames, without padding.
    func video() throws -> Data {
        let size = "scale=\(stream.width):\(stream.height)"
        return try ffmpeg(["-map", "0:v:0", "-vsync", "0", "-vf", size, "-pix_fmt", "gray", "-f", "rawvideo", "-"])
    }

    /// All samples of the first audio track, from the stream's start.
    func sound() throws -> (left: [Float], right: [Float]) {
        let data = try ffmpeg(["-map", "0:a:0", "-ac", "2", "-ar", "48000", "-f", "f32le", "-"])
        return data.withUnsafeBytes { bytes in
            let samples = bytes.bindMemory(to: Float.self)
            let frames = 0..<samples.count / 2
            return (frames.map { samples[2 * $0] }, frames.map { samples[2 * $0 + 1] })
        }
    }

    private func ffmpeg(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-nostdin", "-loglevel", "error", "-i", stream.url.path] + arguments
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}
