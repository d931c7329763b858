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
}
