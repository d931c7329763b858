// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Observation
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources

// Performs the actions of the controller's parts, and passes events to them.
extension MediaController {
    func perform(_ action: MediaDirector.Action) {
        switch action {
        case .watch(let urn, let settings): watch(urn, settings)
        case .unwatch: composition.stop()
        case .load(let load): show(load)
        case .update(let metadata): stream?.relay.send(metadata)
        case .unload: hide()
        case .play: player.play()
        case .pause: player.pause()
        case .replay: player.replay()
        case .send(let event): handle(event)
        case .prepared(let isReady):
            for preparation in preparations { preparation.resolve(isReady) }
            preparations = []
        }
    }

    // MARK: The service

    private func watch(_ urn: String, _ settings: PlaybackSettings) {
        composition.watch(urn, settings, configuration) { [weak self] in self?.direct($0) }
    }

    // MARK: The player

    private func show(_ load: MediaDirector.Load) {
        var asset: Asset =
            if let loader = composition.loader, let snapshot = director.snapshot { loader.asset(for: snapshot) } else {
                .simple(url: load.url)
            }
        asset.configuration.start = if case .time(let time) = load.start { time } else { nil }
        let stream = LoadedStream(load.metadata, start: load.start)
        self.stream = stream
        player.items = [PlayerItem(loader: RelayLoader(relay: stream.relay, asset: asset), trackers: configuration.trackers)]
    }

    private func hide() {
        stream = nil
        follow(segments.leave())
        player.pause()
        player.items = []
    }

    // MARK: Following the player

    func follow() {
        let (updates, events) = (player.propertiesUpdates, player.events)
        let times = player.periodicTimes(every: .milliseconds(200))
        following = [
            Task { [weak self] in for await _ in updates { self?.reportChanges() } },
            Task { [weak self] in for await event in events { self?.handle(event) } },
            Task { [weak self] in for await time in times { self?.passed(time) } },
        ]
        observe()
    }

    /// Observes the properties that `propertiesUpdates` doesn't contain.
    private func observe() {
        withObservationTracking {
            _ = player.error?.code
            _ = player.networkConditions
            _ = player.shouldPlay
        } onChange: { [weak self] in
            Task { @MainActor [weak self] in
                self?.observe()
                self?.reportChanges()
            }
        }
    }

    private func reportChanges() {
        if conditions.follow(isReachable: player.networkConditions.isReachable) { direct(.reachable) }
        direct(.player(facts))
        seekToStartDate()
        placeSegments()
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

    private func seekToStartDate() {
        if let date = stream?.dateToSeek(isSeekable: facts.range?.isEmpty == false && player.date != nil) { player.seek(to: date) }
    }

    // MARK: Published state

    /// Publishes the current state.
    func publishState() {
        var details = director.details
        if let segment = segments.tracker.current?.segment, let chapter = director.snapshot?.chapter {
            details.subdivision = .segment(segment, of: chapter)
        }
        let error = director.error ?? player.error.map { ControllerError($0) }
        let events = status.update(
            details, error: error, isReported: director.error != nil, dataAvailability: director.dataAvailability)
        for event in events { send(event) }
    }

    private func handle(_ event: MediaEvent) {
        guard case .phaseChanged(var change) = event else { return send(event) }
        change.selectedSegment = segments.tracker.current.flatMap { $0.segment.media.urn == segments.tracker.selected ? $0.segment : nil }
        status.change(to: change.phase)
        send(.phaseChanged(change))
        if change.phase == .ended { transitions.ended(self) } else if change.previous == .ended { transitions.handle(.left) }
    }

    private func handle(_ event: PlayerEvent) {
        switch event {
        case .willPassBlockedRange(let range):
            if let segment = segments.tracker.blocked(at: range.start) { send(.willSkipBlocked(segment)) }
        case .didPassBlockedRange(let range): if let segment = segments.tracker.blocked(at: range.start) { send(.didSkipBlocked(segment)) }
        case .didRetry: send(.didRetry)
        // A live stream without a DVR window can't resume from its past, so it is stopped and restarted.
        case .interrupted where player.isInterrupted && player.streamType == .live && configuration.stopsLiveOnPause:
            direct(.pause)
            conditions.hold()
        case .interruptionEnded where conditions.isHeld: direct(.play)
        default: break
        }
    }
}
