// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Requests by the application, and events around the player.
extension PlayerCore {
    func setShouldPlay(_ shouldPlay: Bool) {
        guard settings.change(\.shouldPlay, to: shouldPlay) != nil else { return }
        _ = interruptions.handle(.requested, shouldPlay: shouldPlay)
        sendIntention()
        playback.update()
    }

    func pause() {
        // Also ends the wait after an interruption, so that playback doesn't resume automatically.
        if !settings.shouldPlay { _ = interruptions.handle(.requested, shouldPlay: false) }
        setShouldPlay(false)
    }

    func togglePlayPause() {
        if playback.output.playbackState == .ended || queue.present == nil && queue.list.hasFinished {
            replay()
        } else {
            setShouldPlay(!settings.shouldPlay)
        }
    }

    func sendIntention() { if settings.shouldPlay { playback.engines.active.play() } else { playback.engines.active.pause() } }

    func setActionAtItemEnd(_ action: ActionAtItemEnd) {
        if settings.change(\.actionAtItemEnd, to: action) != nil { prepareNext() }
    }

    func setRepeatMode(_ mode: RepeatMode) {
        if queue.change(mode) { prepareNext() }
    }

    func setLimits(_ limits: PlayerLimits) {
        if settings.change(\.limits, to: limits) != nil { sendLimits() }
    }

    /// Sends the limits to the engine, which keeps them for all later items.
    func sendLimits() { playback.engines.active.limit(settings.limits.quality(on: settings.networkConditions)) }

    func setNetworkConditions(_ conditions: NetworkConditions) {
        guard let old = settings.change(\.networkConditions, to: conditions) else { return }
        playback.metrics.measure(.network(isExpensive: conditions.isExpensive), at: playback.time.now)
        if settings.limits.quality(on: conditions) != settings.limits.quality(on: old) { sendLimits() }
        if conditions.isReachable, !old.isReachable { recover(.reachable) }
        if networkRestriction == nil, let error = recovery.error, .constrainedNetwork ~= error { updateItems(startsAnew: true) }
    }

    func setTextStyleRules(_ rules: [TextStyleRule]) {
        if settings.change(\.textStyleRules, to: rules) != nil { events.send(.textStyled(rules)) }
    }

    func setShowsReplayCaptions(_ isShown: Bool) {
        if settings.change(\.showsReplayCaptions, to: isShown) != nil { playback.followReplay() }
    }

    func setTrackingEnabled(_ isEnabled: Bool) {
        if settings.change(\.isTrackingEnabled, to: isEnabled) != nil { playback.switchTracking() }
    }

    func setDesiredSpeed(_ speed: Double) {
        guard playback.output.speed.request(speed) else { return events.send(.speedRefused(speed)) }
        let before = playback.output.speed.effective
        playback.update()
        // An engine discards the prepared item when it starts to show single frames.
        guard playback.usesTrickPlay(at: before), !playback.usesTrickPlay(at: playback.output.speed.effective) else {
            return
        }
        playback.forgetNext()
        prepareNext()
    }

    func setMuted(_ isMuted: Bool) {
        guard settings.change(\.isMuted, to: isMuted) != nil else { return }
        playback.engines.active.set(isMuted: isMuted)
        playback.update()
    }

    func setVolume(_ volume: Double) {
        guard volume.isFinite else { return }
        let volume = min(max(volume, 0), 2)
        if settings.change(\.volume, to: volume) != nil { playback.engines.active.set(volume: volume) }
    }

    func setProcessing(_ processing: MediaProcessing) {
        if settings.change(\.processing, to: processing) != nil { playback.engines.active.set(processing: processing) }
    }

    // MARK: Interruptions

    func handle(_ event: AudioOutputEvent) {
        switch event {
        case .interrupted:
            guard configuration.pausesForInterruptions else { return }
            events.send(.interrupted)
            follow(.begins(.sound))
        case .interruptionEnded:
            guard configuration.pausesForInterruptions else { return }
            follow(.ends(.sound))
            events.send(.interruptionEnded)
        case .deviceLost(let other):
            events.send(.audioDeviceLost(movedTo: other))
            follow(.deviceLost(continues: configuration.resumesAfterRouteBecomesUnavailable))
        }
    }

    func enterBackground(isSeenElsewhere: Bool) {
        guard playback.output.mediaType == .video else { return }
        switch settings.backgroundPlaybackPolicy {
        case .continues: return
        case .automatic: if isSeenElsewhere { return }
        case .pauses: break
        }
        follow(.begins(.background))
    }

    func enterForeground() { follow(.ends(.background)) }

    private func follow(_ event: InterruptionRule.Event) {
        var rule = interruptions
        // `setShouldPlay` counts as a request and clears the rule's causes, so the rule is restored afterwards.
        switch rule.handle(event, shouldPlay: settings.shouldPlay) {
        case .pause: setShouldPlay(false)
        case .play: setShouldPlay(true)
        case nil: break
        }
        interruptions = rule
    }
}
