// SPDX-License-Identifier: Apache-2.0

import WindowboxHLS
import WindowboxMedia

/// How far behind the live edge a session plays, and how it keeps that distance.
public struct LatencyPolicy: Hashable, Sendable {
    /// When the playback rate is adjusted to keep the distance.
    public enum CatchUp: Hashable, Sendable {
        /// `never`: the rate stays as it is. `lowLatencyOnly`: streams in low latency only.
        case never, lowLatencyOnly
        /// Low-latency streams always, others only to catch up after stalls.
        case afterStalls
        /// All live streams, all the time.
        case always
    }
    /// Where playback continues after falling behind the live window: at the window's start, or where a new start would be.
    public enum BehindWindow: Hashable, Sendable { case windowStart, liveEdge }
    /// When the rate is adjusted.
    public var catchUp = CatchUp.afterStalls
    /// The lowest rate for keeping the distance, in media seconds per second.
    public var slowest = 0.97
    /// The highest rate for keeping the distance, in media seconds per second.
    public var fastest = 1.05
    /// The fastest rate at which a stream without low latency makes up for stalls.
    public var fastestAfterStall = 1.25
    /// Seconds in which the time lost to a stall is made up, if ``fastestAfterStall`` allows.
    public var timeToMakeUp = 10.0
    /// Seconds of error that are ignored.
    public var deadZone = 0.05
    /// Rate change per second of error.
    public var gain = 0.1
    /// Seconds added to the distance at each stall. ``stallCeiling`` limits the sum, in units of the target duration.
    public var stallStep = 0.5
    /// The limit of the distance added for stalls, in units of the target duration.
    public var stallCeiling = 1.0
    /// Seconds of that addition removed per second of undisturbed playback.
    public var recovery = 0.01
    /// Target distance in seconds instead of the playlist's hold-back; never below what the server's rules allow.
    public var requested: Double?
    /// Where playback continues after falling behind the live window.
    public var behindWindow = BehindWindow.windowStart

    public init() {}
}

/// The rate that keeps a live stream at its distance from the edge.
struct LatencyController: Sendable {
    let policy: LatencyPolicy
    /// The author's limits; nil if there are none.
    var rates: CatchUpRates?
    /// Seconds added because of stalls.
    private(set) var addition = 0.0
    private(set) var rate = 1.0
    /// Seconds lost to stalls and not yet made up.
    private(set) var lost = 0.0
    private var starvedAt: Instant?
    private var lastUpdate: Instant?

    init(policy: LatencyPolicy) { self.policy = policy }

    mutating func stalled(targetDuration: Double) {
        addition = min(addition + policy.stallStep, max(policy.stallCeiling * targetDuration, policy.stallStep))
    }

    /// Counts the time of stalls, if they are due to a lack of media: after a stall of a slow decoder, faster playback would only add to
    /// its work.
    mutating func note(isStalled: Bool, lacksMedia: Bool = true, at now: Instant) {
        if let since = starvedAt { lost += now - since }
        starvedAt = isStalled && (lacksMedia || starvedAt != nil) ? now : nil
    }

    /// The position has moved: earlier losses no longer matter.
    mutating func forgetLoss() {
        lost = 0
        starvedAt = nil
    }

    /// The current target distance in seconds.
    func target(holdBack: Double) -> Double { holdBack + addition }

    /// Returns the new rate if it changes, at most twice a second.
    /// - Parameters:
    ///   - latency: seconds between the live edge and the position.
    ///   - buffered: seconds of samples ahead of the position.
    ///   - floor: seconds of buffer below which playback never speeds up.
    mutating func update(latency: Double, holdBack: Double, buffered: Double, floor: Double, at now: Instant) -> Double? {
        guard elapse(at: now) != nil else { return nil }
        return changeRate(to: targetRate(latency: latency, holdBack: holdBack, buffered: buffered, floor: floor))
    }

    /// Like ``update(latency:holdBack:buffered:floor:at:)``, but only makes up the time lost to stalls.
    ///
    /// The rate is chosen once for each loss and then kept, because every change is audible.
    mutating func makeUp(latency: Double, holdBack: Double, buffered: Double, floor: Double, at now: Instant) -> Double? {
        guard let elapsed = elapse(at: now) else { return nil }
        if rate > 1 { lost = max(0, lost - (rate - 1) * elapsed) }
        let gap = min(latency - target(holdBack: holdBack), lost)
        // Half a second isn't worth a change of speed, but a catch-up in progress is finished.
        guard gap > (rate > 1 ? 0.1 : 0.5), buffered >= floor else { return changeRate(to: 1) }
        let planned = (max(1 + gap / policy.timeToMakeUp, policy.fastest) * 20).rounded(.up) / 20
        return changeRate(to: min(max(rate, min(planned, policy.fastestAfterStall)), rates?.fastest ?? .infinity))
    }

    /// Seconds since the last update, at most 5; nil if that is too recent for another.
    private mutating func elapse(at now: Instant) -> Double? {
        var elapsed = 0.0
        if let last = lastUpdate {
            guard now - last >= 0.5 else { return nil }
            elapsed = min(now - last, 5)
            addition = max(0, addition - policy.recovery * elapsed)
        }
        lastUpdate = now
        return elapsed
    }

    /// A position relative to the live edge, in seconds.
    struct Situation: Sendable {
        /// From the position to the live edge.
        var latency: Double
        var holdBack: Double
        /// Samples ahead of the position.
        var buffered: Double
        var targetDuration: Double
        /// nil without low latency.
        var partTarget: Double?

        /// The buffer below which playback never speeds up.
        var floor: Double { min(holdBack / 2, partTarget.map { 2 * $0 } ?? targetDuration / 2) }
    }

    /// Returns the new rate if the policy changes it for this stream.
    mutating func follow(_ situation: Situation, at now: Instant) -> Double? {
        // A viewer who sought further back did so on purpose.
        let isAtEdge = situation.latency < target(holdBack: situation.holdBack) + 2 * situation.targetDuration
        switch policy.catchUp {
        case .always where isAtEdge, .lowLatencyOnly where isAtEdge && situation.partTarget != nil,
            .afterStalls where isAtEdge && situation.partTarget != nil:
            return update(
                latency: situation.latency, holdBack: situation.holdBack, buffered: situation.buffered, floor: situation.floor, at: now)
        case .afterStalls where situation.partTarget == nil:
            return makeUp(
                latency: situation.latency, holdBack: situation.holdBack, buffered: situation.buffered, floor: situation.floor, at: now)
        case .never, .lowLatencyOnly, .afterStalls, .always: return returnToNormal()
        }
    }

    /// Returns to the normal rate; nil if it is already normal.
    mutating func returnToNormal() -> Double? {
        if rate == 1 { return nil }
        lastUpdate = nil
        return changeRate(to: 1)
    }

    private func targetRate(latency: Double, holdBack: Double, buffered: Double, floor: Double) -> Double {
        let error = latency - target(holdBack: holdBack)
        // Returning to 1 only at half the dead zone keeps the rate from oscillating at its border.
        let zone = rate == 1 ? policy.deadZone : policy.deadZone / 2
        if error.magnitude <= zone { return 1 }
        let slowest = max(policy.slowest, rates?.slowest ?? 0)
        let fastest = min(policy.fastest, rates?.fastest ?? .infinity)
        let proposed = (min(max(1 + policy.gain * error, slowest), fastest) * 200).rounded() / 200
        if proposed > 1, buffered < floor { return 1 }
        return min(max(proposed, slowest), fastest)
    }

    private mutating func changeRate(to targetRate: Double) -> Double? {
        guard targetRate != rate else { return nil }
        rate = targetRate
        return targetRate
    }
}
