// SPDX-License-Identifier: Apache-2.0

/// The newest metrics of one item, each with what came since the one before.
struct MetricsHistory {
    private let limit: Int
    private var stay: Int?
    private var total = MetricsValues()
    private(set) var metrics: [Metrics] = []

    /// - Parameter limit: how many are kept, above zero.
    init(limit: Int) { self.limit = limit }

    /// - Parameter stay: which stay of an item as the current one they are of; another begins the history anew.
    /// - Returns: whether there is something new.
    mutating func note(_ next: Metrics?, stay: Int) -> Bool {
        let isEmpty = metrics.isEmpty
        if stay != self.stay {
            (self.stay, metrics, total) = (stay, [], MetricsValues())
        }
        guard var next else { return isEmpty != metrics.isEmpty }
        next.increment = next.total.since(total)
        total = next.total
        metrics.append(next)
        if metrics.count > limit { metrics.removeFirst(metrics.count - limit) }
        return true
    }
}
