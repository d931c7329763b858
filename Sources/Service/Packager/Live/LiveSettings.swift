// SPDX-License-Identifier: Apache-2.0

/// The measures of a low-latency live stream. All times are seconds.
public struct LiveSettings: Hashable, Sendable {
    /// Upper bound of a part (PART-TARGET, RFC 8216bis 4.4.3.7).
    public var partTarget = 0.334
    /// A segment ends with the first part that reaches this length, where the next part begins with a key frame.
    public var segmentDuration = 2.0
    /// How far back viewers may go; at least six segments.
    public var window = 7200.0
    /// Whether what left the window is kept for a replay.
    public var isRecorded = true
    /// An encoder that sends nothing for so long is gone, and another one may come in its place.
    public var silence = 10.0
    /// Who connects as an encoder and has sent nothing that plays within this time is sent away.
    public var admission = 20.0

    public init() {}

    /// EXT-X-TARGETDURATION: no segment is longer, also where a key frame is late.
    public var targetDuration: Int { max(1, Int(segmentDuration.rounded())) }
    /// Twice the part target at least, three times to be safe (4.4.3.8).
    var partHoldBack: Double { partTarget * 3 }
    var holdBack: Double { Double(targetDuration) * 3 }
    /// Six target durations at least.
    var skipUntil: Double { Double(targetDuration) * 6 }
    /// Parts stay listed for three target durations from the end (4.4.4.9).
    var partHistory: Double { Double(targetDuration) * 3 }
    /// A request is held no longer than this (6.2.5.2).
    var patience: Double { Double(targetDuration) * 3 }
    /// How many parts ahead of the last one a request may ask for (6.2.5.2).
    var advancePartLimit: Int { partTarget < 1 ? Int((3 / partTarget).rounded(.up)) : 3 }
    /// No player manages with less.
    var leastWindow: Double { max(window, Double(targetDuration) * 6) }
}
