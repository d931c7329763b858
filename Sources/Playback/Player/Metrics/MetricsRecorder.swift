// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Measures playback of the current item, and logs events of it and the next one. Logging returns the current item's events to report to
/// its trackers; nil if there is nothing new.
@MainActor final class MetricsRecorder {
    /// The player state needed to evaluate the engine's facts.
    struct Situation {
        var items: EngineItems
        var present: PlayerItem?
        var isSeeking: Bool
        var hasFailed: Bool
    }

    private var meter = PlaybackMeter()
    private var logs = MetricEventLogs()
    private let lists = Broadcast<[MetricEvent]>()

    // MARK: Metrics

    /// - Parameters:
    ///   - held: the item being played.
    ///   - time: seconds on its timeline.
    func metrics(of held: EngineItems.HeldItem, time: Double?, _ streamType: StreamType, at now: Instant) -> Metrics {
        var metrics = Metrics(date: Date())
        metrics.time = time
        if case .media(let media) = held.asset.source { metrics.uri = media.address }
        metrics.streamType = streamType
        if let variant = held.facts.loadedVariant {
            metrics.indicatedBitrate = variant.bandwidth > 0 ? Double(variant.bandwidth) : nil
            metrics.indicatedAverageBitrate = variant.averageBandwidth.map(Double.init)
        }
        meter.fill(&metrics, at: now)
        return metrics
    }

    func measure(_ event: PlaybackMeter.Event, at now: Instant) { meter.handle(event, at: now) }

    /// The engine starts with the current item.
    func begin(variant: Int?, at now: Instant) {
        meter.handle(.began, at: now)
        if let variant { meter.handle(.variant(variant), at: now) }
    }

    // MARK: Events

    func events(of item: PlayerItem?) -> [MetricEvent] { logs.events(of: item) }

    func updates(of item: PlayerItem?) -> AsyncStream<[MetricEvent]> {
        lists.listen(buffering: .bufferingNewest(1), first: events(of: item))
    }

    /// - Parameter items: the current and the next one; logs of other items are dropped.
    func keep(_ items: [PlayerItem], present: PlayerItem?, at moment: MetricEventLog.Moment) -> [MetricEvent]? {
        logs.keep(items)
        for item in items {
            logs.handle(.began, of: item, at: moment)
            if item === present { logs.handle(.current, of: item, at: moment) }
            if case .ready = item.content { logs.handle(.known, of: item, at: moment) }
        }
        return news(of: present)
    }

    func log(_ event: MetricEventLog.Event, of item: PlayerItem, present: PlayerItem?, at moment: MetricEventLog.Moment) -> [MetricEvent]? {
        logs.handle(event, of: item, at: moment)
        return news(of: present)
    }

    func forget(_ item: PlayerItem) { logs.forget(item) }

    private func news(of item: PlayerItem?) -> [MetricEvent]? {
        guard let events = logs.news(of: item) else { return nil }
        lists.send(events)
        return events
    }

    /// Records the engine's facts that affect quality.
    func handle(_ fact: EngineFact, _ situation: Situation, at moment: () -> MetricEventLog.Moment) -> [MetricEvent]? {
        let current = situation.items.onAir?.id
        func log(_ event: MetricEventLog.Event, of item: PlayerItem?) -> [MetricEvent]? {
            item.flatMap { self.log(event, of: $0, present: situation.present, at: moment()) }
        }
        switch fact {
        case .ready(let id, let position):
            let news = log(.ready, of: situation.items.item(id))
            if id == current { meter.handle(.ready(position: position), at: moment().now) }
            return news
        case .variant(let id, let change) where id == current:
            meter.handle(.variant(change.variant), at: moment().now)
            return nil
        case .status(let id, let status) where id == current && !situation.hasFailed:
            switch status {
            case .stalled:
                guard !situation.isSeeking, let facts = situation.items.onAir?.facts, facts.hasPicture else { return nil }
                if facts.status != .stalled { meter.handle(.stalled, at: moment().now) }
                return log(.stalled, of: situation.present)
            case .playing, .paused, .ended: return log(.flowing, of: situation.present)
            case .loading: return nil
            }
        case .gap(let id, let contentType, let span) where id == current:
            return log(.lacking(PlayerError(gapIn: contentType, span)), of: situation.present)
        case .warning(let id, let error): return log(.lacking(PlayerError(error)), of: situation.items.item(id))
        case .text(let id, .lost(_, let reason)):
            return log(.lacking(PlayerError(.unavailable, reason, canRetry: true)), of: situation.items.item(id))
        default: return nil
        }
    }
}

extension ItemFacts {
    /// The variant that samples come from; nil if unknown.
    fileprivate var loadedVariant: Presentation.Variant? {
        guard let variants = presentation?.variants else { return nil }
        if let variant, variants.indices.contains(variant) { return variants[variant] }
        return variants.count == 1 ? variants[0] : nil
    }
}

extension PlayerError {
    fileprivate init(gapIn contentType: ContentType, _ span: TimeRange) {
        self.init(
            .unavailable,
            "No \(contentType.name) segment is available from \(span.start) s to \(span.end) s, so playback skips it. Check that the server has these segments.",
            canRetry: true)
    }
}
