// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A place among a session's breaks. The addresses of segments there name the place and not the session, which the playlist's own
/// address does: so all sessions with an ad at this place have the same bytes.
struct AdSegmentLocation: Hashable, Sendable {
    /// Of the break in its session.
    var index: Int
    var slot: Int

    var folder: String { "seg/\(index)/\(slot)" }

    /// The playlist with addresses that lead to the segments and count them on the way.
    func counted(_ playlist: MediaPlaylist, _ rendition: ContentRendition) -> MediaPlaylist {
        var playlist = playlist
        for index in playlist.segments.indices {
            playlist.segments[index].uri = URIReference("\(folder)/\(rendition.name)/\(index)")
            // Each part would count as a segment.
            playlist.segments[index].parts = []
        }
        return playlist
    }
}
