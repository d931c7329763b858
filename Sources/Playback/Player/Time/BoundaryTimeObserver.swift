// SPDX-License-Identifier: Apache-2.0

/// Determines which of the given times playback has passed.
struct BoundaryTimeObserver {
    /// Seconds, ascending and unique.
    let times: [Double]
    private var last: Double?

    /// - Parameter time: the current time; nil if there is none.
    init(_ times: [Double], at time: Double?) {
        self.times = Set(times.filter(\.isFinite)).sorted()
        last = time
    }

    /// The times passed since the last call. A jump passes none, except a time that it lands on.
    /// - Parameter isReversed: playback went backwards. Otherwise an earlier time is a correction.
    /// - Returns: the times in the order in which they were passed.
    mutating func passed(_ time: Double?, hasJumped: Bool, isReversed: Bool = false) -> [Double] {
        defer { last = time }
        guard let time, let last else { return [] }
        if isReversed, !hasJumped { return times.filter { time <= $0 && $0 < last }.reversed() }
        if hasJumped || time < last { return times.filter { $0 == time && time != last } }
        return times.filter { last < $0 && $0 <= time }
    }

    /// Seconds on the timeline until the next one; nil after the last.
    func distance(from time: Double, isReversed: Bool = false) -> Double? {
        isReversed ? times.last { $0 < time }.map { time - $0 } : times.first { $0 > time }.map { $0 - time }
    }
}
