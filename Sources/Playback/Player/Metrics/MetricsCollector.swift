// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Collects a player's metrics for a view.
@MainActor @Observable public final class MetricsCollector {
    /// Changing it forgets what was collected.
    public var player: Player? { didSet { if player !== oldValue { follow() } } }
    /// The most recent metrics, oldest first.
    public private(set) var metrics: [Metrics] = []
    /// The events of the current item, oldest first.
    public private(set) var metricEvents: [MetricEvent] = []
    /// Whether there are neither metrics nor events yet.
    public var isEmpty: Bool { metrics.isEmpty && metricEvents.isEmpty }

    @ObservationIgnored private let interval: Duration
    @ObservationIgnored private let limit: Int?
    @ObservationIgnored private var following: [Task<Void, Never>] = []

    /// - Parameters:
    ///   - interval: time between two metrics on the item's timeline; must be greater than zero.
    ///   - limit: maximum number of metrics kept; must be greater than zero, nil means 3,600.
    public init(interval: Duration, limit: Int? = nil) {
        precondition(interval > .zero && limit ?? 1 > 0, "the interval and the limit must be greater than zero")
        self.interval = interval
        self.limit = limit
    }

    isolated deinit { following.forEach { $0.cancel() } }

    private func follow() {
        following.forEach { $0.cancel() }
        following = []
        if !metrics.isEmpty { metrics = [] }
        if !metricEvents.isEmpty { metricEvents = [] }
        guard let player else { return }
        let lists = player.periodicMetrics(every: interval, limit: limit)
        let events = player.metricEventsUpdates
        following = [
            Task { [weak self] in
                for await list in lists {
                    guard !Task.isCancelled, let self else { return }
                    metrics = list
                }
            },
            Task { [weak self] in
                for await list in events {
                    guard !Task.isCancelled, let self else { return }
                    metricEvents = list
                }
            },
        ]
    }
}
