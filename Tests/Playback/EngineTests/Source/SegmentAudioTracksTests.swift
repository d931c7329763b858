// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Audio tracks inside segments")
struct SegmentAudioTracksTests {
    private func tracks(_ audioTracks: (id: Int, language: String?)..., isPlayable: Bool = true) -> [MediaTrack] {
        [MediaTrack(track: 0, id: 256, kind: .video)]
            + audioTracks.enumerated().map {
                MediaTrack(track: $0 + 1, id: $1.id, kind: .audio, language: $1.language, canBeDecoded: isPlayable)
            }
    }

    /// Adds the audio tracks of a segment one by one.
    /// - Returns: The indices of the tracks that are heard.
    private func heard(_ audioTracks: inout SegmentAudioTracks, _ tracks: [MediaTrack]) -> [Int] {
        audioTracks.beginSegment()
        return tracks.filter { $0.kind == .audio }.map(\.track).filter {
            _ = audioTracks.find($0) { tracks }
            return audioTracks.isSelected($0)
        }
    }

    @Test("Tracks are offered once, and one is heard")
    func first() {
        var audioTracks = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        #expect(audioTracks.renditions == nil)
        audioTracks.beginSegment()
        let news = [1, 2, 1].map { audioTracks.find($0) { segment } }
        #expect(news == [true, false, false])
        #expect(audioTracks.isSelected(1))
        #expect(!audioTracks.isSelected(2))
        #expect(heard(&audioTracks, segment) == [1])
        #expect(audioTracks.renditions?.map(\.name) == ["eng", "fra"])
        #expect(audioTracks.renditions?.map(\.isDefault) == [true, false])
    }

    @Test("The selection persists in variants that number or order the tracks differently")
    func variants() {
        var audioTracks = SegmentAudioTracks()
        _ = heard(&audioTracks, tracks((257, "eng"), (258, "fra")))
        audioTracks.choose(1)
        #expect(heard(&audioTracks, tracks((257, "eng"), (258, "fra"))) == [2])
        #expect(heard(&audioTracks, tracks((258, "fra"), (257, "eng"))) == [1])
        #expect(heard(&audioTracks, tracks((300, "fra"), (301, "eng"))) == [1])
        #expect(heard(&audioTracks, tracks((257, "fra"), (258, "eng"))) == [1])
        #expect(heard(&audioTracks, tracks((300, nil), (301, nil))) == [2])
        #expect(audioTracks.offered.count == 2)
    }

    @Test("The selection can change within a segment")
    func change() {
        var audioTracks = SegmentAudioTracks()
        _ = heard(&audioTracks, tracks((257, "eng"), (258, "fra")))
        audioTracks.choose(1)
        #expect(!audioTracks.isSelected(1))
        #expect(audioTracks.isSelected(2))
        #expect(audioTracks.index(of: 1) == 0)
        #expect(audioTracks.index(of: 2) == 1)
    }

    @Test("A segment without the selected track plays another, and the selected one returns after it")
    func missing() {
        var audioTracks = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "fra"))
        _ = heard(&audioTracks, film)
        audioTracks.choose(1)
        #expect(heard(&audioTracks, tracks((257, "eng"))) == [1])
        #expect(audioTracks.chosen == 1)
        #expect(heard(&audioTracks, film) == [2])
    }

    @Test("Tracks of one language are distinguished by their IDs")
    func sameLanguage() {
        var audioTracks = SegmentAudioTracks()
        let film = tracks((257, "eng"), (258, "eng"))
        _ = heard(&audioTracks, film)
        audioTracks.choose(1)
        #expect(heard(&audioTracks, film) == [2])
        #expect(audioTracks.offered.count == 2)
    }

    @Test("Undecodable tracks are not offered and are used only if there are no others")
    func undecodable() {
        var audioTracks = SegmentAudioTracks()
        #expect(heard(&audioTracks, tracks((257, "eng"), (258, "fra"), isPlayable: false)) == [1])
        #expect(audioTracks.renditions == nil)
    }

    @Test("Tracks that follow each other are not offered as a choice, and each is heard in turn")
    func successive() {
        var audioTracks = SegmentAudioTracks()
        _ = heard(&audioTracks, tracks((257, "eng")))
        #expect(heard(&audioTracks, tracks((257, "spa"))) == [1])
        #expect(heard(&audioTracks, tracks((300, "fra"))) == [1])
        #expect(audioTracks.renditions == nil)
    }

    @Test("Tracks that can't be queued beside the audible one are not offered")
    func noChoice() {
        var audioTracks = SegmentAudioTracks()
        let segment = tracks((257, "eng"), (258, "fra"))
        audioTracks.beginSegment()
        for track in [1, 2] { _ = audioTracks.find(track, among: { segment }, isChoice: false) }
        #expect(audioTracks.isSelected(1))
        #expect(!audioTracks.isSelected(2))
        #expect(audioTracks.renditions == nil)
    }

    @Test("Tracks that appear later are offered too")
    func late() {
        var audioTracks = SegmentAudioTracks()
        _ = heard(&audioTracks, tracks((257, "eng")))
        #expect(audioTracks.renditions == nil)
        #expect(heard(&audioTracks, tracks((257, "eng"), (258, "fra"))) == [1])
        #expect(audioTracks.renditions?.count == 2)
    }
}
