// SPDX-License-Identifier: Apache-2.0

/// What a delta update skips (EXT-X-SKIP, RFC 8216bis 4.4.5.2).
public struct Skip: Hashable, Sendable {
    /// SKIPPED-SEGMENTS: the number of segments left out at the start of the playlist.
    public var skippedSegments: UInt64
    /// IDs of recently removed date ranges; if not nil, the update omits unchanged date ranges.
    public var recentlyRemovedDateRanges: [String]?
    /// The index of the first listed segment after an EXT-X-KEY in the update; segments before it keep the keys of the skipped ones.
    public var firstKeyed: Int?

    public init(skippedSegments: UInt64, recentlyRemovedDateRanges: [String]? = nil, firstKeyed: Int? = nil) {
        self.skippedSegments = skippedSegments
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.firstKeyed = firstKeyed
    }
}
