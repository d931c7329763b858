// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
public import WindowboxPlayer

/// Metadata of an item that is sent to the service.
public struct MonitoringMetadata: Hashable, Sendable {
    /// The URL of the item's metadata.
    public var metadataURL: String?
    /// The URL of the media.
    public var assetURL: String?

    public init(metadataURL: String? = nil, assetURL: String? = nil) {
        self.metadataURL = metadataURL
        self.assetURL = assetURL
    }
}

// given: import WindowboxMonitoring
// given: import WindowboxPlayer
// given: let (player, url) = (Player(), "")
// given: let service = MonitoringService(url: "", environment: MonitoringEnvironment(application: .init(id: "", version: "")))
/// Reports the playback of an item to a service: its start and how long it took, regular heartbeats, its end, and failures.
///
/// ```swift
/// let tracker = MonitoringTracker.adapter(configuration: .init(service: service)) { (_: PlayerMetadata) in
///     MonitoringMetadata(assetURL: url)
/// }
/// player.items = [.simple(url: url, trackers: [tracker])]
/// ```
public actor MonitoringTracker: PlayerItemTracker {
    /// Where the reports of an item go, and how often.
    public struct Configuration: Sendable {
        /// The service that the reports are sent to; several trackers may share it.
        public var service: MonitoringService
        /// The name of the content.
        public var identifier: String?
        /// Seconds between heartbeats, 1 or more.
        public internal(set) var heartbeatInterval: Double

        /// - Precondition: the interval is 1 or more.
        public init(service: MonitoringService, identifier: String? = nil, heartbeatInterval: Double = 30) {
            precondition(heartbeatInterval >= 1, "the heartbeat interval must be at least 1 second")
            self.service = service
            self.identifier = identifier
            self.heartbeatInterval = heartbeatInterval
        }
    }

    private let service: MonitoringService
    private let origin = SuspendingClock.now
    private var session: MonitoringSession
    private var properties: TrackerProperties?
    private var heartbeat: Task<Void, Never>?

    public init(configuration: Configuration) {
        service = configuration.service
        session = MonitoringSession(
            media: configuration.identifier, interval: configuration.heartbeatInterval, environment: configuration.service.environment)
    }

    deinit { heartbeat?.cancel() }

    /// A lower-case UUID: the identifier of the current session, or of the one that failed.
    public var sessionIdentifier: String? { session.identifier }

    public func enable(for player: TrackedPlayer) { handle(.enabled) }
    public func updateMetadata(_ metadata: MonitoringMetadata) { handle(.metadata(metadata)) }

    public func updateProperties(_ properties: TrackerProperties) {
        self.properties = properties
        handle(.state(MonitoredState(properties)))
    }

    public func updateMetricEvents(_ events: [MetricEvent]) {
        handle(.metricEvents(events, isUsingVPN: events.last?.isFailure == true ? NetworkTunnel.isUp : nil))
    }

    public func disable(with properties: TrackerProperties) {
        self.properties = nil
        handle(.disabled(MonitoredState(properties)))
    }

    private func handle(_ event: MonitoringSession.Event) {
        let moment = MonitoringSession.EventTime(
            now: Instant(since: origin),
            timestamp: Int(milliseconds: Date().timeIntervalSince1970) ?? 0, identifier: UUID().uuidString.lowercased())
        for action in session.handle(event, at: moment) {
            switch action {
            case .post(let report): service.post(report)
            case .wake(let due): wake(after: due - moment.now)
            case .rest: heartbeat?.cancel()
            }
        }
    }

    private func wake(after seconds: Double) {
        heartbeat?.cancel()
        heartbeat = Task { [weak self] in
            try? await Task.sleep(for: .seconds(seconds), clock: .suspending)
            if !Task.isCancelled { await self?.beat() }
        }
    }

    private func beat() async {
        guard let properties, let current = await properties.current(), !Task.isCancelled else { return }
        handle(.heartbeat(MonitoredState(current)))
    }
}

extension MetricEvent {
    fileprivate var isFailure: Bool { if case .failure = kind { true } else { false } }
}
