// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// What a player does with its list: which item plays, what follows it, what a failure leads to, and what settings and interruptions mean
/// for it. Passes the engine's facts on to ``ItemPlayback`` and follows them where they concern the list.
@MainActor final class PlayerCore {
    let configuration: PlayerConfiguration
    let settings: PlayerSettings
    let queue: PlayerQueue
    let recovery: FailureRecovery
    let events: Broadcast<PlayerEvent>
    let playback: ItemPlayback
    var interruptions = InterruptionRule()

    init(
        items: [PlayerItem], configuration: PlayerConfiguration, limits: PlayerLimits, preferences: any MediaPreferencesStore,
        engine: any PlaybackEngineControlling, clock: any PlayerClock
    ) {
        self.configuration = configuration
        settings = PlayerSettings(limits: limits)
        queue = PlayerQueue(items)
        recovery = FailureRecovery(configuration.networkRetry)
        events = Broadcast()
        playback = ItemPlayback(
            configuration: configuration, settings: settings, queue: queue, recovery: recovery, events: events,
            preferences: preferences, engine: engine, clock: clock)
    }

    func start() {
        playback.start(receive: { [weak self] in self?.receive($0) }, onPulse: { [weak self] in self?.pulse() })
        updateItems()
    }

    /// The player goes away.
    func end() {
        playback.end()
        queue.releaseAll()
    }
}
