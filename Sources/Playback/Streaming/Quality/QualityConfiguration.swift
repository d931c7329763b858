// SPDX-License-Identifier: Apache-2.0

/// What ``ABRController`` optimises for. The defaults suit every stream and every buffer size.
public struct QualityConfiguration: Hashable, Sendable {
    /// Cost of one second of stall, in units of the value difference between the best and the lowest level.
    public var stallCost: Double
    /// Cost of a level change, in units of the value difference between the two levels.
    public var switchCost: Double
    /// Whether buffered segments may be fetched again at a better level.
    public var replaces: Bool
    /// Bit/s assumed before the first measurement (ideally measured in an earlier session); nil starts at the lowest level.
    public var initialThroughput: Double?

    public init(stallCost: Double = 1, switchCost: Double = 1, replaces: Bool = true, initialThroughput: Double? = nil) {
        self.stallCost = stallCost
        self.switchCost = switchCost
        self.replaces = replaces
        self.initialThroughput = initialThroughput
    }
}
