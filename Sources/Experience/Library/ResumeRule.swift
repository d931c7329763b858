// SPDX-License-Identifier: Apache-2.0

/// When a place in a video is worth going back to: not near its beginning, which is found by itself, and not near its end,
/// where the person had finished.
public struct ResumeRule: Hashable, Sendable {
    /// Seconds from the beginning within which nothing is kept.
    public var beginning: Double
    /// Seconds before the end within which nothing is kept.
    public var ending: Double
    /// The same as a share of the duration, 0...1; the longer of the two counts. Credits of a film are longer than those of a clip.
    public var endingShare: Double
    /// Seconds below which an item is seen in one go: nothing is kept of it.
    public var shortest: Double

    public init(beginning: Double = 10, ending: Double = 15, endingShare: Double = 0.03, shortest: Double = 60) {
        self.beginning = beginning
        self.ending = ending
        self.endingShare = endingShare
        self.shortest = shortest
    }

    /// - Parameters:
    ///   - position: seconds since the beginning.
    ///   - duration: seconds; nil while unknown and for live streams, which have no place to go back to.
    /// - Returns: where to go on the next time; nil for the beginning.
    public func place(at position: Double, of duration: Double?) -> Double? {
        guard let duration, duration.isFinite, position.isFinite, duration >= shortest, position >= beginning else { return nil }
        return position <= duration - max(ending, duration * endingShare) ? position : nil
    }
}
