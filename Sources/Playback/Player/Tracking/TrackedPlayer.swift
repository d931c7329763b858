// SPDX-License-Identifier: Apache-2.0

/// The player that a tracker follows, which the tracker does not keep alive.
public struct TrackedPlayer: Sendable {
    /// Made while the player is, for nothing can refer weakly to what is about to go.
    @MainActor final class Reference {
        weak var player: Player?
        nonisolated init() {}
    }

    let reference: Reference
    /// Which stay of an item as the current one this is about.
    let stay: Int

    /// Nil when the player is gone.
    @MainActor public var player: Player? { reference.player }

    /// How things are now; nil when the player is gone, or another item is the current one.
    public func properties() async -> TrackerProperties? { await current() }

    @MainActor private func current() -> TrackerProperties? {
        guard let player, player.tracking.stay == stay else { return nil }
        return player.trackerProperties()
    }
}
