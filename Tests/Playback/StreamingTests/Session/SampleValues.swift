// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS
import WindowboxMedia

@testable import WindowboxStreaming

extension Sample {
    /// A media playlist, parsed as in a session.
    static func media(_ text: String) throws -> MediaPlaylist {
        let reading = PlaylistText.read(Array(text.utf8), base: "http://host/s.m3u8", importable: [])
        guard case .media(let playlist) = reading.playlist else {
            Issue.record("not a media playlist: \(PlaylistText.complaint(reading))")
            throw CancellationError()
        }
        return playlist
    }

    static func track(_ text: String, shift: Double = 0) throws -> PlaylistTrack {
        var track = PlaylistTrack(url: "http://host/s.m3u8")
        track.playlist = try media(text)
        track.shift = shift
        return track
    }

    static func multivariantPlaylist(_ text: String) throws -> MultivariantPlaylist {
        let reading = PlaylistText.read(Array(text.utf8), base: "http://host/main.m3u8", importable: [])
        guard case .multivariant(let playlist) = reading.playlist else {
            Issue.record("not a multivariant playlist: \(PlaylistText.complaint(reading))")
            throw CancellationError()
        }
        return playlist
    }

    static func selection(_ text: String) throws -> StreamSelection {
        var selection = StreamSelection(StreamingConfiguration())
        selection.begin(StreamCatalogue(try multivariantPlaylist(text), capabilities: PlaybackCapabilities()))
        return selection
    }

    /// A loader that plays the lowest variant, with a playlist for each of its content types.
    static func loader(_ text: String, playlist: String = onDemand("s", segments: 10)) throws -> StreamLoader {
        var loader = StreamLoader(StreamingConfiguration())
        try loader.begin(multivariantPlaylist(text), url: "http://host/main.m3u8")
        for contentType in loader.media.activeContentTypes {
            guard let index = loader.media.states[contentType].track else { continue }
            loader.playlists.closed(index)
            let outcome = loader.playlists.accept(try media(playlist), in: index, head: nil, dateOfZero: nil, &loader.out)
            #expect(outcome == .added)
            loader.accepted(index, default: nil)
        }
        loader.out.begin(at: .zero)
        return loader
    }

    static func segment(_ contentType: ContentType = .main, at start: Double, duration: Double = 4, sequence: Int = 0) -> SegmentLoad {
        SegmentLoad(
            contentType: contentType, location: ResourceLocation(url: "http://host/s\(sequence).mp4"), sequence: sequence,
            range: TimeRange(start: start, duration: duration), discontinuity: 0, stream: 0, startsRun: false)
    }

    static func flight(
        _ contentType: ContentType = .main, _ id: Int = 1, at start: Double, track: Int = 0, sequence: Int = 0
    ) -> MediaState.Flight {
        MediaState.Flight(
            id: LoadID(id), segment: segment(contentType, at: start, sequence: sequence), track: track, started: .zero, index: -1,
            following: MediaState.SegmentPosition(sequence: UInt64(sequence + 1)))
    }
}
