// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxMedia
import WindowboxPlayer
import WindowboxSources

/// All rules for the media item of a controller, from preparing to resetting it. Plays nothing itself.
struct MediaDirector {
    enum Event {
        case prepare(MediaTarget, plays: Bool)
        case play
        case pause
        case toggle
        case stop
        case restart
        case reset
        /// The service has sent an update.
        case snapshot(CompositionSnapshot)
        /// The service has failed, and sends no more updates.
        case serviceFailed(SourceError)
        case player(PlayerFacts)
        /// The network is available again.
        case reachable
        /// - Parameter start: the position in the chapter; nil is its beginning.
        case chapter(String, start: MediaPosition?)
    }

    struct Load: Hashable {
        var url: String
        var start: MediaPosition?
        var metadata: PlayerMetadata
    }

    enum Action {
        /// Follow the updates of the service for a media item, in place of another one.
        case watch(String, PlaybackSettings)
        case unwatch
        case load(Load)
        case update(PlayerMetadata)
        case unload
        case play
        case pause
        /// Replay an ended or failed media item.
        case replay
        case send(MediaEvent)
        /// The prepared media item can be played, or never will be.
        case prepared(Bool)
    }

    struct Rules: Hashable {
        var stopsLiveOnPause = true
        var resumesAfterRetry = true
        var start = StartRule()
        var texts = BlockingTexts.english
    }

    let rules: Rules
    private(set) var target: MediaTarget?
    private(set) var snapshot: CompositionSnapshot?
    private(set) var facts = PlayerFacts()
    private(set) var phase = PlaybackPhase.idle
    /// The service's error, or why it blocks the media item. Playback errors belong to the player.
    private(set) var error: ControllerError?
    private(set) var isWatching = false
    private(set) var loaded: Load?
    private(set) var isPrepared = false
    /// The URN of the media item that the phase belongs to.
    private var phaseURN: String?
    private var wantsPlay = false
    private var isStopped = false
    private var isRestarting = false
    /// The position in seconds at which to resume an on-demand item that was blocked or replaced.
    private var leftAt: Double?

    init(rules: Rules = Rules()) { self.rules = rules }

    var dataAvailability: DataAvailability {
        if snapshot != nil || target?.override != nil { return .loaded }
        return isWatching ? .loading : .none
    }

    /// Whether a media item is loaded without an error.
    func isLoaded(_ urn: String) -> Bool { urn == target?.urn && loaded != nil && (phase != .idle || !facts.hasFailed) }

    mutating func handle(_ event: Event, at now: Date) -> [Action] {
        let error = error
        var actions = react(to: event, now)
        if let new = self.error, error == nil || error?.code != new.code || error?.reason != new.reason {
            actions.append(.send(.failed(new)))
        }
        return actions
    }

    private mutating func react(to event: Event, _ now: Date) -> [Action] {
        switch event {
        case .prepare(let target, let plays): return prepare(target, plays: plays)
        case .play: return play()
        case .pause: return pause()
        case .toggle: return phase == .playing || phase == .stalled || phase == .seeking && facts.shouldPlay ? pause() : play()
        case .stop: return stop()
        case .restart: return stop() + play()
        case .reset: return reset()
        case .snapshot(let snapshot): return adopt(snapshot)
        case .serviceFailed(let error): return serviceFailed(error)
        case .player(let facts): return update(facts)
        case .reachable: return retry()
        case .chapter(let urn, let start): return chapter(urn, start: start, now)
        }
    }

    // MARK: Commands

    private mutating func prepare(_ target: MediaTarget, plays: Bool) -> [Action] {
        if isLoaded(target.urn) {
            return [.prepared(true)] + (plays ? play() : [])
        }
        var actions = reset()
        self.target = target
        wantsPlay = plays
        if let url = target.override {
            let metadata = target.media?.playerMetadata ?? PlayerMetadata(identifier: target.urn)
            actions += load(Load(url: url, start: startPosition, metadata: metadata))
        } else {
            actions += watch()
        }
        return actions
    }

    private mutating func watch() -> [Action] {
        guard let target else { return [] }
        isWatching = true
        return [.watch(target.urn, target.settings)]
    }

    private mutating func play() -> [Action] {
        guard let target else { return [] }
        wantsPlay = true
        isStopped = false
        if loaded != nil {
            guard phase == .ended || facts.hasFailed else { return [.play] }
            isRestarting = phase == .ended
            return [.replay]
        }
        if let url = target.override {
            let metadata = target.media?.playerMetadata ?? PlayerMetadata(identifier: target.urn)
            return load(Load(url: url, start: startPosition, metadata: metadata))
        }
        guard let snapshot else { return isWatching ? [] : retryService() }
        return check(at: snapshot)
    }

    private mutating func retryService() -> [Action] {
        error = nil
        return watch()
    }

    private mutating func pause() -> [Action] {
        guard phase != .ended else { return [] }
        if rules.stopsLiveOnPause, facts.streamType == .live, phase != .idle { return stop() }
        wantsPlay = false
        return loaded == nil ? [] : [.pause]
    }

    private mutating func stop() -> [Action] {
        guard target != nil else { return [] }
        wantsPlay = false
        isStopped = true
        leftAt = nil
        return unload()
    }

    private mutating func reset() -> [Action] {
        let actions = unload() + (isWatching ? [.unwatch] : []) + (target == nil ? [] : [.prepared(false)])
        let (phase, phaseURN) = (phase, phaseURN)
        self = MediaDirector(rules: rules)
        (self.phase, self.phaseURN) = (phase, phaseURN)
        return actions
    }

    private mutating func chapter(_ urn: String, start: MediaPosition?, _ now: Date) -> [Action] {
        guard var target, let snapshot, let composition = snapshot.composition.with(main: urn) else { return [] }
        target.urn = urn
        target.media = composition.main?.media
        target.position = start
        let actions = reset()
        self.target = target
        wantsPlay = true
        guard let chapter = composition.main else { return actions }
        var next = snapshot
        next.composition = composition
        next.chapter = chapter
        next.start = nil
        next.isFallback = false
        next.playability = chapter.playability(at: now, settings: target.settings)
        return actions + watch() + adopt(next)
    }

    // MARK: Updates from the service

    private mutating func adopt(_ next: CompositionSnapshot) -> [Action] {
        guard target != nil else { return [] }
        let previous = snapshot
        snapshot = next
        var actions: [Action] = []
        if let previous, previous.chapter.media.isLivestream, Self.hasEnded(next), !Self.hasEnded(previous) {
            actions.append(.send(.livestreamEnded(previous.chapter.media)))
        }
        if next.isFallback, previous?.isFallback == false { target?.position = next.start.map { .time($0) } }
        return actions + check(at: next)
    }

    private static func hasEnded(_ snapshot: CompositionSnapshot) -> Bool {
        if case .notAnyMore = snapshot.playability { return true }
        return !snapshot.chapter.media.isLivestream || snapshot.resource?.timing == .onDemand
    }

    private mutating func check(at snapshot: CompositionSnapshot) -> [Action] {
        guard let resource = snapshot.resource else { return refuse(snapshot) }
        var wasTooEarly = false
        if case .notYet? = error?.availability { wasTooEarly = true }
        error = nil
        let metadata = snapshot.playerMetadata
        if let loaded {
            guard loaded.url != resource.url else {
                self.loaded?.metadata = metadata
                return [.update(metadata)]
            }
            if facts.streamType == .onDemand { leftAt = facts.time }
        }
        guard !isStopped else { return [] }
        if wasTooEarly { wantsPlay = true }
        let start = leftAt.map { .time($0) } ?? startPosition
        leftAt = nil
        return load(Load(url: resource.url, start: start, metadata: metadata))
    }

    private mutating func refuse(_ snapshot: CompositionSnapshot) -> [Action] {
        error = SourceError(snapshot.playability, of: snapshot.chapter.media, texts: rules.texts).map { ControllerError($0) }
        guard loaded != nil else { return [.prepared(false)] }
        if facts.streamType == .onDemand { leftAt = facts.time }
        return unload() + [.prepared(false)]
    }

    private mutating func serviceFailed(_ error: SourceError) -> [Action] {
        isWatching = false
        // A chapter selected from another one's composition keeps playing with the metadata known so far.
        guard target != nil, snapshot == nil else { return [] }
        self.error = ControllerError(error)
        return [.prepared(false)]
    }

    private mutating func retry() -> [Action] {
        guard let error, .network ~= error, !isWatching, !isStopped, target != nil else { return [] }
        if !rules.resumesAfterRetry { wantsPlay = false }
        return [.send(.didRetry)] + retryService()
    }

    // MARK: Playing

    private var startPosition: MediaPosition? {
        let duration = snapshot?.chapter.media.duration ?? target?.media?.duration
        return rules.start.start(target?.position, end: duration)
    }

    private mutating func load(_ load: Load) -> [Action] {
        loaded = load
        isPrepared = false
        return [.load(load), wantsPlay ? .play : .pause]
    }

    private mutating func unload() -> [Action] {
        isPrepared = false
        isRestarting = false
        guard loaded != nil else { return [] }
        loaded = nil
        return [.unload]
    }

    private mutating func update(_ facts: PlayerFacts) -> [Action] {
        let (previous, lastTime) = (phase, self.facts.time)
        self.facts = facts
        var actions: [Action] = []
        if loaded != nil, facts.hasItem {
            if !facts.hasFailed { wantsPlay = facts.shouldPlay && facts.playbackState != .ended }
            if !isPrepared, facts.playbackState != .idle, !facts.isBuffering {
                isPrepared = true
                actions.append(.prepared(true))
            }
            if facts.hasFailed { actions.append(.prepared(false)) }
        }
        if isRestarting, !facts.isSeeking, facts.playbackState != .ended { isRestarting = false }
        phase = loaded == nil ? .idle : facts.phase(isPrepared: isPrepared, isRestarting: isRestarting)
        if phase != previous {
            let change = PhaseChange(
                phase: phase, previous: previous, previousURN: phaseURN == target?.urn ? nil : phaseURN, timeRange: facts.range,
                streamType: facts.streamType, lastTime: lastTime)
            phaseURN = target?.urn
            actions.append(.send(.phaseChanged(change)))
        }
        return actions
    }

    /// Everything that is known, except for the current segment.
    var details: MediaDetails {
        var details = MediaDetails()
        details.urn = snapshot?.chapter.media.urn ?? target?.urn
        details.media = snapshot?.chapter.media ?? target?.media
        details.composition = snapshot?.composition
        details.channel = snapshot?.composition.channel
        details.subdivision = snapshot.map { .chapter($0.chapter) }
        details.resource = snapshot?.resource
        return details
    }
}
