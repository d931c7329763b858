// SPDX-License-Identifier: Apache-2.0

/// What a delta update leaves out (EXT-X-SKIP, RFC 8216bis 4.4.5.2).
public struct Skip: Hashable, Sendable {
    public var skippedSegments: UInt64
    /// IDs of date ranges that left the playlist lately; non-nil says that unchanged ones are left out of the update.
    public var recentlyRemovedDateRanges: [String]?
    /// Index of the first listed segment behind an EXT-X-KEY of the update; those before it keep the keys of the skipped ones.
    public var firstKeyed: Int?

    public init(skippedSegments: UInt64, recentlyRemovedDateRanges: [String]? = nil, firstKeyed: Int? = nil) {
        self.skippedSegments = skippedSegments
        self.recentlyRemovedDateRanges = recentlyRemovedDateRanges
        self.firstKeyed = firstKeyed
    }
}
