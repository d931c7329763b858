// SPDX-License-Identifier: Apache-2.0

import WindowboxKit

/// ffmpeg as an encoder that sends video and audio.
enum SentPictures {
    /// Sends for some seconds to an RTMP URL; like real encoders, it retries until the service listens.
    static func send(_ seconds: Int, to address: String) async throws {
        let arguments =
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-f", "lavfi"]
            + ["-i", "sine=frequency=440:sample_rate=48000", "-t", String(seconds), "-c:v", "libx264", "-preset", "ultrafast"]
            + ["-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", "-f", "flv", address]
        var status: Int32 = 1
        while status != 0 {
            try Task.checkCancellation()
            let program = try RunningProgram("/usr/bin/env", arguments)
            status = await withTaskCancellationHandler {
                await program.status()
            } onCancel: {
                Task { await program.end() }
            }
        }
    }
}
