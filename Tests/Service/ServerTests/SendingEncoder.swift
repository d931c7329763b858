// SPDX-License-Identifier: Apache-2.0

import WindowboxKit

/// ffmpeg as an encoder: it generates and sends video and audio.
enum SendingEncoder {
    /// Sends for some seconds; like real encoders, it retries until the service listens.
    static func send(_ seconds: Int, to address: String, format: String) async throws {
        while try await run(seconds, address, format) != 0 { try Task.checkCancellation() }
    }

    /// One attempt, which is ended if the waiting task is cancelled.
    /// - Returns: ffmpeg's status.
    static func run(_ seconds: Int, _ address: String, _ format: String) async throws -> Int32 {
        let program = try RunningProgram(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-f", "lavfi"]
                + ["-i", "sine=frequency=440:sample_rate=48000", "-t", String(seconds), "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "30", "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", format, address])
        return await withTaskCancellationHandler {
            await program.status()
        } onCancel: {
            Task { await program.end() }
        }
    }
}
