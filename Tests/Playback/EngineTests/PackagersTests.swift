// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit

/// HLS and DASH as FFmpeg, GStreamer and VLC write them: every frame is shown once, in order and on time, and all audio is heard.
@Suite("HLS and DASH of third-party packagers", .serialized)
struct PackagersTests {
    static let streams = Result { try PackagedStreams.all }
    private static var all: [PackagedStream] { ((try? streams.get()) ?? []).filter(\.isPlayedWhole) }

    @Test("At least sixty packaged variants exist")
    func variants() throws {
        #expect(try Self.streams.get().count >= 60)
    }

    @Test("Every frame and all audio of a packaged stream plays", arguments: all)
    func whole(stream: PackagedStream) async throws {
        let run = await RecordedRun.play([try PackagedStreams.address(of: stream)])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.pictures).map { $0 })
        // Single files begin with the first sample of any track, and encoder priming precedes the video.
        let delay = run.pictures.first.map { $0.time - stream.pictureStart } ?? 0
        #expect((0..<0.1).contains(delay))
        let misplaced = run.pictures.filter { picture in
            picture.number.map { abs(stream.pictureStart + delay + Double($0) / stream.rate - picture.time) > 0.002 } ?? true
        }
        #expect(misplaced.isEmpty || !stream.hasTrueTimes, "\(misplaced.prefix(5))")
        // A codec frame at the lowest sample rate is an eighth of a second. Silence follows audio that ends before the video.
        let left = run.left
        let heard = Double(left.lastIndex { $0.magnitude > 0.001 }.map { $0 + 1 } ?? 0) / Double(SoundPosition.sampleRate)
        #expect(abs(heard - delay - stream.soundEnd) < 0.16, "\(heard) s of audio")
        guard stream.hasRuler else { return }
        for second in [stream.soundStart + 0.5, stream.soundStart + 1.75, stream.soundEnd - 0.75] {
            let at = Int((second * Double(SoundPosition.sampleRate)).rounded())
            let end = at + SoundPosition.shortestRun
            try #require(run.frameCount >= end)
            let position = try #require(
                SoundPosition.read(left: Array(left[at..<end]), right: Array(run.right[at..<end])), "at \(second) s")
            let expected = at - Int(((stream.soundStart + delay) * Double(SoundPosition.sampleRate)).rounded()) - stream.priming
            #expect(abs(position - expected) <= 240, "at \(second) s: audio of \(Double(position) / Double(SoundPosition.sampleRate)) s")
        }
    }
}
