// SPDX-License-Identifier: Apache-2.0

import WindowboxEngine
import WindowboxMedia

// Failures, the network and external playback.
extension PlayerCore {
    func fail(_ failure: PlayerError) {
        // Only network failures are retried automatically.
        if .network ~= failure { recover(.lost(position: playback.facts?.hasPicture == true ? lastKnownPosition : nil)) }
        playback.fail(failure)
        prepareNext()
        playback.update()
        if configuration.actionAtItemFailure == .advance { skipFailedItems() }
        // An item that fails while others are skipped may be skipped as well.
        if !recovery.isPassingOver, recovery.error != nil, let item = queue.list.current { events.send(.didFail(item)) }
    }

    /// Skips failed items. A loop, because every item of a long list may fail immediately.
    private func skipFailedItems() {
        recovery.passOver {
            guard recovery.error != nil, !recovery.isWaiting(isReachable: settings.networkConditions.isReachable),
                let failed = queue.list.current, let next = queue.list.successor
            else { return false }
            events.send(.didPassOver(failed))
            go(to: next)
            return true
        }
    }

    func recover(_ event: NetworkRetryRule.Event) {
        guard let retry = recovery.handle(event, at: playback.time.now), let item = queue.list.current else { return }
        recovery.whileRetrying {
            if let position = retry.position { recovery.resume(item, at: position) }
            if !configuration.networkRetry.resumesPlaying { setShouldPlay(false) }
            events.send(.didRetry(item))
            go(to: item)
        }
    }

    private var lastKnownPosition: ResumePosition? {
        guard let facts = playback.facts, let timeline = facts.timeline,
            let position = playback.seeking.target ?? playback.time.playout.estimate?.time(at: playback.time.now)
        else { return nil }
        return ResumePosition(
            position: position, on: timeline, reportedAt: facts.timelineMoment ?? playback.time.now, as: playback.output.streamType)
    }

    /// Why nothing may be loaded on this network; nil if loading is allowed.
    var networkRestriction: PlayerError? {
        guard settings.networkConditions.isConstrained, !configuration.allowsConstrainedNetworkAccess else { return nil }
        return PlayerError(
            .constrainedNetwork, "Data saving is on for this network, and the player is configured not to load then.", canRetry: true)
    }

    // MARK: Restarting

    var canReplay: Bool {
        !queue.items.isEmpty && (queue.present == nil || recovery.error != nil || playback.output.playbackState == .ended)
    }

    func replay() {
        guard canReplay else { return }
        if playback.output.playbackState == .ended, recovery.error == nil {
            playback.skipToDefault()
            setShouldPlay(true)
        } else {
            setShouldPlay(true)
            guard let item = queue.list.current ?? queue.list.items.first else { return }
            if let position = recovery.position, item === queue.list.current { recovery.resume(item, at: position) }
            go(to: item)
        }
    }

    func resume(at position: Double, in item: PlayerItem) {
        guard queue.list.items.contains(item) else { return }
        let isCurrent = item === queue.list.current
        if isCurrent, recovery.error == nil, SeekRule.canSeek(to: position, in: playback.seekableTimeRange) {
            playback.seek(.at(position), .immediate)
            return
        }
        recovery.resume(item, at: .time(position))
        if !isCurrent {
            go(to: item)
        } else if playback.items.onAir != nil {
            updateItems(startsAnew: true)
        }
    }

    // MARK: External playback

    func playExternally(on external: any PlaybackEngineControlling) {
        let position = handOverPosition
        playback.engines.useExternal(external)
        resumeItem(at: position)
    }

    func playHere(at position: Double?) {
        guard playback.engines.isExternal else { return }
        let position = position ?? handOverPosition
        playback.engines.useLocal()
        resumeItem(at: position)
        sendLimits()
    }

    /// Live streams continue at the live edge.
    private var handOverPosition: Double? {
        playback.output.streamType == .live || playback.output.streamType == .dvr ? nil : playback.position
    }

    private func resumeItem(at position: Double?) {
        playback.sendEngineSettings()
        if let item = queue.list.current, let position, recovery.error == nil { recovery.resume(item, at: .time(position)) }
        updateItems(startsAnew: true)
        sendIntention()
    }
}
