// SPDX-License-Identifier: Apache-2.0

/// The group of a viewer in a comparison of recommendations with the newest videos. It never changes for the same viewer and share.
public enum TrialGroup: String, Hashable, Sendable, CaseIterable {
    case recommended, control

    /// - Parameter controlPercent: the share of viewers in the control group, clamped to 0...50.
    public init(viewer: String, controlPercent: Int) {
        let place = Int(Recommender.hash("trial", viewer) % 100)
        self = place < min(50, max(0, controlPercent)) ? .control : .recommended
    }
}

/// What the viewers of one group watched.
public struct TrialFigures: Hashable, Sendable {
    public private(set) var viewers = 0
    public private(set) var viewings = 0
    private var mean = 0.0
    /// The sum of squared differences from the mean, as in Welford's algorithm.
    private var squares = 0.0

    public init() {}

    /// - Parameters:
    ///   - viewings: the number of the viewer's viewings; without any, the viewer isn't counted.
    ///   - engagement: the sum of their engagement.
    public mutating func addViewer(viewings count: Int, engagement: Double) {
        guard count > 0 else { return }
        viewers += 1
        viewings += count
        let value = engagement / Double(count)
        let difference = value - mean
        mean += difference / Double(viewers)
        squares += difference * (value - mean)
    }

    /// The average of the viewers' average engagement, 0...1.
    public var engagement: Double { mean }
    public var viewingsPerViewer: Double { viewers == 0 ? 0 : Double(viewings) / Double(viewers) }

    /// The difference of the engagement to that of another group, and half the width of its 95 % confidence interval. Viewers are the
    /// samples, because the viewings of one viewer depend on each other.
    /// - Returns: nil if a group has fewer than two viewers.
    public func difference(to other: TrialFigures) -> (value: Double, margin: Double)? {
        guard viewers > 1, other.viewers > 1 else { return nil }
        let variance = squares / Double(viewers - 1) / Double(viewers) + other.squares / Double(other.viewers - 1) / Double(other.viewers)
        return (mean - other.mean, 1.96 * variance.squareRoot())
    }
}
