// SPDX-License-Identifier: Apache-2.0

/// Which of the given times playing has passed.
struct BoundaryTimeObserver {
    /// Seconds, rising, each once.
    let times: [Double]
    private var last: Double?

    /// - Parameter time: now, or nil when there is no valid time.
    init(_ times: [Double], at time: Double?) {
        self.times = Set(times.filter(\.isFinite)).sorted()
        last = time
    }

    /// A jump passes nothing; what it lands on has been reached.
    /// - Parameter isReversed: playing came here backwards. Otherwise an earlier time is a correction.
    /// - Returns: in the order in which they were passed.
    mutating func passed(_ time: Double?, hasJumped: Bool, isReversed: Bool = false) -> [Double] {
        defer { last = time }
        guard let time, let last else { return [] }
        if isReversed, !hasJumped { return times.filter { time <= $0 && $0 < last }.reversed() }
        if hasJumped || time < last { return times.filter { $0 == time && time != last } }
        return times.filter { last < $0 && $0 <= time }
    }

    /// Seconds of the timeline until the next one; nil after the last.
    func distance(from time: Double, isReversed: Bool = false) -> Double? {
        isReversed ? times.last { $0 < time }.map { time - $0 } : times.first { $0 > time }.map { $0 - time }
    }
}
