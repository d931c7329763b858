// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Audio tracks inside segments")
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

    @Test("Tracks are offered once, and one is heard")
    func first() {
        var sounds = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        #expect(sounds.renditions == nil)
        sounds.beginSegment()
        let news = [1, 2, 1].map { sounds.find($0) { segment } }
        #expect(news == [true, false, false])
        #expect(sounds.isSelected(1))
        #expect(!sounds.isSelected(2))
        #expect(heard(&sounds, segment) == [1])
        #expect(sounds.renditions?.map(\.name) == ["eng", "fra"])
        #expect(sounds.renditions?.map(\.isDefault) == [true, false])
    }

    @Test("The selection persists in variants that number or order the tracks differently")
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

    @Test("The selection can change within a segment")
    func change() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng"), (258, "fra")))
        sounds.choose(1)
        #expect(!sounds.isSelected(1))
        #expect(sounds.isSelected(2))
        #expect(sounds.index(of: 1) == 0)
        #expect(sounds.index(of: 2) == 1)
    }

    @Test("A segment without the selected track plays another, and the selected one returns after it")
    func missing() {
        var sounds = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "fra"))
        _ = heard(&sounds, film)
        sounds.choose(1)
        #expect(heard(&sounds, tracks((257, "eng"))) == [1])
        #expect(sounds.chosen == 1)
        #expect(heard(&sounds, film) == [2])
    }

    @Test("Tracks of one language are distinguished by their IDs")
    func sameLanguage() {
        var sounds = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "eng"))
        _ = heard(&sounds, film)
        sounds.choose(1)
        #expect(heard(&sounds, film) == [2])
        #expect(sounds.offered.count == 2)
    }

    @Test("Undecodable tracks are not offered and are used only if there are no others")
    func undecodable() {
        var sounds = SegmentAudioTracks()
        #expect(heard(&sounds, tracks((257, "eng"), (258, "fra"), isPlayable: false)) == [1])
        #expect(sounds.renditions == nil)
    }

    @Test("Tracks that follow each other are not offered as a choice, and each is heard in turn")
    func successive() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng")))
        #expect(heard(&sounds, tracks((257, "spa"))) == [1])
        #expect(heard(&sounds, tracks((300, "fra"))) == [1])
        #expect(sounds.renditions == nil)
    }

    @Test("Tracks that can't be queued beside the audible one are not offered")
    func noChoice() {
        var sounds = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        sounds.beginSegment()
        for track in [1, 2] { _ = sounds.find(track, among: { segment }, isChoice: false) }
        #expect(sounds.isSelected(1))
        #expect(!sounds.isSelected(2))
        #expect(sounds.renditions == nil)
    }

    @Test("Tracks that appear later are offered too")
    func late() {
        var sounds = SegmentAudioTracks()
        _ = heard(&sounds, tracks((257, "eng")))
        #expect(sounds.renditions == nil)
        #expect(heard(&sounds, tracks((257, "eng"), (258, "fra"))) == [1])
        #expect(sounds.renditions?.count == 2)
    }
}
