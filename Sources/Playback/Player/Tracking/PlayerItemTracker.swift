// SPDX-License-Identifier: Apache-2.0

/// Tracks the playback of one item: for analytics, monitoring or audience measurement.
///
/// A tracker is created together with its item, lives as long as it, and is reused each time the item plays. Calls come in this order:
/// ``updateMetadata(_:)`` at any time, then ``enable(for:)``, then properties and metric events, then ``disable(with:)``. The last three
/// are never called without ``enable(for:)``.
///
/// Trackers are actors, so that their work delays neither the player nor each other. Each has a queue whose messages are delivered one
/// after the other, even when the player is already gone. The methods aren't `async`, so that no message arrives in the middle of another
/// one.
public protocol PlayerItemTracker: Actor {
    /// The application's settings for the tracker.
    associatedtype Configuration: Sendable = Void
    /// The item metadata that the tracker needs.
    associatedtype Metadata: Sendable = Void

    /// Called for each item that the tracker is attached to, so a tracker serves only one item.
    init(configuration: Configuration)

    /// The session's identifier in the tracker's service; nil if there is none.
    var sessionIdentifier: String? { get }

    /// The item is now the current one, and its loader has returned or failed.
    func enable(for player: TrackedPlayer)

    /// The metadata is known or has changed; also called while the item isn't the current one.
    func updateMetadata(_ metadata: Metadata)

    /// Properties have changed. A tracker that can't keep up may miss intermediate changes of ranges, but never any other change.
    func updateProperties(_ properties: TrackerProperties)

    /// - Parameter events: all events since the item was loaded, oldest first; empty when it is loaded again.
    func updateMetricEvents(_ events: [MetricEvent])

    /// The item is no longer the current one, or the player is gone.
    /// - Parameter properties: the item's last properties.
    func disable(with properties: TrackerProperties)
}

extension PlayerItemTracker {
    public var sessionIdentifier: String? { nil }
    public func enable(for player: TrackedPlayer) {}
    public func updateMetadata(_ metadata: Metadata) {}
    public func updateProperties(_ properties: TrackerProperties) {}
    public func updateMetricEvents(_ events: [MetricEvent]) {}
    public func disable(with properties: TrackerProperties) {}
}

/// Whether a tracker respects ``Player/isTrackingEnabled``.
public enum TrackerBehavior: Hashable, Sendable {
    /// Works only while tracking is enabled.
    case optional
    /// Always works.
    case mandatory
}
