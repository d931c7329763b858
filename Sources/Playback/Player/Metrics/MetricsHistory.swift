// SPDX-License-Identifier: Apache-2.0

/// The most recent metrics of one item, each with its increment since the one before.
struct MetricsHistory {
    private let limit: Int
    private var stay: Int?
    private var total = MetricsValues()
    private(set) var metrics: [Metrics] = []

    /// - Parameter limit: maximum number of metrics kept; must be greater than zero.
    init(limit: Int) { self.limit = limit }

    /// - Parameter stay: identifies the time span in which the item is current; a new one clears the history.
    /// - Returns: whether the history changed.
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
