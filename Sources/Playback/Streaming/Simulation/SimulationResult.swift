// SPDX-License-Identifier: Apache-2.0

/// Metrics of a simulated session, as used in published comparisons of ABR algorithms.
public struct SimulationResult: Hashable, Sendable {
    /// kbit/s: the nominal bitrates of the played segments, over the time from the first request to the last frame.
    public var averageBitrate: Double
    /// ln(bitrate / lowest bitrate), averaged like the bitrate.
    public var utility: Double
    /// Per segment: utility minus its change, minus ln(highest / lowest bitrate) per second of stall. Start-up counts as a stall.
    public var qoeLog: Double
    /// Utility minus five times the rebuffer ratio.
    public var score: Double
    /// The stalled share of the time from the first request to the last frame, not counting start-up.
    public var rebufferRatio: Double
    /// How often playback stalled after its start.
    public var rebufferEvents: Double
    /// How often a played segment's level differed from the previous one's.
    public var switches: Double
    /// Seconds until playback starts.
    public var startup: Double

    public init(
        averageBitrate: Double, utility: Double, qoeLog: Double, score: Double, rebufferRatio: Double, rebufferEvents: Double,
        switches: Double, startup: Double
    ) {
        self.averageBitrate = averageBitrate
        self.utility = utility
        self.qoeLog = qoeLog
        self.score = score
        self.rebufferRatio = rebufferRatio
        self.rebufferEvents = rebufferEvents
        self.switches = switches
        self.startup = startup
    }

    /// Computes the metrics from the levels in playback order and times in seconds.
    init(played: [Int], movie: MovieSizes, startup: Double, stalled: Double, stalls: Int, duration: Double) {
        var bitrate = 0.0
        var worth = 0.0
        var change = 0.0
        var changes = 0
        for (index, level) in played.enumerated() {
            bitrate += movie.bitrates[level]
            worth += naturalLogarithm(movie.bitrates[level] / movie.bitrates[0])
            guard index > 0, played[index - 1] != level else { continue }
            changes += 1
            change += naturalLogarithm(movie.bitrates[level] / movie.bitrates[played[index - 1]]).magnitude
        }
        let segments = duration / movie.segmentDuration
        let maximum = naturalLogarithm(movie.bitrates[movie.bitrates.count - 1] / movie.bitrates[0])
        let ratio = stalled / duration
        self.init(
            averageBitrate: bitrate / segments / 1000, utility: worth / segments,
            qoeLog: (worth - change - maximum * (stalled + startup)) / Double(max(1, played.count)),
            score: worth / segments - 5 * ratio, rebufferRatio: ratio, rebufferEvents: Double(stalls), switches: Double(changes),
            startup: startup)
    }

    /// The mean of each metric over sessions; nil if there are none.
    public static func mean(_ results: [SimulationResult]) -> SimulationResult? {
        guard !results.isEmpty else { return nil }
        var sum = SimulationResult(
            averageBitrate: 0, utility: 0, qoeLog: 0, score: 0, rebufferRatio: 0, rebufferEvents: 0, switches: 0, startup: 0)
        let share = 1 / Double(results.count)
        for result in results {
            sum.averageBitrate += result.averageBitrate * share
            sum.utility += result.utility * share
            sum.qoeLog += result.qoeLog * share
            sum.score += result.score * share
            sum.rebufferRatio += result.rebufferRatio * share
            sum.rebufferEvents += result.rebufferEvents * share
            sum.switches += result.switches * share
            sum.startup += result.startup * share
        }
        return sum
    }
}
