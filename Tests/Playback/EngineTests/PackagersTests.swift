// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxKit

/// HLS as FFmpeg, GStreamer and VLC write it: every picture is shown once, in order and at its time, and all of the sound is heard.
@Suite("HLS of other packagers plays", .serialized)
struct PackagersTests {
    static let streams = Result { try PackagedStreams.all }
    private static var all: [PackagedStream] { (try? streams.get()) ?? [] }

    @Test("in at least sixty variants")
    func variants() throws {
        #expect(try Self.streams.get().count >= 60)
    }

    @Test("with every picture and all of the sound", arguments: all)
    func whole(stream: PackagedStream) async throws {
        let run = await RecordedRun.play([try PackagedStreams.address(of: stream)])
        #expect(run.end == .ended)
        #expect(run.numbers == (0..<stream.pictures).map { $0 })
        let misplaced = run.pictures.filter { picture in
            picture.number.map { abs(stream.pictureStart + Double($0) / stream.rate - picture.time) > 0.002 } ?? true
        }
        #expect(misplaced.isEmpty, "\(misplaced.prefix(5))")
        // A codec's frame of the lowest sample rate is an eighth of a second.
        let heard = Double(run.frameCount) / Double(SoundPosition.sampleRate)
        #expect(abs(heard - stream.soundEnd) < 0.16, "\(heard) s of sound")
        guard stream.hasRuler else { return }
        for second in [stream.soundStart + 0.5, stream.soundStart + 1.75, stream.soundEnd - 0.75] {
            let at = Int((second * Double(SoundPosition.sampleRate)).rounded())
            let end = at + SoundPosition.shortestRun
            try #require(run.frameCount >= end)
            let position = try #require(
                SoundPosition.read(left: Array(run.left[at..<end]), right: Array(run.right[at..<end])), "at \(second) s")
            let expected = at - Int((stream.soundStart * Double(SoundPosition.sampleRate)).rounded()) - stream.priming
            #expect(abs(position - expected) <= 240, "at \(second) s: sound of \(Double(position) / Double(SoundPosition.sampleRate)) s")
        }
    }
}
