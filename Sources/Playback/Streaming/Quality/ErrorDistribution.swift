// SPDX-License-Identifier: Apache-2.0

/// The distribution of throughput estimation errors, as ln(actual / estimated).
///
/// Starts with the errors typical of mobile networks (half of the estimates within 20 %, one in fifty off by more than a factor of four)
/// and adapts to the current network: on a steady link it narrows within a few segments.
struct ErrorDistribution: Sendable {
    /// One possible outcome of the next transfer.
    struct Scenario: Sendable {
        var probability: Double
        /// ln(rate / estimate).
        var error: Double
    }

    private static let binCount = 65
    private static let reach = 4.0
    private static let binWidth = 2 * reach / Double(binCount - 1)
    private var bins: [Double]
    private var weight: Double

    init(priorWeight: Double = 8) {
        bins = [Double](repeating: 0, count: Self.binCount)
        weight = 0
        // Prior errors and their shares: wide tails, the lower one wider.
        let prior: [(error: Double, share: Double)] = [
            (-2.5, 0.01), (-1.5, 0.025), (-0.9, 0.04), (-0.5, 0.075), (-0.25, 0.15), (-0.1, 0.15), (0, 0.15), (0.1, 0.15), (0.2, 0.12),
            (0.35, 0.07), (0.7, 0.04), (1.5, 0.02),
        ]
        for point in prior { put(point.error, weight: point.share * priorWeight) }
    }

    mutating func add(_ error: Double, weight share: Double = 0.25, keeping: Double = 0.995) {
        guard error.isFinite else { return }
        for bin in bins.indices { bins[bin] *= keeping }
        weight *= keeping
        put(error, weight: share)
    }

    private mutating func put(_ error: Double, weight share: Double) {
        let position = min(max(0, (error + Self.reach) / Self.binWidth), Double(Self.binCount) - 1.001)
        let bin = Int(position)
        bins[bin] += share * (1 - (position - Double(bin)))
        bins[bin + 1] += share * (position - Double(bin))
        weight += share
    }

    /// The standard deviation.
    var spread: Double {
        var mean = 0.0
        var square = 0.0
        for bin in bins.indices {
            let error = Double(bin) * Self.binWidth - Self.reach
            mean += bins[bin] * error
            square += bins[bin] * error * error
        }
        mean /= weight
        return max(0, square / weight - mean * mean).squareRoot()
    }

    /// Cuts the distribution into slices of given probability, each with its mean, worst first.
    func scenarios(_ shares: [Double]) -> [Scenario] {
        var scenarios: [Scenario] = []
        var bin = 0
        var left = bins[0]
        for (index, share) in shares.enumerated() {
            var missing = index == shares.count - 1 ? .infinity : share * weight
            var taken = 0.0
            var sum = 0.0
            while missing > 0 {
                let part = min(left, missing)
                sum += part * (Double(bin) * Self.binWidth - Self.reach)
                taken += part
                missing -= part
                left -= part
                guard left <= 0 else { continue }
                guard bin + 1 < bins.count else { break }
                bin += 1
                left = bins[bin]
            }
            scenarios.append(Scenario(probability: share, error: taken > 0 ? sum / taken : scenarios.last?.error ?? 0))
        }
        return scenarios
    }
}
