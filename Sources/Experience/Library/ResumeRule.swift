// SPDX-License-Identifier: Apache-2.0

/// Decides whether a position is worth storing: not near the start, which is easy to find, and not near the end, where the user had
/// finished.
public struct ResumeRule: Hashable, Sendable {
    /// Seconds from the start within which no position is stored.
    public var beginning: Double
    /// Seconds before the end within which no position is stored.
    public var ending: Double
    /// ``ending`` as a fraction of the duration, 0...1; the larger of the two applies, because films have longer credits than clips.
    public var endingShare: Double
    /// Minimum duration in seconds for which positions are stored.
    public var shortest: Double

    public init(beginning: Double = 10, ending: Double = 15, endingShare: Double = 0.03, shortest: Double = 60) {
        self.beginning = beginning
        self.ending = ending
        self.endingShare = endingShare
        self.shortest = shortest
    }

    /// - Parameters:
    ///   - position: seconds from the start.
    ///   - duration: in seconds; nil if unknown and for live streams, which can't be resumed.
    /// - Returns: where to resume next time; nil for the start.
    public func resumePosition(leftAt position: Double, of duration: Double?) -> Double? {
        guard let duration, duration.isFinite, position.isFinite, duration >= shortest, position >= beginning else { return nil }
        return position <= duration - max(ending, duration * endingShare) ? position : nil
    }
}
