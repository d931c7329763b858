// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Observation
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources

// What was decided is done here, and what happens is handed to those who decide.
extension MediaController {
    func perform(_ action: MediaDirector.Action) {
        switch action {
        case .watch(let urn, let settings): watch(urn, settings)
        case .unwatch: unwatch()
        case .load(let load): show(load)
        case .update(let metadata): relay?.send(metadata)
        case .unload: hide()
        case .play: player.play()
        case .pause: player.pause()
        case .replay: player.replay()
        case .tell(let event): heard(event)
        case .prepared(let isReady):
            for preparation in preparations { preparation.resolve(isReady) }
            preparations = []
        }
    }

    // MARK: The service

    private func watch(_ urn: String, _ settings: PlaybackSettings) {
        let loader = CompositionLoader(
            urn: urn, service: service, settings: settings, updateInterval: configuration.updateInterval, texts: configuration.texts,
            media: transport, clock: clock)
        self.loader = loader
        watching?.cancel()
        watching = Task { [weak self] in
            do {
                for try await snapshot in loader.metadata() { self?.direct(.told(snapshot)) }
            } catch {
                if let error = (error as? PlayerError)?.underlying as? SourceError, !Task.isCancelled {
                    self?.direct(.serviceFailed(error))
                }
            }
        }
    }

    private func unwatch() {
        watching?.cancel()
        watching = nil
        loader = nil
    }

    // MARK: The player

    private func show(_ load: MediaDirector.Load) {
        var asset: Asset =
            if let loader, let snapshot = director.snapshot { loader.asset(for: snapshot) } else { .simple(url: load.url) }
        asset.configuration.start = nil
        pendingDate = nil
        switch load.start {
        case .time(let time): asset.configuration.start = time
        case .date: pendingDate = load.start
        case nil: break
        }
        let relay = RelayLoader.Relay(load.metadata)
        self.relay = relay
        player.items = [PlayerItem(loader: RelayLoader(relay: relay, asset: asset), trackers: configuration.trackers)]
    }

    private func hide() {
        relay = nil
        pendingDate = nil
        lastTime = nil
        follow(tracker.handle(.left))
        player.pause()
        player.items = []
    }

    // MARK: What the player tells

    func follow() {
        let (updates, happenings) = (player.propertiesUpdates, player.events)
        let times = player.periodicTimes(every: .milliseconds(200))
        following = [
            Task { [weak self] in for await _ in updates { self?.look() } },
            Task { [weak self] in for await event in happenings { self?.heard(event) } },
            Task { [weak self] in for await time in times { self?.passed(time) } },
        ]
        observe()
    }

    /// What fast updates do not tell of.
    private func observe() {
        withObservationTracking {
            _ = player.error?.code
            _ = player.networkConditions
            _ = player.shouldPlay
        } onChange: { [weak self] in
            Task { @MainActor [weak self] in
                self?.observe()
                self?.look()
            }
        }
    }

    private func look() {
        let isReachable = player.networkConditions.isReachable
        if isReachable, !self.isReachable { direct(.reachable) }
        self.isReachable = isReachable
        direct(.player(facts))
        arrive()
        place()
        if let time = player.time { passed(time) }
    }

    var facts: PlayerFacts {
        let properties = player.currentProperties
        let time = player.time
        return PlayerFacts(
            hasItem: player.currentItem != nil, hasFailed: player.error != nil, shouldPlay: player.shouldPlay,
            playbackState: properties.playbackState, isBuffering: properties.isBuffering, isSeeking: properties.isSeeking,
            streamType: properties.streamType, time: time, range: properties.seekableTimeRange,
            dateOfZero: time.flatMap { time in player.date.map { $0.timeIntervalSince1970 - time } })
    }

    private func arrive() {
        guard case .date(let date) = pendingDate, facts.range?.isEmpty == false, player.date != nil else { return }
        pendingDate = nil
        player.seek(to: date)
    }

    // MARK: What is shown

    /// Brings what is observed in line with what was decided.
    func settle() {
        var details = director.details
        if let segment = tracker.current?.segment, let chapter = director.snapshot?.chapter {
            details.subdivision = .segment(segment, of: chapter)
        }
        if details != self.details {
            let previous = self.details
            self.details = details
            tell(.metadataChanged(previous: previous, current: details))
        }
        let error = director.error ?? player.error.map { ControllerError($0) }
        if error?.code != self.error?.code || error?.description != self.error?.description {
            self.error = error
            if let error, director.error == nil { tell(.failed(error)) }
        }
        if dataAvailability != director.dataAvailability { dataAvailability = director.dataAvailability }
    }

    private func heard(_ event: MediaEvent) {
        guard case .phaseChanged(var change) = event else { return tell(event) }
        change.selectedSegment = tracker.current.flatMap { $0.segment.media.urn == tracker.selected ? $0.segment : nil }
        phase = change.phase
        tell(.phaseChanged(change))
        if change.phase == .ended { ended() } else if change.previous == .ended { count(.left) }
    }

    private func heard(_ event: PlayerEvent) {
        switch event {
        case .willPassBlockedRange(let range): if let segment = tracker.blocked(at: range.start) { tell(.willSkipBlocked(segment)) }
        case .didPassBlockedRange(let range): if let segment = tracker.blocked(at: range.start) { tell(.didSkipBlocked(segment)) }
        case .didRetry: tell(.didRetry)
        // Plain live has no past to go on from: it is stopped, and started again.
        case .interrupted where player.isInterrupted && player.streamType == .live && configuration.stopsLiveOnPause:
            direct(.pause)
            isHeldByInterruption = true
        case .interruptionEnded where isHeldByInterruption: direct(.play)
        default: break
        }
    }
}
