// SPDX-License-Identifier: Apache-2.0

/// What a reload brought, as facts.
public struct PlaylistChanges: Hashable, Sendable {
    /// Segments that were not there before, at the end.
    public var addedSegments = 0
    /// Parts that were not there before, of added segments too.
    public var addedParts = 0
    /// Segments that left the playlist at its front.
    public var removedSegments = 0
    /// Segments that came and went between the two loads.
    public var missedSegments: UInt64 = 0
    /// The new playlist ends before the old one: an older copy, or a stream that began again.
    public var isRewound = false
    /// The two loads have no segment in common, so that the place on the timeline is an estimate.
    public var isDisjoint = false
    /// A segment of both loads has another URI: the server broke its promise (RFC 8216bis 6.2.1), or began again.
    public var isRewritten = false
    /// A segment of both loads has another discontinuity sequence number (the newer tag was wrong or missing); the old
    /// numbering is kept.
    public var hasDiscontinuityMismatch = false
    /// The target duration before, when it changed, which it must not.
    public var formerTargetDuration: Int?
    /// EXT-X-ENDLIST has come.
    public var hasEnded = false

    public init() {}

    /// Whether the stream went on.
    public var isProgress: Bool { addedSegments > 0 || addedParts > 0 || hasEnded }
}

/// A playlist after a reload.
public struct PlaylistMerge: Hashable, Sendable {
    public var playlist: MediaPlaylist
    public var changes: PlaylistChanges
    public init(playlist: MediaPlaylist, changes: PlaylistChanges) {
        self.playlist = playlist
        self.changes = changes
    }
}

/// Why a delta update cannot be made whole; the cure is always to load the playlist without `_HLS_skip`.
public struct PlaylistMergeError: Error, Hashable, Sendable {
    /// A stable word for reports.
    public let name: String
    public let message: String

    /// It skips segments that the playlist at hand does not have.
    public static var missingSegments: PlaylistMergeError {
        PlaylistMergeError(
            name: "missing-segments", message: "a delta update skips segments that were never loaded; load the whole playlist")
    }
    /// The playlist at hand is itself a delta update.
    public static var incompleteBase: PlaylistMergeError {
        PlaylistMergeError(name: "incomplete-base", message: "a delta update cannot be applied to another; load the whole playlist")
    }
}
