// SPDX-License-Identifier: Apache-2.0

/// One level of the bitrate ladder, as announced by the playlist.
public struct QualityLevel: Hashable, Sendable {
    /// Bit/s that no part of the stream exceeds (BANDWIDTH).
    public var peakBitrate: Double
    /// Bit/s averaged over the stream (AVERAGE-BANDWIDTH); nil if not stated.
    public var averageBitrate: Double?
    /// Value of a second at this level, in any unit that grows with quality (SCORE); nil uses the logarithm of the bitrate. Used only if
    /// every level has one.
    public var utility: Double?

    public init(peakBitrate: Double, averageBitrate: Double? = nil, utility: Double? = nil) {
        self.peakBitrate = peakBitrate
        self.averageBitrate = averageBitrate
        self.utility = utility
    }

    /// The best estimate of an unseen segment's bit/s: positive and finite whatever the playlist states.
    var expectedBitrate: Double {
        let declared = averageBitrate ?? peakBitrate
        let bitrate = declared.isFinite && declared > 0 ? declared : peakBitrate
        return bitrate.isFinite ? max(1, min(bitrate, 1e12)) : 1
    }
}
