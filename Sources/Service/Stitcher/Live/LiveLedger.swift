// SPDX-License-Identifier: Apache-2.0

/// What a rendition of a live stream must remember of its breaks, so that segments keep their
/// numbers after the breaks have left the playlist.
///
/// It can be derived from the origin and the breaks while a break's first segment is still in the origin's playlist. So it needs to be
/// stored only once between a break's start and the time that segment leaves the window.
public struct LiveLedger: Hashable, Sendable, Codable {
    /// The position of a break among the origin's segments.
    public struct Placement: Hashable, Sendable, Codable {
        public var breakID: String
        /// The origin's number of the first segment replaced by ads.
        public var sequence: UInt64
        /// The start of that segment in seconds on the stream's clock.
        public var start: Double
        /// The origin's discontinuities before that segment, without its own.
        public var originDiscontinuities: UInt64
        /// Set once the content has returned.
        public var closing: Closing?
    }

    /// How a break that has ended changes the numbers after it.
    public struct Closing: Hashable, Sendable, Codable {
        /// The origin's number of the first segment after it.
        public var sequence: UInt64
        /// The number of ad segments minus the number of replaced segments.
        public var segments: Int
        /// The number of stitched discontinuities minus those of replaced segments.
        public var discontinuities: Int
        /// Whether the break had any ads.
        public var hasAds: Bool
    }

    /// A segment with a known time: the reference for the stream's clock if there are no dates, and for comparing other origins.
    public struct Anchor: Hashable, Sendable, Codable {
        public var sequence: UInt64
        /// In seconds of the stream's clock.
        public var time: Double
        public var discontinuities: UInt64
    }

    /// In the order of the stream.
    public internal(set) var placements: [Placement] = []
    /// Totals of forgotten placements.
    public internal(set) var forgottenSegments = 0
    public internal(set) var forgottenDiscontinuities = 0
    public internal(set) var anchor: Anchor?
    /// The origin to which the numbers belong.
    public internal(set) var origin: String?
    /// Added to the current origin's numbers to get those of the first origin.
    public internal(set) var sequenceShift: Int64 = 0
    public internal(set) var discontinuityShift: Int64 = 0

    public init() {}

    /// Forgets the breaks that end before a segment of the origin.
    mutating func forget(before sequence: UInt64) {
        while let closing = placements.first?.closing, closing.sequence < sequence {
            forgottenSegments += closing.segments
            forgottenDiscontinuities += closing.discontinuities
            placements.removeFirst()
        }
    }
}
