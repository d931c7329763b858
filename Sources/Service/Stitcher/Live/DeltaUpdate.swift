// SPDX-License-Identifier: Apache-2.0

public import WindowboxHLS

/// Delta updates of stitched playlists (RFC 8216bis 6.2.5.1), relative to the stitched playlist and not to the origin's.
public enum DeltaUpdate {
    /// The minimum skip boundary in target durations.
    static let shortest = 6.0

    /// The delta update for a reader that has an earlier playlist.
    ///
    /// - Parameters:
    ///   - playlist: the complete stitched playlist.
    ///   - skip: as requested; nil returns the complete playlist.
    ///   - removed: recently removed date ranges, for readers that may skip date ranges.
    /// - Returns: the complete playlist if nothing can be skipped.
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
        // If keys were skipped and the remaining segments are not encrypted, the playlist must say so.
        let isKeyed = playlist.segments.prefix(count).contains { !$0.keys.isEmpty }
        update.skip = Skip(skippedSegments: UInt64(count), firstKeyed: isKeyed ? 0 : nil)
        update.version = max(playlist.version, 9)
        if skip == .segmentsAndDateRanges, playlist.serverControl.canSkipDateRanges {
            update.version = max(playlist.version, 10)
            update.skip?.recentlyRemovedDateRanges = removed
            let first = update.segments.first?.programDateTime
            // Date ranges that began with skipped segments are known, unless they haven't ended.
            update.dateRanges.removeAll { range in
                guard let start = range.startDate, let first, start < first else { return false }
                return (range.statedEnd ?? .infinity) < first
            }
        }
        return update
    }
}
