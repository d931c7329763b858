// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Exponential back-off with jitter.
public struct BackOff: Hashable, Sendable {
    /// The delay after the first failure, in seconds.
    public var first: Double
    /// The longest delay in seconds.
    public var longest: Double

    public init(first: Double = 5, longest: Double = 600) {
        self.first = first
        self.longest = longest
    }

    /// - Parameters:
    ///   - attempt: the number of the failed attempt, from 1.
    ///   - jitter: a random number in 0..<1, which varies the delay by up to a quarter.
    public func delay(after attempt: Int, jitter: Double) -> Double {
        let doubled = first * pow(2, Double(min(max(attempt, 1), 30) - 1))
        return min(doubled, longest) * (0.75 + 0.25 * min(max(jitter, 0), 1))
    }
}
