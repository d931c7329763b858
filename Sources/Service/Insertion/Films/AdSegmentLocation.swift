// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS

/// A position among a session's breaks. Segment URLs contain the position but not the session, because they are relative to the playlist's
/// URL. So all sessions with the same ad at the same position share the same bytes.
struct AdSegmentLocation: Hashable, Sendable {
    /// The break's index in its session.
    var index: Int
    var slot: Int

    var folder: String { "seg/\(index)/\(slot)" }

    /// The playlist with segment URLs that count deliveries and then redirect.
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
