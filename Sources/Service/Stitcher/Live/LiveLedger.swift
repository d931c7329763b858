// SPDX-License-Identifier: Apache-2.0

/// What one rendition of a live stream must remember of its breaks, so that segments keep their numbers when the breaks have left the
/// playlist.
///
/// It follows from the origin and the breaks: whoever stitches without it while a break's first segment is still in the origin's
/// playlist comes to the same. It need be stored once between a break's beginning and the time that leaves the window.
public struct LiveLedger: Hashable, Sendable, Codable {
    /// A break's place among the origin's segments.
    public struct Placement: Hashable, Sendable, Codable {
        public var breakID: String
        /// The origin's number of the first segment that the ads take the place of.
        public var sequence: UInt64
        /// When that segment begins, in seconds of the stream's clock.
        public var start: Double
        /// The origin's discontinuities before that segment's own.
        public var originDiscontinuities: UInt64
        /// Set when the content is back.
        public var closing: Closing?
    }

    /// What a break that is over does to the numbers behind it.
    public struct Closing: Hashable, Sendable, Codable {
        /// The origin's number of the first segment behind.
        public var sequence: UInt64
        /// Segments of ads less the segments they took the place of.
        public var segments: Int
        /// Discontinuities stitched less those of the origin that went with its segments.
        public var discontinuities: Int
        /// Whether there is anything to come back from.
        public var hasAds: Bool
    }

    /// One segment whose time is known: what the stream's clock goes by where there are no dates, and what another origin's
    /// segments are compared with.
    public struct Anchor: Hashable, Sendable, Codable {
        public var sequence: UInt64
        /// In seconds of the stream's clock.
        public var time: Double
        public var discontinuities: UInt64
    }

    /// In the order of the stream.
    public internal(set) var placements: [Placement] = []
    /// Of placements that were forgotten.
    public internal(set) var forgottenSegments = 0
    public internal(set) var forgottenDiscontinuities = 0
    public internal(set) var anchor: Anchor?
    /// Which of several origins the numbers are those of.
    public internal(set) var origin: String?
    /// Added to the numbers of the origin at hand to have those of the first.
    public internal(set) var sequenceShift: Int64 = 0
    public internal(set) var discontinuityShift: Int64 = 0

    public init() {}

    /// Forgets the breaks that end before an origin's segment.
    mutating func forget(before sequence: UInt64) {
        while let closing = placements.first?.closing, closing.sequence < sequence {
            forgottenSegments += closing.segments
            forgottenDiscontinuities += closing.discontinuities
            placements.removeFirst()
        }
    }
}
