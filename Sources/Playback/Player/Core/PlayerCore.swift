// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine

/// Controls a player's list: which item plays and what follows it, and the effects of failures, settings and interruptions on it. Forwards
/// the engine's facts to ``ItemPlayback`` and handles those that concern the list.
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
        playback.start(receive: { [weak self] in self?.receive($0) }, onWakeUp: { [weak self] in self?.wakeUp() })
        updateItems()
    }

    /// Ends everything with the player.
    func end() {
        playback.end()
        queue.releaseAll()
    }
}
