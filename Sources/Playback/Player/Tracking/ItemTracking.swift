// SPDX-License-Identifier: Apache-2.0

/// The trackers of one item.
@MainActor final class ItemTracking {
    private struct Tracked {
        var receiver: any TrackerReceiver
        var lifecycle: TrackerLifecycle
    }

    private var trackers: [Tracked]

    init<ItemMetadata>(_ bindings: [TrackerAdapter<ItemMetadata>.Binding]) {
        trackers = bindings.map { Tracked(receiver: $0.receiver, lifecycle: TrackerLifecycle($0.behavior)) }
    }

    /// Lets the player skip collecting data that nobody reads.
    var isEmpty: Bool { trackers.isEmpty }

    func handle(_ event: TrackerLifecycle.Event, from player: TrackedPlayer) {
        for index in trackers.indices {
            let receiver = trackers[index].receiver
            for action in trackers[index].lifecycle.handle(event) {
                switch action {
                case .enable: receiver.enable(for: player)
                case .properties(let properties): receiver.update(properties)
                case .metricEvents(let events): receiver.update(events)
                case .disable(let properties): receiver.disable(with: properties)
                }
            }
        }
    }

    func receivers(of type: any PlayerItemTracker.Type) -> [any TrackerReceiver] {
        trackers.map(\.receiver).filter { $0.isTracker(type) }
    }
}
