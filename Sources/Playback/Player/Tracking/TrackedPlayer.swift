// SPDX-License-Identifier: Apache-2.0

/// The player that a tracker follows. The tracker does not keep it alive.
public struct TrackedPlayer: Sendable {
    /// Made together with the player, because an object that is being destroyed can't be referred to weakly.
    @MainActor final class Reference {
        weak var player: Player?
        nonisolated init() {}
    }

    let reference: Reference
    /// Which stay of an item as the current one this is about.
    let stay: Int

    init(reference: Reference, stay: Int) {
        self.reference = reference
        self.stay = stay
    }

    /// As the trackers of the current item know a player; nil is one that is gone.
    @MainActor package init(tracking player: Player?) {
        self = player?.core.playback.tracking.player ?? TrackedPlayer(reference: Reference(), stay: 0)
    }

    /// Nil when the player is gone.
    @MainActor public var player: Player? { reference.player }

    /// The properties at this moment; nil when the player is gone, or another item is the current one.
    public func properties() async -> TrackerProperties? { await current() }

    @MainActor private func current() -> TrackerProperties? {
        guard let playback = player?.core.playback, playback.tracking.stay == stay else { return nil }
        return playback.trackerProperties()
    }
}
