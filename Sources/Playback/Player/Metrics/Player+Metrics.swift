// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

extension Player {
    /// How well the current item has played up to now; nil while nothing is loaded, and after a failure. Not observable.
    public func metrics() -> Metrics? {
        guard let onAir = engineItems.onAir, onAir.facts.isReady, error == nil else { return nil }
        var metrics = Metrics(date: Date())
        metrics.time = time
        if case .media(let media) = onAir.asset.source { metrics.uri = media.address }
        metrics.streamType = properties.streamType
        if let variant = onAir.facts.loadedVariant {
            metrics.indicatedBitrate = variant.bandwidth > 0 ? Double(variant.bandwidth) : nil
            metrics.indicatedAverageBitrate = variant.averageBandwidth.map(Double.init)
        }
        meter.fill(&metrics, at: clock.now)
        return metrics
    }

    /// The newest metrics, oldest first, as playing goes on: each interval of the item's timeline. Empty when another item begins.
    ///
    /// A slow listener gets the newest list, not those it missed.
    /// - Parameter limit: how many are kept; nil is 3,600.
    /// - Precondition: the interval and the limit are above zero.
    public func periodicMetrics(every interval: Duration, limit: Int? = nil) -> AsyncStream<[Metrics]> {
        let limit = limit ?? 3600
        precondition(limit > 0, "a limit is above zero")
        let (stream, out) = AsyncStream.makeStream(of: [Metrics].self, bufferingPolicy: .bufferingNewest(1))
        let record = MetricsRecord(limit: limit, out)
        let times = periodicTimes(every: interval)
        let states = propertiesUpdates
        let work = [
            Task { [weak self] in
                for await _ in times {
                    guard let self else { break }
                    record.note(metrics(), stay: tracking.stay)
                }
                record.finish()
            },
            Task { [weak self] in
                for await _ in states {
                    guard let self else { break }
                    record.note(nil, stay: tracking.item == nil ? -1 : tracking.stay)
                }
            },
        ]
        out.onTermination = { _ in work.forEach { $0.cancel() } }
        return stream
    }

    /// What has happened to the current item since it was loaded, oldest first. Not observable.
    public var metricEvents: [MetricEvent] { eventLogs.events(of: presentItem) }

    /// ``metricEvents`` at once, and after each new one. Empty when another item begins of which nothing is known, or when none does.
    public var metricEventsUpdates: AsyncStream<[MetricEvent]> {
        eventLists.listen(buffering: .bufferingNewest(1), first: metricEvents)
    }

    // MARK: Taking down

    private var moment: MetricEventLog.Moment { MetricEventLog.Moment(now: clock.now, date: Date(), time: time) }

    /// These items are in hand.
    func logItems(_ items: [PlayerItem]) {
        eventLogs.keep(items)
        for item in items {
            eventLogs.handle(.began, of: item, at: moment)
            if item === presentItem { eventLogs.handle(.current, of: item, at: moment) }
            if case .ready = item.content { eventLogs.handle(.known, of: item, at: moment) }
        }
        tellMetricEvents()
    }

    func log(_ event: MetricEventLog.Event, of item: PlayerItem?) {
        guard let item else { return }
        eventLogs.handle(event, of: item, at: moment)
        tellMetricEvents()
    }

    /// What is told of it when it comes back is told anew.
    func itemLeft(_ item: PlayerItem?) {
        trackersLeave()
        if let item, item !== presentItem { eventLogs.forget(item) }
    }

    /// The current item is loaded again.
    func logAnew() {
        guard let item = presentItem else { return }
        if case .loading = item.content { log(.anew(isKnown: false), of: item) } else { log(.anew(isKnown: true), of: item) }
    }

    /// The engine begins with the current item.
    func beginMeter() {
        meter.handle(.began, at: clock.now)
        if let variant = engineItems.onAir?.facts.variant { meter.handle(.variant(variant), at: clock.now) }
    }

    /// What of the engine's facts bears on quality.
    func measure(_ fact: EngineFact) {
        switch fact {
        case .ready(let id, let position):
            log(.ready, of: engineItems.item(id))
            if id == engineItems.onAir?.id { meter.handle(.ready(position: position), at: clock.now) }
        case .variant(let id, let change) where id == engineItems.onAir?.id:
            meter.handle(.variant(change.variant), at: clock.now)
        case .status(let id, let status) where id == engineItems.onAir?.id && error == nil: measure(status)
        case .gap(let id, let lane, let span) where id == engineItems.onAir?.id:
            log(.lacking(PlayerError(gapIn: lane, span)), of: presentItem)
        case .warning(let id, let error): log(.lacking(PlayerError(error)), of: engineItems.item(id))
        case .text(let id, .lost(_, let reason)): log(.lacking(PlayerError(.unavailable, reason, canRetry: true)), of: engineItems.item(id))
        default: return
        }
    }

    private func measure(_ status: EngineStatus) {
        switch status {
        case .stalled where seeks.target == nil && engineItems.onAir?.facts.hasPicture == true:
            if engineItems.onAir?.facts.status != .stalled { meter.handle(.stalled, at: clock.now) }
            log(.stalled, of: presentItem)
        case .playing, .paused, .ended: log(.flowing, of: presentItem)
        default: return
        }
    }

    private func tellMetricEvents() {
        guard let events = eventLogs.news(of: presentItem) else { return }
        eventLists.send(events)
        tellTrackers(events)
    }
}

/// A history that two tasks write, and one listener reads.
@MainActor private final class MetricsRecord {
    private var history: MetricsHistory
    private let out: AsyncStream<[Metrics]>.Continuation

    init(limit: Int, _ out: AsyncStream<[Metrics]>.Continuation) {
        history = MetricsHistory(limit: limit)
        self.out = out
    }

    func note(_ metrics: Metrics?, stay: Int) {
        if history.note(metrics, stay: stay) { out.yield(history.metrics) }
    }

    func finish() { out.finish() }
}

extension ItemFacts {
    /// The variant that samples come from; nil where there is no telling.
    fileprivate var loadedVariant: Presentation.Variant? {
        guard let variants = presentation?.variants else { return nil }
        if let variant, variants.indices.contains(variant) { return variants[variant] }
        return variants.count == 1 ? variants[0] : nil
    }
}

extension PlayerError {
    fileprivate init(gapIn lane: Lane, _ span: TimeRange) {
        self.init(
            .unavailable,
            "Nothing was to be had of the \(lane.name) lane from \(span.start) s to \(span.end) s, and playing passes over it. Look whether the server has these segments.",
            canRetry: true)
    }
}
