// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Delta updates of stitched playlists (RFC 8216bis 6.2.5.1): counted on what the reader has, not on the origin's.
public enum DeltaUpdate {
    /// The shortest time that may be skipped up to, in target durations.
    static let shortest = 6.0

    /// What of a playlist has to be sent to a reader that has an earlier one.
    ///
    /// - Parameters:
    ///   - playlist: whole, as stitched.
    ///   - skip: as the reader asked; nil gives the whole.
    ///   - removed: date ranges that left the playlist lately, for readers that may skip date ranges.
    /// - Returns: the whole playlist where nothing can be skipped.
    public static func of(_ playlist: MediaPlaylist, skip: DeliveryDirectives.Skip?, removed: [String] = []) -> MediaPlaylist {
        guard let skip, let stated = playlist.serverControl.canSkipUntil, !playlist.isEndList, let last = playlist.segments.last else {
            return playlist
        }
        let boundary = max(stated, shortest * Double(playlist.targetDuration))
        let edge = playlist.upcoming?.end ?? last.end
        let count = playlist.segments.prefix { edge - $0.start > boundary }.count
        guard count > 0 else { return playlist }
        var update = playlist
        update.segments = SegmentList(playlist.segments.dropFirst(count))
        // A list that is in the clear after keys that were skipped says so.
        let isKeyed = playlist.segments.prefix(count).contains { !$0.keys.isEmpty }
        update.skip = Skip(skippedSegments: UInt64(count), firstKeyed: isKeyed ? 0 : nil)
        update.version = max(playlist.version, 9)
        if skip == .segmentsAndDateRanges, playlist.serverControl.canSkipDateRanges {
            update.version = max(playlist.version, 10)
            update.skip?.recentlyRemovedDateRanges = removed
            let first = update.segments.first?.programDateTime
            // What began with the skipped segments is known, unless it is not over.
            update.dateRanges.removeAll { range in
                guard let start = range.startDate, let first, start < first else { return false }
                return (range.statedEnd ?? .infinity) < first
            }
        }
        return update
    }
}
