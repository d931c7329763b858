// SPDX-License-Identifier: Apache-2.0

public import WindowboxEngine

// What happens, for people, trackers and statistics.
extension Player {
    /// What happens from now on, in order.
    public var events: AsyncStream<PlayerEvent> { core.events.listen() }

    /// Everything that the engine reports from now on: for reports, statistics and journals.
    public var engineFacts: AsyncStream<EngineFact> { core.playback.engines.facts.listen() }

    /// The id that ``engineFacts`` use for the current item; nil without one.
    public var currentItemID: ItemID? { core.playback.items.onAir?.id }

    /// Counts since the player was made.
    public var counts: EngineCounts { get async { await core.playback.engines.active.counts() } }

    // MARK: Metrics

    /// How well the current item has played up to now; nil while nothing is loaded, and after a failure. Not observable.
    public func metrics() -> Metrics? { core.playback.currentMetrics }

    /// The newest metrics, oldest first, as playing goes on: one for each interval of the item's timeline. Empty when another item begins.
    ///
    /// A slow listener gets the newest list, not those it missed.
    /// - Parameter limit: how many are kept; nil is 3,600.
    /// - Precondition: the interval and the limit are above zero.
    public func periodicMetrics(every interval: Duration, limit: Int? = nil) -> AsyncStream<[Metrics]> {
        let limit = limit ?? 3600
        precondition(limit > 0, "a limit is above zero")
        return MetricsRecord.follow(
            limit: limit, times: periodicTimes(every: interval), states: propertiesUpdates,
            metrics: { [weak playback = core.playback] in playback.map { ($0.currentMetrics, $0.tracking.stay) } },
            stay: { [weak playback = core.playback] in playback.map { $0.tracking.item == nil ? -1 : $0.tracking.stay } })
    }

    /// What has happened to the current item since it was loaded, oldest first. Not observable.
    public var metricEvents: [MetricEvent] { core.playback.metrics.events(of: currentItem) }

    /// ``metricEvents`` at once, and after each new one. Empty when another item begins of which nothing is known, or when none does.
    public var metricEventsUpdates: AsyncStream<[MetricEvent]> { core.playback.metrics.updates(of: currentItem) }

    /// The session identifiers of the current item's trackers of a type, sorted: for a person to quote when asking for help.
    ///
    /// The trackers have taken in everything they were told before this call when it answers.
    public func currentSessionIdentifiers<Tracker: PlayerItemTracker>(trackedBy type: Tracker.Type) async -> [String] {
        var identifiers: [String] = []
        for receiver in currentItem?.tracking.receivers(of: type) ?? [] {
            if let identifier = await receiver.sessionIdentifier() { identifiers.append(identifier) }
        }
        return identifiers.sorted()
    }
}
