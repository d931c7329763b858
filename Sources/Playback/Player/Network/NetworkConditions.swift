// SPDX-License-Identifier: Apache-2.0

/// What is known of the way to the network.
public struct NetworkConditions: Hashable, Sendable {
    /// There is a way out of this machine.
    public var isReachable: Bool
    /// Bytes cost money: a metered connection.
    public var isExpensive: Bool
    /// The person has asked to save data.
    public var isConstrained: Bool

    public init(isReachable: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.isReachable = isReachable
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }
}
