// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// How far behind the live edge a session plays, and how it keeps there.
public struct LatencyPolicy: Hashable, Sendable {
    /// When playing is sped up and slowed down to keep the distance.
    public enum CatchUp: Hashable, Sendable { case never, lowLatencyOnly, always }
    /// Where a position goes that has left the window behind it: as little as can be, or to where a start would be.
    public enum BehindWindow: Hashable, Sendable { case windowStart, liveEdge }
    public var catchUp = CatchUp.lowLatencyOnly
    public var slowest = 0.97
    public var fastest = 1.05
    /// Seconds of error that are left alone.
    public var deadZone = 0.05
    /// Rate per second of error.
    public var gain = 0.1
    /// Seconds added to the distance at each stall, and what all of them add at most in units of the target duration.
    public var stallStep = 0.5
    public var stallCeiling = 1.0
    /// Seconds of that addition given back per second of undisturbed playing.
    public var recovery = 0.01
    /// Wanted distance in seconds instead of the playlist's hold-back; never below what the server's rules allow.
    public var wanted: Double?
    public var behindWindow = BehindWindow.windowStart

    public init() {}
}

/// The rate that keeps a live stream at its distance from the edge.
struct LatencyController: Sendable {
    let policy: LatencyPolicy
    /// Seconds added because of stalls.
    private(set) var addition = 0.0
    private(set) var rate = 1.0
    private var lastUpdate: Instant?

    init(policy: LatencyPolicy) { self.policy = policy }

    mutating func stalled(targetDuration: Double) {
        addition = min(addition + policy.stallStep, max(policy.stallCeiling * targetDuration, policy.stallStep))
    }

    /// The distance wanted now.
    func target(holdBack: Double) -> Double { holdBack + addition }

    /// The new rate when it changes, at most twice a second.
    /// - Parameters:
    ///   - latency: seconds between the live edge and the position.
    ///   - buffered: seconds of samples ahead.
    ///   - floor: seconds of buffer under which playing is never sped up.
    mutating func update(latency: Double, holdBack: Double, buffered: Double, floor: Double, at now: Instant) -> Double? {
        if let last = lastUpdate {
            guard now - last >= 0.5 else { return nil }
            addition = max(0, addition - policy.recovery * min(now - last, 5))
        }
        lastUpdate = now
        return settle(wanted(latency: latency, holdBack: holdBack, buffered: buffered, floor: floor))
    }

    /// Back to the normal rate; the rate when that is a change.
    mutating func rest() -> Double? {
        lastUpdate = nil
        return settle(1)
    }

    private func wanted(latency: Double, holdBack: Double, buffered: Double, floor: Double) -> Double {
        let error = latency - target(holdBack: holdBack)
        // Going back to 1 only at half the dead zone keeps the rate from flapping at its border.
        let zone = rate == 1 ? policy.deadZone : policy.deadZone / 2
        if error.magnitude <= zone { return 1 }
        let proposed = min(max(1 + policy.gain * error, policy.slowest), policy.fastest)
        if proposed > 1, buffered < floor { return 1 }
        return (proposed * 200).rounded() / 200
    }

    private mutating func settle(_ wanted: Double) -> Double? {
        guard wanted != rate else { return nil }
        rate = wanted
        return wanted
    }
}
