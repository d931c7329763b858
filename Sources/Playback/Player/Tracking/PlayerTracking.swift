// SPDX-License-Identifier: Apache-2.0

/// Notifies the trackers of the current item, and numbers the times that an item becomes current. A class, because data for trackers is
/// collected while this is being changed.
@MainActor final class PlayerTracking {
    private let reference = TrackedPlayer.Reference()
    /// Counts how often an item became the current one.
    private(set) var stay = 0
    /// The item whose trackers are notified; nil while nothing is known about the current item.
    private(set) var item: PlayerItem?
    /// The last properties of an item that is about to be left.
    private var last: TrackerProperties?

    func begin(with player: Player) { reference.player = player }

    var player: TrackedPlayer { TrackedPlayer(reference: reference, stay: stay) }

    /// The trackers of the current item; nil if it has none, so that no data need be collected.
    private var current: ItemTracking? { item.flatMap { $0.tracking.isEmpty ? nil : $0.tracking } }

    /// Call before anything about the current item is reset.
    func willLeave(_ properties: () -> TrackerProperties) {
        if current != nil { last = properties() }
    }

    /// Another item, or none, is now current.
    func leave(for present: PlayerItem?, _ properties: () -> TrackerProperties) {
        guard let item, item !== present else { return }
        current?.handle(.left(last ?? properties()), from: player)
        (self.item, last) = (nil, nil)
    }

    /// The properties now belong to the current item. Its trackers are notified only once its loader has returned.
    func enter(_ present: PlayerItem?, isEnabled: Bool, _ snapshot: () -> TrackerLifecycle.Snapshot) {
        guard item == nil, let present, present.isKnown else { return }
        item = present
        stay += 1
        current?.handle(.entered(snapshot(), isTrackingEnabled: isEnabled), from: player)
    }

    func notify(_ event: () -> TrackerLifecycle.Event) {
        guard let current else { return }
        current.handle(event(), from: player)
    }

    /// The player is about to be destroyed.
    func end(_ properties: () -> TrackerProperties) {
        notify { .left(properties()) }
        item = nil
    }
}
