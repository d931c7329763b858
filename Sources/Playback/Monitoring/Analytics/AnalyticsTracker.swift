// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia
public import WindowboxPlayer

/// Reports an item's events to audience measurement: play, pause, seek, end, stop, and that it still plays.
///
/// It is independent of vendors. The application passes the events on to its service.
public actor AnalyticsTracker: PlayerItemTracker {
    /// Where the tracker's events go.
    public struct Configuration: Sendable {
        /// Called in order, off the main actor. It must not block.
        public var receive: @Sendable (AnalyticsEvent) -> Void

        public init(receive: @escaping @Sendable (AnalyticsEvent) -> Void) { self.receive = receive }
    }

    private let receive: @Sendable (AnalyticsEvent) -> Void
    private let origin = SuspendingClock.now
    private var session = AnalyticsSession()
    private var properties: TrackerProperties?
    private var waiting: Task<Void, Never>?

    public init(configuration: Configuration) { receive = configuration.receive }

    deinit { waiting?.cancel() }

    public func enable(for player: TrackedPlayer) { handle(.enabled) }

    /// - Parameter labels: sent with each event.
    public func updateMetadata(_ labels: [String: String]) { session.labels = labels }

    public func updateProperties(_ properties: TrackerProperties) {
        self.properties = properties
        handle(.state(AnalyticsState(properties)))
    }

    public func disable(with properties: TrackerProperties) {
        self.properties = nil
        handle(.disabled(AnalyticsState(properties)))
    }

    private func handle(_ event: AnalyticsSession.Event) {
        let now = Instant(since: origin)
        for action in session.handle(event, at: now) {
            switch action {
            case .send(let event): receive(event)
            case .wake(let due): wake(after: due - now)
            case .rest: waiting?.cancel()
            }
        }
    }

    private func wake(after seconds: Double) {
        waiting?.cancel()
        waiting = Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds), clock: .suspending)
            if !Task.isCancelled { await self?.beat() }
        }
    }

    private func beat() async {
        guard let properties, let current = await properties.current(), !Task.isCancelled else { return }
        handle(.woke(AnalyticsState(current)))
    }
}
