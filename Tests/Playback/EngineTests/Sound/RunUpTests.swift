// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCodec
import WindowboxKit

@testable import WindowboxEngine

@Suite("Audio after a seek", .serialized, .timeLimit(.minutes(2)))
struct RunUpTests {
    /// - Parameter options: of ffmpeg, such as the codec.
    private func file(_ container: String, _ options: [String]) async throws -> JoinedFile {
        let chirp = "aevalsrc='0.5*sin(2*PI*(300*t+200*t*t))':s=48000:d=4"
        return try await JoinedFile(container, parts: [["-f", "lavfi", "-i", chirp] + options])
    }

    /// The greatest difference between a tenth of a second of the left channel and the same time of the whole file.
    private func difference(_ sound: [Float], _ whole: [Float], at time: Double) -> Float {
        let first = Int(time * 48_000)
        // Containers round times.
        return (-48...48).map { shift in
            (0..<4800).reduce(Float(0)) { max($0, abs(sound[2 * $1] - whole[2 * (first + shift + $1)])) }
        }.min() ?? 1
    }

    @Test(
        "Audio is complete from the target of a seek on, although its frames depend on the ones before",
        arguments: [
            ("mp3", ["-c:a", "libmp3lame", "-q:a", "4"]), ("mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"]),
            ("mp3", ["-c:a", "libmp3lame", "-b:a", "32k"]), ("m4a", ["-c:a", "aac", "-b:a", "64k"]), ("mka", ["-c:a", "libvorbis"]),
        ])
    func complete(container: String, options: [String]) async throws {
        let file = try await file(container, options)
        let whole = await RecordedRun.play([file.file.path]).sound
        try #require(whole.count > 2 * 48_000 * 3)
        // The second target is far from the first one, the third is near it.
        for targets in [[1.8], [0.2, 2.6], [1.8, 2.1]] {
            let run = await RecordedRun.play([file.file.path], isPaused: true) { engine in
                for target in targets { _ = await engine.seek(to: target) }
                await engine.play()
                return false
            }
            try #require(run.sound.count > 2 * 48_000)
            let found = difference(run.sound, whole, at: targets[targets.count - 1])
            #expect(found < 0.02, "\(found) after \(targets)")
        }
    }
}
