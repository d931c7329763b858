// SPDX-License-Identifier: Apache-2.0

/// Attaches a kind of tracker to items: each item that it is given to gets a tracker of its own.
public struct TrackerAdapter<ItemMetadata: Sendable>: Sendable {
    struct Binding: Sendable {
        var receiver: any TrackerReceiver
        var behavior: TrackerBehavior
        var updateMetadata: @Sendable (ItemMetadata) -> Void
    }

    let bind: @Sendable () -> Binding
}

extension PlayerItemTracker {
    /// - Parameters:
    ///   - behavior: whether the tracker heeds ``Player/isTrackingEnabled``.
    ///   - metadata: the tracker's metadata out of the item's.
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
    public static func adapter<ItemMetadata>(
        behavior: TrackerBehavior = .optional, metadata: @escaping @Sendable (ItemMetadata) -> Metadata
    ) -> TrackerAdapter<ItemMetadata> {
        adapter(configuration: (), behavior: behavior, metadata: metadata)
    }
}

extension PlayerItemTracker where Metadata == Void {
    public static func adapter<ItemMetadata>(
        configuration: Configuration, behavior: TrackerBehavior = .optional
    ) -> TrackerAdapter<ItemMetadata> {
        adapter(configuration: configuration, behavior: behavior) { _ in }
    }
}
