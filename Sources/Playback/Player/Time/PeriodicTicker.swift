// SPDX-License-Identifier: Apache-2.0

/// Decides which times are reported to a listener at regular intervals.
struct PeriodicTicker {
    /// Seconds on the item's timeline.
    let interval: Double
    private var last: Double?

    /// Timers fire a little early or late; the permitted deviation in seconds.
    private static let tolerance = 0.001

    /// - Parameter time: the current time, which isn't reported; nil if there is none.
    init(interval: Double, at time: Double?) {
        self.interval = interval
        last = time
    }

    /// - Parameter time: nil if there is no valid time any more.
    /// - Returns: whether to report the time.
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

    /// Seconds on the timeline until the next check.
    func distance(from time: Double, isReversed: Bool = false) -> Double {
        last.map { max(isReversed ? time - $0 + interval : $0 + interval - time, 0) } ?? 0
    }
}
