// SPDX-License-Identifier: Apache-2.0

/// Attaches a type of tracker to items: each item gets its own tracker.
public struct TrackerAdapter<ItemMetadata: Sendable>: Sendable {
    struct Binding: Sendable {
        var receiver: any TrackerReceiver
        var behavior: TrackerBehavior
        var updateMetadata: @Sendable (ItemMetadata) -> Void
    }

    let bind: @Sendable () -> Binding
}

extension PlayerItemTracker {
    /// Creates an adapter for items.
    /// - Parameters:
    ///   - behavior: whether the tracker respects ``Player/isTrackingEnabled``.
    ///   - metadata: converts the item's metadata to the tracker's.
    public static func adapter<ItemMetadata>(
        configuration: Configuration, behavior: TrackerBehavior = .optional,
        metadata: @escaping @Sendable (ItemMetadata) -> Metadata
    ) -> TrackerAdapter<ItemMetadata> {
        TrackerAdapter {
            let feed = TrackerFeed(Self(configuration: configuration))
            return TrackerAdapter.Binding(receiver: feed, behavior: behavior) { feed.put(.metadata(metadata($0))) }
        }
    }
}

extension PlayerItemTracker where Configuration == Void {
    /// Creates an adapter for items, of a tracker without configuration.
    /// - Parameters:
    ///   - behavior: whether the tracker respects ``Player/isTrackingEnabled``.
    ///   - metadata: converts the item's metadata to the tracker's.
    public static func adapter<ItemMetadata>(
        behavior: TrackerBehavior = .optional, metadata: @escaping @Sendable (ItemMetadata) -> Metadata
    ) -> TrackerAdapter<ItemMetadata> {
        adapter(configuration: (), behavior: behavior, metadata: metadata)
    }
}

extension PlayerItemTracker where Metadata == Void {
    /// Creates an adapter for items, of a tracker that needs no metadata.
    /// - Parameter behavior: whether the tracker respects ``Player/isTrackingEnabled``.
    public static func adapter<ItemMetadata>(
        configuration: Configuration, behavior: TrackerBehavior = .optional
    ) -> TrackerAdapter<ItemMetadata> {
        adapter(configuration: configuration, behavior: behavior) { _ in }
    }
}
