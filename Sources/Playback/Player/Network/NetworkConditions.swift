// SPDX-License-Identifier: Apache-2.0

/// The state of the network connection.
public struct NetworkConditions: Hashable, Sendable {
    /// Whether there is a network connection.
    public var isReachable: Bool
    /// Whether the connection is metered.
    public var isExpensive: Bool
    /// Whether the user has asked to save data.
    public var isConstrained: Bool

    public init(isReachable: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isReachable = isReachable
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }
}
