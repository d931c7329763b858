// SPDX-License-Identifier: Apache-2.0

/// Distinguishes positions reached by playback from those reached by a seek.
///
/// A late report looks like a stall followed by a jump. But playback can't run ahead of time: the difference between time and
/// position only grows, by report delays and stalls, and never falls below earlier values. So a forward jump is a report that is
/// further ahead than all of the last few.
public struct ContinuousPlay: Hashable, Sendable {
    /// Seconds that a report may be ahead, because clocks and estimates differ.
    public static let tolerance = 0.5
    /// Number of reports to compare with; older ones could hide jumps after a stall.
    private static let maxOffsets = 5

    /// Start of continuous playback, in seconds; nil before the first report.
    public private(set) var start: Double?
    /// Position of the last report, in seconds.
    public private(set) var position: Double?
    /// Report times minus positions.
    private var offsets: [Double] = []
    private var updatedAt = 0.0
    private var pausedAt: Double?

    public init() {}

    /// Restarts at a position, however it was reached.
    public mutating func begin(at position: Double, moment: Double) {
        (start, self.position, offsets, updatedAt) = (position, position, [moment - position], moment)
        if pausedAt != nil { pausedAt = moment }
    }

    /// Whether playback could have reached a position.
    ///
    /// - Parameters:
    ///   - moment: time of the report, in seconds of any monotonic clock.
    ///   - speed: playback speed since the last report.
    public func reaches(_ position: Double, at moment: Double, speed: Double = 1) -> Bool {
        guard let last = self.position, let earliest = offsets.min() else { return false }
        let moment = min(moment, pausedAt ?? moment)
        let gained = max(0, speed - 1) * max(0, moment - updatedAt)
        return position >= last - Self.tolerance && moment - position + gained >= earliest - Self.tolerance
    }

    /// - Returns: whether the position was reached by playback.
    @discardableResult public mutating func move(to position: Double, at moment: Double, speed: Double = 1) -> Bool {
        guard reaches(position, at: moment, speed: speed) else {
            begin(at: position, moment: moment)
            return false
        }
        self.position = position
        updatedAt = min(moment, pausedAt ?? moment)
        offsets = (offsets + [updatedAt - position]).suffix(Self.maxOffsets)
        return true
    }

    /// Playback pauses at this moment, in seconds of the clock.
    public mutating func pause(at moment: Double) { if pausedAt == nil { pausedAt = moment } }

    /// Nothing was played during the pause.
    public mutating func resume(at moment: Double) {
        guard let begin = pausedAt else { return }
        pausedAt = nil
        updatedAt += max(0, moment - begin)
        offsets = offsets.map { $0 + max(0, moment - begin) }
    }

    /// Forgets the position; nothing continues from here.
    public mutating func breakOff() { (start, position, offsets) = (nil, nil, []) }
}
