// SPDX-License-Identifier: Apache-2.0

/// Which of the times that go by one listener is told of.
struct PeriodicTicker {
    /// Seconds of the item's timeline.
    let interval: Double
    private var last: Double?

    /// Timers wake a little early or late; this much is forgiven, in seconds.
    private static let tolerance = 0.001

    /// - Parameter time: now, which is not told; nil when there is no valid time.
    init(interval: Double, at time: Double?) {
        self.interval = interval
        last = time
    }

    /// - Parameter time: nil when there is no valid time any more.
    /// - Returns: whether the listener is told.
    mutating func passes(_ time: Double?, hasJumped: Bool) -> Bool {
        guard let time else {
            last = nil
            return false
        }
        if let last {
            let distance = abs(time - last)
            let needed = hasJumped ? interval / 2 : interval - Self.tolerance
            guard distance >= needed else { return false }
        }
        last = time
        return true
    }

    /// Seconds of the timeline until it wants to be asked again.
    func distance(from time: Double, isReversed: Bool = false) -> Double {
        last.map { max(isReversed ? time - $0 + interval : $0 + interval - time, 0) } ?? 0
    }
}
