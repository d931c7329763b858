// SPDX-License-Identifier: Apache-2.0

/// Which item's trackers are told, and of which stay as the current item. A class, because what trackers are told is put together while
/// this is being changed.
@MainActor final class PlayerTracking {
    private let reference = TrackedPlayer.Reference()
    /// Counts the items that became the current one.
    private(set) var stay = 0
    /// Whose trackers are told; nil while nothing is known of the current item.
    private(set) var item: PlayerItem?
    /// The properties of an item that is about to be left.
    private var last: TrackerProperties?

    func begin(with player: Player) { reference.player = player }

    var player: TrackedPlayer { TrackedPlayer(reference: reference, stay: stay) }

    /// The trackers of the current item; nil when it has none, so that nothing need be put together for them.
    private var current: ItemTracking? { item.flatMap { $0.tracking.isEmpty ? nil : $0.tracking } }

    /// To be called before anything about the current item is forgotten.
    func willLeave(_ properties: () -> TrackerProperties) {
        if current != nil { last = properties() }
    }

    /// Another item is the current one, or none.
    func leave(for present: PlayerItem?, _ properties: () -> TrackerProperties) {
        guard let item, item !== present else { return }
        current?.handle(.left(last ?? properties()), from: player)
        (self.item, last) = (nil, nil)
    }

    /// The properties are those of the current item. Trackers hear of an item only once its loader has answered.
    func enter(_ present: PlayerItem?, isEnabled: Bool, _ snapshot: () -> TrackerLifecycle.Snapshot) {
        guard item == nil, let present, present.isKnown else { return }
        item = present
        stay += 1
        current?.handle(.entered(snapshot(), isTrackingEnabled: isEnabled), from: player)
    }

    func tell(_ event: () -> TrackerLifecycle.Event) {
        guard let current else { return }
        current.handle(event(), from: player)
    }

    /// The player is about to go.
    func end(_ properties: () -> TrackerProperties) {
        tell { .left(properties()) }
        item = nil
    }
}
