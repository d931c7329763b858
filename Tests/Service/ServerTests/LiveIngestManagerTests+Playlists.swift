// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxHLS

extension LiveIngestManagerTests {
    /// Requests a playlist until it is available.
    static func playlist(_ service: RunningService, _ path: String) async throws -> (reply: Reply, playlist: WindowboxHLS.Playlist) {
        var reply = try await service.get(path)
        while reply.status == 503 { reply = try await service.get(path) }
        try #require(reply.status == 200, "\(path): \(reply.status) \(reply.text)")
        return (reply, try WindowboxHLS.Playlist.parse(Array(reply.body)).get())
    }

    /// Requests a media playlist by its parts until it has two of an incomplete segment. What an encoder sends first arrives in a burst (ffmpeg
    /// probes it), so the first segments may be complete before anybody can ask for their parts.
    static func playlistInMidSegment(_ service: RunningService, _ path: String) async throws -> (reply: Reply, playlist: MediaPlaylist) {
        var number: UInt64 = 0
        while true {
            let (reply, found) = try await playlist(service, "\(path)?_HLS_msn=\(number)&_HLS_part=1")
            let media = try #require(found.media)
            if media.upcoming?.parts.count ?? 0 >= 2 { return (reply, media) }
            try #require(!media.isEndList)
            number = media.nextSequence
        }
    }
}
