// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How playing goes at one moment, as far as servers are told of it.
struct PlayingStatus: Sendable {
    var now: Instant
    var facts: PlaybackFacts
    var hasPlayed: Bool
    /// The first media playlist is there, and the session has not ended.
    var isRunning: Bool
    /// Where playing begins is known.
    var hasBegun: Bool
    /// Everything is loaded and played.
    var hasEnded: Bool
    var kind: Timeline.Kind?
    /// Bit/s; 0 while unknown.
    var throughput: Double
    var pathway: String
    /// Seconds behind the live edge; nil when not live.
    var liveLatency: Double?
    /// Of the variant being loaded, bit/s.
    var bandwidth: Int?
    /// Seconds of the main lane queued ahead.
    var buffered: Double
}

/// What servers are told of one segment beside its own facts.
struct SegmentStatus: Sendable {
    var isAudioOnly = false
    var hasSoundApart = false
    /// Bit/s of the segment's variant, and of those among which quality moves.
    var bandwidth: Int?
    var ladder: [Int] = []
    /// As ``Presentation`` has it for the stream's index.
    var announcedBandwidth: Int?
    /// Seconds loaded ahead in the segment's lane.
    var buffered = 0.0
    /// The name of the segment after it, relative where both lie in one folder.
    var next: String?
}
