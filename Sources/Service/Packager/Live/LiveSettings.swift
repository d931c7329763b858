// SPDX-License-Identifier: Apache-2.0

/// Timing of a low-latency live stream, in seconds.
public struct LiveSettings: Hashable, Sendable {
    /// The longest duration of a part (PART-TARGET, RFC 8216bis 4.4.3.7).
    public var partTarget = 0.334
    /// A segment ends with the first part that reaches this duration, if the next part begins with a key frame.
    public var segmentDuration = 2.0
    /// How far back viewers may seek; at least six segments.
    public var window = 7200.0
    /// Whether segments outside the window are kept for a replay.
    public var isRecorded = true
    /// An encoder that sends nothing for this long is disconnected, so that another one may connect.
    public var silence = 10.0
    /// A client that sends nothing playable within this time is disconnected.
    public var admission = 20.0

    public init() {}

    /// EXT-X-TARGETDURATION. No segment is longer, even if a key frame is late.
    public var targetDuration: Int { max(1, Int(segmentDuration.rounded())) }
    /// At least twice the part target; three times is recommended (4.4.3.8).
    var partHoldBack: Double { partTarget * 3 }
    var holdBack: Double { Double(targetDuration) * 3 }
    /// At least six target durations.
    var skipUntil: Double { Double(targetDuration) * 6 }
    /// Parts stay listed within three target durations of the end (4.4.4.9).
    var partHistory: Double { Double(targetDuration) * 3 }
    /// The longest time for which a request is held (6.2.5.2).
    var holdTimeout: Double { Double(targetDuration) * 3 }
    /// How many parts beyond the last one a request may ask for (6.2.5.2).
    var advancePartLimit: Int { partTarget < 1 ? Int((3 / partTarget).rounded(.up)) : 3 }
    /// Players need at least this much.
    var minWindow: Double { max(window, Double(targetDuration) * 6) }
}
