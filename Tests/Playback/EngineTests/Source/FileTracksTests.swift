// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("The tracks of a file")
struct FileTracksTests {
    private let film = [
        MediaTrack(track: 0, kind: .video, codec: "h264"),
        MediaTrack(track: 1, kind: .audio, codec: "aac", language: "eng", channels: 2),
        MediaTrack(track: 2, kind: .audio, codec: "ac3", name: "Commentary", language: "eng", isDefault: true),
        MediaTrack(track: 3, kind: .audio, codec: "odd", language: "fra", canBeDecoded: false),
    ]

    @Test("play by the author's choice, and only what can be decoded")
    func ownChoice() {
        let tracks = FileTracks(film)
        #expect(tracks.video == 0)
        #expect(tracks.audio == 2)
        #expect(tracks.kinds == [.video, .audio])
        #expect(tracks.sounds.map(\.track) == [1, 2])
        #expect(tracks.chosenSound == 1)
    }

    @Test("are offered with their names, languages and channels")
    func renditions() {
        let renditions = FileTracks(film).renditions
        #expect(renditions.map(\.name) == ["eng", "Commentary"])
        #expect(renditions.map(\.language) == ["eng", "eng"])
        #expect(renditions.map(\.channels) == ["2", nil])
        #expect(renditions.map(\.isDefault) == [false, true])
    }

    @Test("are heard as chosen, and by the author's choice again without one")
    func choice() {
        var tracks = FileTracks(film)
        let heard = [0, 0, 7, nil].map { tracks.hear($0) }
        #expect(heard == [1, nil, nil, 2])
        #expect(tracks.audio == 2)
    }

    @Test("that appear later are taken up where their kind was missing")
    func late() {
        var tracks = FileTracks([film[0]])
        #expect(tracks.kinds == [.video])
        let found = [film[1], film[2]].map { tracks.find($0) }
        #expect(found == [true, false])
        #expect(tracks.audio == 1)
        #expect(tracks.kinds == [.video, .audio])
    }

    private func heard(_ run: RecordedRun, at second: Double, tone: Int) -> Int? {
        let start = Int(second * Double(SoundPosition.sampleRate))
        let end = start + SoundPosition.shortestRun
        guard run.frameCount >= end else { return nil }
        return SoundPosition.read(left: Array(run.left[start..<end]), right: Array(run.right[start..<end]), tone: tone)
    }

    private func tone(_ run: RecordedRun, at second: Double) -> Int {
        let start = Int(second * Double(SoundPosition.sampleRate))
        let part = run.left[start..<start + 4800]
        // 400 Hz crosses zero 80 times in a tenth of a second, 600 Hz 120 times.
        let crossings = zip(part, part.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        return crossings > 100 ? 600 : 400
    }

    private static let films = ["file-two-sounds-mkv", "file-two-sounds-mp4", "file-two-sounds-ts"]

    private func address(_ name: String) throws -> String {
        try PackagedStreams.address(of: try #require(try PackagedStreams.all.first { $0.name == name }))
    }

    @Test("of two languages are both offered, and the one chosen before the beginning is heard alone", arguments: films)
    func chosenFirst(name: String) async throws {
        let run = await RecordedRun.play(
            [try address(name)], isPaused: true,
            onFact: { fact, engine in
                switch fact {
                case .presentation(_, let presentation) where presentation.chosenAudio == 0:
                    #expect(presentation.audio.map(\.language) == ["eng", "fra"])
                    await engine.select(.audio(1))
                case .presentation(_, let presentation):
                    #expect(presentation.chosenAudio == 1)
                    await engine.play()
                default: break
                }
            })
        #expect(run.end == .ended)
        for second in [1.5, 3, 5] {
            #expect(tone(run, at: second) == 600, "at \(second) s")
            let position = try #require(heard(run, at: second, tone: 600))
            let delay = try #require(run.pictures.first).time
            #expect(abs(position - Int((second - delay) * 48_000)) <= 240, "at \(second) s: \(position)")
        }
    }

    @Test("change while nothing is missing and nothing is heard twice", arguments: films)
    func changed(name: String) async throws {
        let run = await RecordedRun.play(
            [try address(name)], isPaused: true,
            onFact: { fact, engine in
                // The first sound is decoded by then.
                guard case .ready = fact else { return }
                await engine.select(.audio(1))
                await engine.play()
            })
        #expect(run.end == .ended)
        #expect(run.pictures.count == 180)
        #expect(abs(Double(run.frameCount) / 48_000 - 6) < 0.1)
        #expect(tone(run, at: 5) == 600)
        for second in [2.0, 3, 5] {
            let position = try #require(heard(run, at: second, tone: 600), "at \(second) s")
            let delay = try #require(run.pictures.first).time
            #expect(abs(position - Int((second - delay) * 48_000)) <= 240, "at \(second) s: \(position)")
        }
    }
}
