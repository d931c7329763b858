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

    /// The loudest sample of each hundredth of the first tenth of a second.
    private func peaks(_ sound: [Float]) -> [Float] {
        (0..<10).map { part in sound.dropFirst(960 * part).prefix(960).reduce(0) { max($0, abs($1)) } }
    }

    @Test(
        "Audio is complete from the target of a seek on, although its frames depend on the ones before",
        arguments: [
            ("mp3", ["-c:a", "libmp3lame", "-q:a", "4"]), ("mp3", ["-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"]),
            ("mp3", ["-c:a", "libmp3lame", "-b:a", "32k"]), ("m4a", ["-c:a", "aac", "-b:a", "64k"]), ("mka", ["-c:a", "libvorbis"]),
        ])
    func complete(container: String, options: [String]) async throws {
        let file = try await self.file(container, options)
        // The second target is far from the first one, the third is near it.
        for targets in [[1.8], [0.2, 2.6], [1.8, 2.1]] {
            let run = await RecordedRun.play([file.file.path], isPaused: true) { engine in
                for target in targets { _ = await engine.seek(to: target) }
                await engine.play()
                return false
            }
            // A mono signal of half the amplitude, on two channels.
            let peaks = self.peaks(run.sound)
            #expect(peaks.allSatisfy { $0 > 0.25 && $0 < 0.6 }, "\(peaks) after \(targets)")
        }
    }
}
