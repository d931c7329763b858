// SPDX-License-Identifier: Apache-2.0

/// Follows the playing of one item: for analytics, monitoring, audience measurement.
///
/// A tracker is made together with its item, lives as long, and is used again each time the item plays. It is told in order:
/// ``updateMetadata(_:)`` at any time, then ``enable(for:)``, then properties and metric events, then ``disable(with:)``; never
/// one of the last three without the second.
///
/// Trackers are actors, so that their work delays neither the player nor one another. What they are told waits in a queue of
/// their own and is handed over one after the other, also when the player is already gone. The methods do not suspend, which
/// keeps a tracker from being told the next thing in the midst of the last.
public protocol PlayerItemTracker: Actor {
    /// What the application sets up once.
    associatedtype Configuration: Sendable = Void
    /// What the tracker wants to know of the item.
    associatedtype Metadata: Sendable = Void

    init(configuration: Configuration)

    /// By what the tracker's service knows this playing; nil when there is nothing to quote.
    var sessionIdentifier: String? { get }

    /// The item is the current one, and its loader has answered or failed.
    func enable(for player: TrackedPlayer)

    /// The metadata are known, or have changed; also while the item is not the current one.
    func updateMetadata(_ metadata: Metadata)

    /// Something has changed. A tracker that can't keep up misses how ranges moved in between, never a change of anything else.
    func updateProperties(_ properties: TrackerProperties)

    /// - Parameter events: all since the item was loaded, oldest first; empty when it is loaded anew.
    func updateMetricEvents(_ events: [MetricEvent])

    /// The item is not the current one any more, or the player is gone.
    /// - Parameter properties: the last of the item.
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

/// Whether a tracker heeds ``Player/isTrackingEnabled``.
public enum TrackerBehavior: Hashable, Sendable {
    /// Works only while tracking is enabled.
    case optional
    /// Always works.
    case mandatory
}
