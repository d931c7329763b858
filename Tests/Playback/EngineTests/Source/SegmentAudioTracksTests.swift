// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("The audio tracks inside segments")
struct SegmentAudioTracksTests {
    private func tracks(_ sounds: (id: Int, language: String?)..., isPlayable: Bool = true) -> [MediaTrack] {
        [MediaTrack(track: 0, id: 256, kind: .video)]
            + sounds.enumerated().map {
                MediaTrack(track: $0 + 1, id: $1.id, kind: .audio, language: $1.language, canBeDecoded: isPlayable)
            }
    }

    /// Adds the audio tracks of a segment one by one.
    /// - Returns: The indices of the tracks that are heard.
    private func heard(_ sounds: inout SegmentAudioTracks, _ tracks: [MediaTrack]) -> [Int] {
        sounds.beginSegment()
        return tracks.filter { $0.kind == .audio }.map(\.track).filter {
            _ = sounds.find($0) { tracks }
            return sounds.isSelected($0)
        }
    }

    @Test("are offered once, and one is heard")
    func first() {
        var sounds = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        #expect(sounds.renditions == nil)
        sounds.beginSegment()
        let news = [1, 2, 1].map { sounds.find($0) { segment } }
        #expect(news == [true, false, false])
        #expect(sounds.isSelected(1) && !sounds.isSelected(2))
        #expect(heard(&sounds, segment) == [1])
        #expect(sounds.renditions?.map(\.name) == ["eng", "fra"])
        #expect(sounds.renditions?.map(\.isDefault) == [true, false])
    }

    @Test("stay chosen where another variant numbers or orders them differently")
    func variants() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng"), (258, "fra")))
        sounds.choose(1)
        #expect(heard(&sounds, tracks((257, "eng"), (258, "fra"))) == [2])
        #expect(heard(&sounds, tracks((258, "fra"), (257, "eng"))) == [1])
        #expect(heard(&sounds, tracks((300, "fra"), (301, "eng"))) == [1])
        #expect(heard(&sounds, tracks((257, "fra"), (258, "eng"))) == [1])
        #expect(heard(&sounds, tracks((300, nil), (301, nil))) == [2])
        #expect(sounds.offered.count == 2)
    }

    @Test("change within a segment")
    func change() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng"), (258, "fra")))
        sounds.choose(1)
        #expect(!sounds.isSelected(1) && sounds.isSelected(2))
        #expect(sounds.index(of: 1) == 0 && sounds.index(of: 2) == 1)
    }

    @Test("are replaced by another one in a segment that has not the one chosen, and come back behind it")
    func missing() {
        var sounds = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "fra"))
        _ = heard(&sounds, film)
        sounds.choose(1)
        #expect(heard(&sounds, tracks((257, "eng"))) == [1])
        #expect(sounds.chosen == 1)
        #expect(heard(&sounds, film) == [2])
    }

    @Test("of one language keep apart by their numbers")
    func sameLanguage() {
        var sounds = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "eng"))
        _ = heard(&sounds, film)
        sounds.choose(1)
        #expect(heard(&sounds, film) == [2])
        #expect(sounds.offered.count == 2)
    }

    @Test("that nothing here decodes are not offered, and stand for what is heard where there is no other")
    func undecodable() {
        var sounds = SegmentAudioTracks()
        #expect(heard(&sounds, tracks((257, "eng"), (258, "fra"), isPlayable: false)) == [1])
        #expect(sounds.renditions == nil)
    }

    @Test("that come one after the other are no choice, and each is heard in its turn")
    func successive() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng")))
        #expect(heard(&sounds, tracks((257, "spa"))) == [1])
        #expect(heard(&sounds, tracks((300, "fra"))) == [1])
        #expect(sounds.renditions == nil)
    }

    @Test("that can't be kept beside the one that is heard are no choice")
    func noChoice() {
        var sounds = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        sounds.beginSegment()
        for track in [1, 2] { _ = sounds.find(track, among: { segment }, isChoice: false) }
        #expect(sounds.isSelected(1) && !sounds.isSelected(2))
        #expect(sounds.renditions == nil)
    }

    @Test("that appear later are offered, too")
    func late() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng")))
        #expect(sounds.renditions == nil)
        #expect(heard(&sounds, tracks((257, "eng"), (258, "fra"))) == [1])
        #expect(sounds.renditions?.count == 2)
    }
}
