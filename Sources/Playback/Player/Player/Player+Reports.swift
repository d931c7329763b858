// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine

// Events and metrics, for users, trackers and statistics.
extension Player {
    /// All events from now on, in order.
    public var events: AsyncStream<PlayerEvent> { core.events.listen() }

    /// All facts that the engine reports from now on: for reports, statistics and journals.
    public var engineFacts: AsyncStream<EngineFact> { core.playback.engines.facts.listen() }

    /// The ID of the current item in ``engineFacts``; nil if there is none.
    public var currentItemID: ItemID? { core.playback.items.onAir?.id }

    /// Counts since the player was created.
    public var counts: EngineCounts { get async { await core.playback.engines.active.counts() } }

    // MARK: Metrics

    /// Playback metrics of the current item up to now; nil while nothing is loaded and after a failure. Not observable.
    public func metrics() -> Metrics? { core.playback.currentMetrics }

    /// The most recent metrics, oldest first, updated during playback: one per interval of the item's timeline. Empty when another item
    /// becomes current.
    ///
    /// A slow consumer gets the newest list, not the ones it missed.
    /// - Parameter limit: maximum number of metrics kept; nil means 3,600.
    /// - Precondition: the interval and the limit are greater than zero.
    public func periodicMetrics(every interval: Duration, limit: Int? = nil) -> AsyncStream<[Metrics]> {
        let limit = limit ?? 3600
        precondition(limit > 0, "the limit must be greater than zero")
        return MetricsRecord.follow(
            limit: limit, times: periodicTimes(every: interval), states: propertiesUpdates,
            metrics: { [weak playback = core.playback] in playback.map { ($0.currentMetrics, $0.tracking.stay) } },
            stay: { [weak playback = core.playback] in playback.map { $0.tracking.item == nil ? -1 : $0.tracking.stay } })
    }

    /// The current item's metric events since it was loaded, oldest first. Not observable.
    public var metricEvents: [MetricEvent] { core.playback.metrics.events(of: currentItem) }

    /// ``metricEvents`` now, and after each new one. Empty when another item without events becomes current, or when none is current.
    public var metricEventsUpdates: AsyncStream<[MetricEvent]> { core.playback.metrics.updates(of: currentItem) }

    /// The session identifiers of the current item's trackers of a type, sorted: for users to quote in support requests.
    ///
    /// When the call returns, the trackers have processed everything that was reported to them before.
    public func currentSessionIdentifiers<Tracker: PlayerItemTracker>(trackedBy type: Tracker.Type) async -> [String] {
        var identifiers: [String] = []
        for receiver in currentItem?.tracking.receivers(of: type) ?? [] {
            if let identifier = await receiver.sessionIdentifier() { identifiers.append(identifier) }
        }
        return identifiers.sorted()
    }
}
