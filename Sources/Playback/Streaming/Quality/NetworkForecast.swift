// SPDX-License-Identifier: Apache-2.0

/// What the network may do during the next transfers.
struct NetworkForecast: Sendable {
    struct Scenario: Sendable {
        var probability: Double
        /// ln(rate / estimate).
        var error: Double
        /// Estimate / rate.
        var slowdown: Double
        /// How much the estimate (ln bit/s) changes afterwards.
        var estimateChange: Double
    }

    /// Slices of the errors, worst first: finer at the bad end, where stalls come from.
    private static let shares = [0.03, 0.09, 0.18, 0.3, 0.22, 0.13, 0.05]
    /// The share of an error that lasts beyond its transfer: errors over half a minute are only 1.5 times as wide as over two seconds.
    private static let persistence = 0.2
    /// How far a rate returns towards the long-term mean during one segment, as a share.
    private static let meanReversion = 0.03
    /// The longest assumed transfer, in seconds.
    private static let maximumSeconds = 100_000.0

    /// Seconds to the first byte.
    let latency: Double
    let longRate: Double
    let scenarios: [Scenario]

    init(_ history: ThroughputHistory) {
        latency = history.latency
        longRate = history.longRate
        var scenarios: [Scenario] = []
        var mean = 0.0
        for scenario in history.errors.scenarios(Self.shares) {
            let error = scenario.error
            mean += error * scenario.probability
            scenarios.append(
                Scenario(
                    probability: scenario.probability, error: error, slowdown: exponential(-error), estimateChange: Self.persistence * error
                ))
        }
        // An estimate that is expected to change would reward whatever postpones the change.
        for index in scenarios.indices { scenarios[index].estimateChange -= Self.persistence * mean }
        self.scenarios = scenarios
    }

    /// A rate estimate, projected to the next transfer.
    struct Pace {
        /// ln(bit/s).
        let rate: Double
        fileprivate let secondsPerBit: Double
    }

    func pace(_ rate: Double) -> Pace {
        let expected = rate + Self.meanReversion * (longRate - rate)
        return Pace(rate: expected, secondsPerBit: exponential(-expected))
    }

    /// Seconds that a transfer takes, including the wait for its first byte unless it has begun.
    @inline(__always)
    func seconds(bits: Double, at pace: Pace, _ scenario: Scenario, isBegun: Bool = false) -> Double {
        let arriving = min(Self.maximumSeconds, bits * pace.secondsPerBit * scenario.slowdown)
        return isBegun ? arriving : latency + arriving
    }
}
