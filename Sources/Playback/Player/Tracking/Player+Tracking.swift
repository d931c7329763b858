// SPDX-License-Identifier: Apache-2.0

/// What a player remembers about the trackers of its current item.
@MainActor struct TrackingState {
    let reference = TrackedPlayer.Reference()
    /// Counts the items that became the current one.
    var stay = 0
    /// Whose trackers are told.
    var item: PlayerItem?
    /// Of the item as it was when it was left.
    var last: TrackerProperties?

    nonisolated init() {}

    var player: TrackedPlayer { TrackedPlayer(reference: reference, stay: stay) }
    var current: ItemTracking? { item.flatMap { $0.tracking.isEmpty ? nil : $0.tracking } }
}

extension Player {
    /// The session identifiers of the current item's trackers of a type, sorted: for a person to quote to those who help.
    ///
    /// What the trackers were told before this is asked has been taken in when it is answered.
    public func currentSessionIdentifiers<Tracker: PlayerItemTracker>(trackedBy type: Tracker.Type) async -> [String] {
        var identifiers: [String] = []
        for receiver in presentItem?.tracking.receivers(of: type) ?? [] {
            if let identifier = await receiver.sessionIdentifier() { identifiers.append(identifier) }
        }
        return identifiers.sorted()
    }

    func trackerProperties() -> TrackerProperties {
        TrackerProperties(
            properties: properties, time: time, date: date, metrics: metrics(), volume: isMuted ? 0 : volume,
            audible: currentMediaOption(for: .audible), legible: currentMediaOption(for: .legible), player: tracking.player)
    }

    private var snapshot: TrackerLifecycle.Snapshot {
        TrackerLifecycle.Snapshot(properties: trackerProperties(), metricEvents: metricEvents)
    }

    /// Before anything about the current item is forgotten.
    func trackersWillLeave() {
        if tracking.current != nil { tracking.last = trackerProperties() }
    }

    /// Another item is the current one, of which nothing has been worked out yet.
    func trackersLeave() {
        guard let item = tracking.item, item !== presentItem else { return }
        tracking.current?.handle(.left(tracking.last ?? trackerProperties()), from: tracking.player)
        tracking.last = nil
        tracking.item = nil
    }

    /// The properties are those of the current item. Trackers have nothing to tell of an item before its loader has answered.
    func trackersEnter() {
        guard tracking.item == nil, let presentItem, presentItem.isKnown else { return }
        tracking.item = presentItem
        tracking.stay += 1
        tracking.current?.handle(.entered(snapshot, isTrackingEnabled: isTrackingEnabled), from: tracking.player)
    }

    func switchTracking() {
        tracking.current?.handle(.switched(isTrackingEnabled: isTrackingEnabled, snapshot), from: tracking.player)
    }

    func tellTrackersProperties() {
        guard let current = tracking.current else { return }
        current.handle(.properties(trackerProperties()), from: tracking.player)
    }

    func tellTrackers(_ events: [MetricEvent]) { tracking.current?.handle(.metricEvents(events), from: tracking.player) }

    /// The player is about to go.
    func endTracking() {
        tracking.current?.handle(.left(trackerProperties()), from: tracking.player)
        tracking.item = nil
    }
}
