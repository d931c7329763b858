// SPDX-License-Identifier: Apache-2.0

/// The changes in a reload.
public struct PlaylistChanges: Hashable, Sendable {
    /// The number of segments added at the end.
    public var addedSegments = 0
    /// The number of new parts, including those of added segments.
    public var addedParts = 0
    /// The number of segments removed at the front.
    public var removedSegments = 0
    /// The number of segments that appeared and disappeared between the two loads.
    public var missedSegments: UInt64 = 0
    /// Whether the new playlist ends before the old one: a stale copy, or a restarted stream.
    public var isRewound = false
    /// Whether the loads have no common segment, so that the position on the timeline is an estimate.
    public var isDisjoint = false
    /// Whether a common segment has a different URI: the server violates RFC 8216bis 6.2.1, or the stream restarted.
    public var isRewritten = false
    /// Whether a common segment has a different discontinuity sequence number, because the newer tag was wrong or missing; the old
    /// numbers are kept.
    public var hasDiscontinuityMismatch = false
    /// The previous target duration, if it changed, which it must not.
    public var previousTargetDuration: Int?
    /// Whether EXT-X-ENDLIST was added.
    public var hasEnded = false

    public init() {}

    /// Whether the stream advanced.
    public var isProgress: Bool { addedSegments > 0 || addedParts > 0 || hasEnded }
}

/// The result of merging a reload.
public struct PlaylistMerge: Hashable, Sendable {
    /// The playlist with the segments of both.
    public var playlist: MediaPlaylist
    /// What is new in it.
    public var changes: PlaylistChanges
    public init(playlist: MediaPlaylist, changes: PlaylistChanges) {
        self.playlist = playlist
        self.changes = changes
    }
}

/// Why a delta update cannot be applied; the remedy is always to load the playlist without `_HLS_skip`.
public struct PlaylistMergeError: Error, Hashable, Sendable {
    /// A stable identifier for reports.
    public let name: String
    /// The cause and the remedy.
    public let message: String

    /// It skips segments that the known playlist does not have.
    public static var missingSegments: PlaylistMergeError {
        PlaylistMergeError(
            name: "missing-segments", message: "a delta update skips segments that were never loaded; load the whole playlist")
    }
    /// The known playlist is itself a delta update.
    public static var incompleteBase: PlaylistMergeError {
        PlaylistMergeError(
            name: "incomplete-base", message: "a delta update cannot be applied to another delta update; load the whole playlist")
    }
}
