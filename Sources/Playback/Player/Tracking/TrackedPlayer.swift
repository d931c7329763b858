// SPDX-License-Identifier: Apache-2.0

/// The player of a tracker. It isn't kept alive by the tracker.
public struct TrackedPlayer: Sendable {
    /// Created together with the player, because an object that is being destroyed can't be referred to weakly.
    @MainActor final class Reference {
        weak var player: Player?
        nonisolated init() {}
    }

    let reference: Reference
    /// The number of the time span in which an item is current; see ``PlayerTracking/stay``.
    let stay: Int

    init(reference: Reference, stay: Int) {
        self.reference = reference
        self.stay = stay
    }

    /// The same value that trackers of the player's current item get; for nil, one whose player is gone.
    @MainActor package init(tracking player: Player?) {
        self = player?.core.playback.tracking.player ?? TrackedPlayer(reference: Reference(), stay: 0)
    }

    /// nil if the player is gone.
    @MainActor public var player: Player? { reference.player }

    /// The current properties; nil if the player is gone or another item is current.
    public func properties() async -> TrackerProperties? { await current() }

    @MainActor private func current() -> TrackerProperties? {
        guard let playback = player?.core.playback, playback.tracking.stay == stay else { return nil }
        return playback.trackerProperties()
    }
}
