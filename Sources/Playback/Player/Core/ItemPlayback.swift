// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

/// Plays the current item of a list: keeps the engine, time, seeks, selections, metrics and trackers in line with it, and publishes
/// changes. Knows only which item is current; ``PlayerCore`` makes all changes to the list.
@MainActor final class ItemPlayback {
    let configuration: PlayerConfiguration
    let settings: PlayerSettings
    let queue: PlayerQueue
    let recovery: FailureRecovery
    let events: Broadcast<PlayerEvent>
    let engines: EngineRouter
    /// Modified only by this class, like ``seeking``.
    var items = EngineItems()
    let time: PlayerTime
    var seeking = SeekController()
    let selection: SelectionController
    let interstitials = InterstitialState()
    let output: PublishedProperties
    let metrics = MetricsRecorder()
    let tracking = PlayerTracking()
    /// Called when something is due.
    private var onWakeUp: @MainActor () -> Void = {}

    init(
        configuration: PlayerConfiguration, settings: PlayerSettings, queue: PlayerQueue, recovery: FailureRecovery,
        events: Broadcast<PlayerEvent>, preferences: any MediaPreferencesStore, engine: any PlaybackEngineControlling,
        clock: any PlayerClock
    ) {
        self.configuration = configuration
        self.settings = settings
        self.queue = queue
        self.recovery = recovery
        self.events = events
        engines = EngineRouter(engine)
        time = PlayerTime(clock)
        selection = SelectionController(store: preferences, userLanguages: configuration.userLanguages)
        output = PublishedProperties(
            speed: SpeedController(speeds: configuration.playbackSpeeds, reverseSpeeds: configuration.reversePlaybackSpeeds))
    }

    func start(receive: @escaping @MainActor (EngineFact) -> Void, onWakeUp: @escaping @MainActor () -> Void) {
        self.onWakeUp = onWakeUp
        engines.start(receive)
        select(selection.reloadPreferences())
    }

    /// Ends playback with the player. Trackers are notified first, while everything they ask for is still known.
    func end() {
        tracking.end { trackerProperties() }
        engines.shutDown()
        time.end()
        seeking.resolveAll()
    }

    // MARK: Current values

    var facts: ItemFacts? { items.onAir?.facts }

    /// Seconds on the item's timeline; see ``Player/time``.
    var position: Double? { time.playout.time(of: facts, seekingTo: seeking.target, at: time.now) }

    var seekableTimeRange: TimeRange? {
        StreamTypeRule.seekable(
            of: facts?.timeline, minimumWindow: configuration.minimumWindow, previous: output.properties.streamType)
    }

    var date: Date? {
        guard let position, let zero = facts?.timeline?.dateOfZero else { return nil }
        return Date(timeIntervalSince1970: zero + position)
    }

    var currentMetrics: Metrics? {
        guard let onAir = items.onAir, onAir.facts.isReady, recovery.error == nil else { return nil }
        return metrics.metrics(of: onAir, time: position, output.properties.streamType, at: time.now)
    }

    // MARK: Publishing

    /// Derives the properties from the known facts, publishes changes and schedules the next wake-up.
    func update() {
        let situation = PropertiesRule.Situation(
            hasItem: queue.list.current != nil, hasFailed: recovery.error != nil,
            shouldPlay: settings.shouldPlay && !seeking.isScrubbing,
            seekTime: time.playout.destination(seekingTo: seeking.target), isMuted: settings.isMuted,
            minimumWindow: configuration.minimumWindow, streamType: output.properties.streamType)
        var next = PropertiesRule.properties(of: facts, situation)
        if situation.hasItem { output.speed.follow(next, time: position, canReverse: canReverse) }
        if PropertiesRule.isMoving(next, facts) { next.rate = output.speed.permitted }
        time.playout.follow(rate: next.rate, at: time.now)
        if let speed = output.speed.publish() { engines.active.set(rate: speed) }
        if let limit = output.speed.takeLimit() { events.send(.speedLimited(desired: limit.desired, used: limit.used)) }
        metrics.measure(.flows(next.playbackState == .playing && !next.isBuffering, Date()), at: time.now)
        if output.publish(next) { tracking.notify { .properties(trackerProperties()) } }
        tracking.enter(queue.present, isEnabled: settings.isTrackingEnabled) { trackerSnapshot }
        followReplay()
        schedulePulse()
    }

    /// Sends selections for the current item to the engine.
    func select(_ choices: [Selection]) {
        guard let id = items.onAir?.id else { return }
        for choice in choices { engines.active.select(choice, of: id) }
    }

    func followReplay() { select(selection.followReplay(isEnabled: settings.showsReplayCaptions) { position }) }

    // MARK: Observing the time

    func periodicTimes(every interval: Duration) -> AsyncStream<Double> {
        let (seconds, attoseconds) = interval.components
        defer { schedulePulse() }
        return time.listeners.add(PeriodicTicker(interval: Double(seconds) + Double(attoseconds) * 1e-18, at: position))
    }

    func boundaryTimes(_ times: [Double]) -> AsyncStream<Double> {
        defer { schedulePulse() }
        return time.listeners.add(BoundaryTimeObserver(times, at: position))
    }

    // MARK: Wake-ups

    func schedulePulse() {
        let (now, listeners) = (time.now, time.listeners)
        let playing = WakeUpSchedule.wait(
            for: facts, hasFailed: recovery.error != nil, isSeeking: seeking.target != nil, time.playout.estimate, at: now
        ) { listeners.distance(from: $0, isReversed: $1) }
        let wait = [playing, recovery.retryDue.map { $0 - now }].compactMap { $0 }.min()
        time.schedule(wait) { [weak self] in self?.onWakeUp() }
    }

    /// Reports the time and takes a sample if they are due.
    func wakeUp() {
        if seeking.target == nil, output.rate != 0 {
            time.listeners.notify(position, hasJumped: false, isReversed: output.rate < 0)
        }
        if time.wakeUps.wantsSample(at: time.now) { takeSample() }
        update()
    }

    func watchStall(_ event: StallWatch.Event) {
        switch time.stall.handle(event, at: time.now) {
        case .stalled: events.send(.stalled)
        case .resumed: events.send(.resumedAfterStall)
        case .tryAgain: engines.active.play()
        case nil: break
        }
    }

    // MARK: Trackers

    func trackerProperties() -> TrackerProperties {
        TrackerProperties(
            properties: output.properties, time: position, date: date, metrics: currentMetrics,
            volume: settings.isMuted ? 0 : settings.volume, audible: selection.state.current(.audible),
            legible: selection.state.current(.legible), player: tracking.player)
    }

    private var trackerSnapshot: TrackerLifecycle.Snapshot {
        TrackerLifecycle.Snapshot(properties: trackerProperties(), metricEvents: metrics.events(of: queue.present))
    }

    func switchTracking() {
        tracking.notify { .switched(isTrackingEnabled: settings.isTrackingEnabled, trackerSnapshot) }
    }

    private var moment: MetricEventLog.Moment { MetricEventLog.Moment(now: time.now, date: Date(), time: position) }

    func log(_ event: MetricEventLog.Event, of item: PlayerItem?) {
        if let item { notify(metrics.log(event, of: item, present: queue.present, at: moment)) }
    }

    func log(inHand items: [PlayerItem]) { notify(metrics.keep(items, present: queue.present, at: moment)) }

    func measure(_ fact: EngineFact) {
        let situation = MetricsRecorder.Situation(
            items: items, present: queue.present, isSeeking: seeking.target != nil, hasFailed: recovery.error != nil)
        notify(metrics.handle(fact, situation) { moment })
    }

    private func notify(_ news: [MetricEvent]?) {
        if let news { tracking.notify { .metricEvents(news) } }
    }
}
