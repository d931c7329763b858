// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How long to wait before something is tried again: longer each time, and not for all at the same moment.
public struct BackOff: Hashable, Sendable {
    /// Seconds after the first failure.
    public var first: Double
    /// Seconds at most.
    public var longest: Double

    public init(first: Double = 5, longest: Double = 600) {
        self.first = first
        self.longest = longest
    }

    /// - Parameters:
    ///   - attempt: from 1: the one that failed.
    ///   - chance: 0..<1: which moment of the last quarter it is.
    public func delay(after attempt: Int, chance: Double) -> Double {
        let doubled = first * pow(2, Double(min(max(attempt, 1), 30) - 1))
        return min(doubled, longest) * (0.75 + 0.25 * min(max(chance, 0), 1))
    }
}
