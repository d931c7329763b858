// SPDX-License-Identifier: Apache-2.0

/// One rung of the ladder of qualities, as the playlist tells of it.
public struct QualityLevel: Hashable, Sendable {
    /// Bit/s that no stretch of the stream exceeds (BANDWIDTH).
    public var peakBitrate: Double
    /// Bit/s over the whole stream (AVERAGE-BANDWIDTH); nil when not told.
    public var averageBitrate: Double?
    /// What a second at this level is worth, in any unit that grows with quality (SCORE); nil takes the logarithm of the bitrate.
    /// Counts only when every level has one.
    public var utility: Double?

    public init(peakBitrate: Double, averageBitrate: Double? = nil, utility: Double? = nil) {
        self.peakBitrate = peakBitrate
        self.averageBitrate = averageBitrate
        self.utility = utility
    }

    /// The best guess at bit/s of a segment nobody has seen: positive and finite whatever was told.
    var expectedBitrate: Double {
        let told = averageBitrate ?? peakBitrate
        let bitrate = told.isFinite && told > 0 ? told : peakBitrate
        return bitrate.isFinite ? max(1, min(bitrate, 1e12)) : 1
    }
}
