// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCodec
import WindowboxKit
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Tracks of a file")
struct FileTracksTests {
    private let film = [
        MediaTrack(track: 0, kind: .video, codec: "h264"),
        MediaTrack(track: 1, kind: .audio, codec: "aac", language: "eng", channels: 2),
        MediaTrack(track: 2, kind: .audio, codec: "ac3", name: "Commentary", language: "eng", isDefault: true),
        MediaTrack(track: 3, kind: .audio, codec: "odd", language: "fra", canBeDecoded: false),
    ]

    @Test("Only decodable tracks play, chosen by the author's defaults")
    func ownChoice() {
        let tracks = FileTracks(film)
        #expect(tracks.video == 0)
        #expect(tracks.audio == 2)
        #expect(tracks.kinds == [.video, .audio])
        #expect(tracks.audioTracks.map(\.track) == [1, 2])
        #expect(tracks.chosenAudioTrack == 1)
    }

    @Test("Tracks are offered with names, languages and channels")
    func renditions() {
        let renditions = FileTracks(film).renditions
        #expect(renditions.map(\.name) == ["eng", "Commentary"])
        #expect(renditions.map(\.language) == ["eng", "eng"])
        #expect(renditions.map(\.channels) == ["2", nil])
        #expect(renditions.map(\.isDefault) == [false, true])
    }

    @Test("The selected track is heard, and without a selection the author's default")
    func choice() {
        var tracks = FileTracks(film)
        let heard = [0, 0, 7, nil].map { tracks.selectAudio($0) }
        #expect(heard == [1, nil, nil, 2])
        #expect(tracks.audio == 2)
    }

    @Test("Tracks that appear later are used if their kind was missing")
    func late() {
        var tracks = FileTracks([film[0]])
        #expect(tracks.kinds == [.video])
        let found = [film[1], film[2]].map { tracks.find($0) }
        #expect(found == [true, false])
        #expect(tracks.audio == 1)
        #expect(tracks.kinds == [.video, .audio])
    }
}
