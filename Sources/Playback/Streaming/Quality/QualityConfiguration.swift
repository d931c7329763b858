// SPDX-License-Identifier: Apache-2.0

/// What the quality rule strives for. The defaults serve every stream and every buffer.
public struct QualityConfiguration: Hashable, Sendable {
    /// What a second of stall costs, in units of the best level's worth over the lowest's.
    public var stallCost: Double
    /// What a change of level costs, in units of the difference in worth between the two.
    public var switchCost: Double
    /// Whether buffered segments may be fetched again at a better level.
    public var replaces: Bool
    /// Bit/s believed before anything was measured (a measurement of an earlier session is best); nil starts at the lowest level.
    public var initialThroughput: Double?

    public init(stallCost: Double = 1, switchCost: Double = 1, replaces: Bool = true, initialThroughput: Double? = nil) {
        self.stallCost = stallCost
        self.switchCost = switchCost
        self.replaces = replaces
        self.initialThroughput = initialThroughput
    }
}
