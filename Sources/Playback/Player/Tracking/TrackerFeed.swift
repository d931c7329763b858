// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Receives everything that can be reported to a tracker.
protocol TrackerReceiver: AnyObject, Sendable {
    func isTracker(_ type: any PlayerItemTracker.Type) -> Bool
    func enable(for player: TrackedPlayer)
    func update(_ properties: TrackerProperties)
    func update(_ events: [MetricEvent])
    func disable(with properties: TrackerProperties)
    /// Returns when everything reported before has been processed.
    func sessionIdentifier() async -> String?
}

/// Delivers messages to a tracker, in order and at the tracker's own pace.
///
/// When the feed is released, pending messages are still delivered before the tracker is released too.
final class TrackerFeed<Tracker: PlayerItemTracker>: TrackerReceiver {
    private final class Shared: Sendable {
        let inbox = Mutex(TrackerInbox<Tracker.Metadata>())
        func take() -> TrackerInbox<Tracker.Metadata>.Message? { inbox.withLock { $0.take() } }
    }

    private let shared = Shared()
    private let wakeUps: AsyncStream<Void>.Continuation

    init(_ tracker: Tracker) {
        let (pendingWakeUps, wakeUps) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.wakeUps = wakeUps
        Task(priority: .utility) { [shared] in
            for await _ in pendingWakeUps {
                while let message = shared.take() { await tracker.handle(message) }
            }
        }
    }

    deinit { wakeUps.finish() }

    func put(_ message: TrackerInbox<Tracker.Metadata>.Message) {
        shared.inbox.withLock { $0.put(message) }
        wakeUps.yield()
    }

    func isTracker(_ type: any PlayerItemTracker.Type) -> Bool { type == Tracker.self }
    func enable(for player: TrackedPlayer) { put(.enable(player)) }
    func update(_ properties: TrackerProperties) { put(.properties(properties)) }
    func update(_ events: [MetricEvent]) { put(.metricEvents(events)) }
    func disable(with properties: TrackerProperties) { put(.disable(properties)) }

    func sessionIdentifier() async -> String? {
        await withCheckedContinuation { continuation in put(.identify { continuation.resume(returning: $0) }) }
    }
}

extension PlayerItemTracker {
    fileprivate func handle(_ message: TrackerInbox<Metadata>.Message) {
        switch message {
        case .enable(let player): enable(for: player)
        case .metadata(let metadata): updateMetadata(metadata)
        case .properties(let properties): updateProperties(properties)
        case .metricEvents(let events): updateMetricEvents(events)
        case .disable(let properties): disable(with: properties)
        case .identify(let reply): reply(sessionIdentifier)
        }
    }
}
