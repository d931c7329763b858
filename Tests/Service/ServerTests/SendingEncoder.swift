// SPDX-License-Identifier: Apache-2.0

import Foundation

/// ffmpeg as somebody's encoder: it makes pictures and sound, and sends them.
enum SendingEncoder {
    /// Sends for some seconds, to whoever takes it; as encoders do, it knocks again where nobody listens yet.
    static func send(_ seconds: Int, to address: String, format: String) async throws {
        while try await run(seconds, address, format) != 0 { try Task.checkCancellation() }
    }

    /// - Returns: ffmpeg's status.
    static func run(_ seconds: Int, _ address: String, _ format: String) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-f", "lavfi"]
            + ["-i", "sine=frequency=440:sample_rate=48000", "-t", String(seconds), "-c:v", "libx264", "-preset", "ultrafast", "-g", "30"]
            + ["-pix_fmt", "yuv420p", "-c:a", "aac", "-f", format, address]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
