// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxContract
public import WindowboxPlayer

/// Plays the videos of a feed in sequence, preloads the next ones, and reports what happens.
///
/// Players are created by a closure, so that a view can be bound to each; their number is limited, and they are reused.
@MainActor @Observable public final class FeedPlayback {
    /// An event for hosts and views.
    public enum Event: Sendable {
        /// A notice of an item's playback.
        case notice(PlaybackNotice, VideoPlaybackDetails)
        /// Another item is the current one.
        case moved(to: Int)
        /// The first frame of an item is available; its poster may be removed.
        case firstPicture(Int)
        /// An item can't be played.
        case failed(Int, PlayerError)
        /// The end of the feed was reached; the player closes.
        case dismissed
        /// The feed's items were replaced; there is no current item.
        case itemsReplaced
        /// The next page was awaited, but failed to load.
        case waitedInVain(FeedError)
    }

    /// The feed that is played.
    public let feed: Feed
    /// The appearance and behaviour given at initialization.
    public let configuration: PlayerViewConfiguration
    /// Index of the current item; nil before the first.
    public private(set) var index: Int?
    /// The state of the current video's call-to-action button.
    public private(set) var callToAction = CTATiming.Appearance.hidden
    /// Waiting for the next page.
    public private(set) var isWaitingForMore = false
    /// The user is busy with the item, such as with one of its products: at its end it loops instead of moving on.
    @ObservationIgnored public var staysAtItem = false

    private var sound: SoundRule
    @ObservationIgnored private var preload: PreloadRule
    @ObservationIgnored private let pool: PlayerPool
    /// Playback URLs that override the feed's, by video ID.
    @ObservationIgnored private var addresses: [String: String] = [:]
    @ObservationIgnored private var current: CurrentItem?
    @ObservationIgnored private var presentation: Presentation
    @ObservationIgnored private let broadcast = Broadcast<Event>()
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var settling: Task<Void, Never>?
    /// Roughly the duration of the swipe animation.
    private static let settlingTime = Duration.milliseconds(400)

    /// What is measured of the current item.
    private struct CurrentItem {
        var report: PlaybackReport
        /// nil without a call-to-action button.
        var timing: CTATiming?
    }

    /// How the player is shown, as it is reported.
    private struct Presentation {
        var isFullScreen: Bool
        let isAutoplay: Bool
    }

    /// - Parameters:
    ///   - feed: loaded, or about to be.
    ///   - configuration: nil uses the feed's full-screen player configuration.
    ///   - preloading: how many items to preload, and the limits.
    ///   - forwardBuffer: seconds of media that each player buffers ahead.
    ///   - isFullScreen: false if it plays inline.
    ///   - isAutoplay: playback started automatically.
    ///   - silence: the user's last mute choice; nil if there is none.
    ///   - makePlayer: creates a paused player without items, bound to the view that shows it.
    public init(
        _ feed: Feed, configuration: PlayerViewConfiguration? = nil, preloading: PreloadRule.Settings = .init(),
        forwardBuffer: Double = 8, isFullScreen: Bool = true, isAutoplay: Bool = false, silence: Bool? = nil,
        makePlayer: @escaping @MainActor () -> Player
    ) {
        self.feed = feed
        let configuration = configuration ?? feed.configuration.fullScreenPlayer
        self.configuration = configuration
        preload = PreloadRule(settings: preloading)
        sound = SoundRule(configuration, choice: silence)
        pool = PlayerPool(forwardBuffer: forwardBuffer, makePlayer)
        presentation = Presentation(isFullScreen: isFullScreen, isAutoplay: isAutoplay)
        let events = feed.events
        following = Task { [weak self] in for await event in events { self?.handle(event) } }
        updateItems()
    }

    isolated deinit {
        following?.cancel()
        settling?.cancel()
    }

    /// All events from now on, in order.
    public var events: AsyncStream<Event> { broadcast.listen() }
    /// Whether audio is muted, for this and later items.
    public var isMuted: Bool { sound.isMuted }
    /// The player of the current item.
    public var player: Player? { index.flatMap { pool[$0]?.player } }
    /// The player that holds an item; nil if there is none.
    public func player(at index: Int) -> Player? { pool[index]?.player }
    /// The number of players, in use or spare.
    public var playerCount: Int { pool.count }
    /// Called before a player receives an item, with the item's index; the player's view should clear the previous item.
    public var onPrepare: (@MainActor (Player, Int) -> Void)? {
        get { pool.onPrepare }
        set { pool.onPrepare = newValue }
    }

    // MARK: Navigation

    /// Makes an item the current one and plays it.
    public func show(_ index: Int) { move(to: index, .hostClosed) }
    /// - Returns: false if nothing follows.
    @discardableResult public func next() -> Bool { swipe(by: 1, .swipeNext) }
    /// - Returns: false if nothing comes before.
    @discardableResult public func previous() -> Bool { swipe(by: -1, .swipePrevious) }

    /// Ends all playback; the feed remains.
    public func close(_ reason: FinishReason = .dismissed) {
        report(.left(reason))
        (current, index, isWaitingForMore) = (nil, nil, false)
        perform(preload.handle(.close, at: feed.sdk.now))
        pool.discardSpare()
        feed.setPlayerPresented(false)
        // It may be shown again.
        updateItems()
    }

    /// The item that a swipe would lead to; nil if there is none or it isn't loaded yet.
    /// - Parameter offset: 1 or -1.
    public func neighbour(by offset: Int) -> Int? {
        guard let index, offset != 0 else { return nil }
        let step = NextItem(configuration).onSwipe(by: offset, from: index, count: feed.items.count, hasMore: feed.hasMore)
        if case .goTo(let target) = step { return target }
        return nil
    }

    private func swipe(by offset: Int, _ reason: FinishReason) -> Bool {
        guard let index else { return false }
        let step = NextItem(configuration).onSwipe(by: offset, from: index, count: feed.items.count, hasMore: feed.hasMore)
        perform(step, reason)
        return step != .stay
    }

    private func perform(_ step: NextItem.Step, _ reason: FinishReason) {
        switch step {
        case .goTo(let target): move(to: target, reason)
        case .waitForMore:
            isWaitingForMore = true
            feed.approach(feed.items.count - 1)
        case .loop:
            current?.timing?.beginPass()
            callToAction = .hidden
            index.flatMap { pool[$0] }?.play()
        case .dismiss:
            close(.dismissed)
            broadcast.send(.dismissed)
        case .stop, .stay: break
        }
    }

    private func move(to target: Int, _ reason: FinishReason) {
        guard target != index, feed.items.indices.contains(target) else { return }
        report(.left(reason))
        isWaitingForMore = false
        index = target
        current = feed.reportContext(at: target, isAutoplay: presentation.isAutoplay).map { context in
            let video = context.video
            let duration = video.durationMS > 0 ? Double(video.durationMS) / 1000 : nil
            return CurrentItem(
                report: PlaybackReport(context, isFullScreen: presentation.isFullScreen),
                timing: video.cta.map { _ in CTATiming(configuration.ctaButton, duration: duration) })
        }
        callToAction = .hidden
        feed.setPlayerPresented(presentation.isFullScreen)
        report(.shown)
        reportAwaited(target)
        perform(preload.handle(.show(target), at: feed.sdk.now))
        scheduleSettled()
        broadcast.send(.moved(to: target))
        feed.approach(target)
    }

    /// Starts measuring the startup time, for playable items only; a preloaded item counts as immediate.
    private func reportAwaited(_ target: Int) {
        guard address(of: target) != nil else { return }
        report(.awaited)
        if pool[target]?.isReady == true { report(.picture) }
    }

    private func scheduleSettled() {
        settling?.cancel()
        settling = nil
        guard preload.isSettling else { return }
        settling = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.settlingTime)) != nil, let self else { return }
            perform(preload.handle(.settled, at: feed.sdk.now))
        }
    }

    // MARK: User actions

    /// The user pauses the current item.
    public func pause() { setPaused(true, byUser: true) }
    /// The user plays the current item.
    public func play() { setPaused(false, byUser: true) }
    /// Pauses when it leaves the view or is covered, and resumes when it returns.
    public func setSeen(_ isSeen: Bool) { setPaused(!isSeen, byUser: false) }

    private func setPaused(_ isPaused: Bool, byUser: Bool) {
        guard let item = index.flatMap({ pool[$0] }) else { return }
        if !isPaused, item.player.playbackState == .ended || item.player.error != nil { report(.replay) }
        if isPaused { item.player.pause() } else { item.play() }
        report(isPaused ? .pause(byUser: byUser) : .resume(byUser: byUser))
    }

    /// The user mutes or unmutes; this is remembered for later items.
    public func setMuted(_ isMuted: Bool) {
        _ = sound.choose(isMuted: isMuted)
        player?.isMuted = isMuted
        report(.mute(isMuted))
    }

    /// Switches the presentation without changing position or volume.
    public func setFullScreen(_ isFullScreen: Bool) {
        presentation.isFullScreen = isFullScreen
        feed.setPlayerPresented(isFullScreen && index != nil)
        report(.fullScreen(isFullScreen))
    }

    /// The user seeks in the current item.
    /// - Parameter time: seconds on the item's timeline.
    public func seek(to time: Double) {
        player?.seek(to: time)
        report(.seek(to: time))
    }

    /// Records a user action in the report: a click, a share, a heart.
    public func note(_ event: PlaybackReport.Event) { report(event) }

    /// Frees memory because the system is short of it.
    public func releaseMemory() {
        perform(preload.handle(.memoryPressure, at: feed.sdk.now))
        pool.discardSpare()
    }

    // MARK: Events

    private func handle(_ event: Feed.Event) {
        switch event {
        case .itemsReplaced:
            if index != nil { report(.left(.hostClosed)) }
            (current, index) = (nil, nil)
            perform(preload.handle(.replaced, at: feed.sdk.now))
            updateItems()
            broadcast.send(.itemsReplaced)
        case .itemsAppended:
            updateItems()
            if isWaitingForMore, let index { move(to: index + 1, .swipeNext) }
        case .pageFailed(let error):
            if isWaitingForMore { broadcast.send(.waitedInVain(error)) }
            isWaitingForMore = false
        case .pagesEnded: stopWaiting()
        case .loadFinished: break
        }
    }

    /// Does what would have been done at once if it had been known that nothing follows.
    private func stopWaiting() {
        guard isWaitingForMore, let index else { return }
        isWaitingForMore = false
        let (rule, count) = (NextItem(configuration), feed.items.count)
        if player?.playbackState == .ended {
            perform(rule.atEnd(of: index, count: count, hasMore: false), .endAdvanced)
        } else {
            perform(rule.onSwipe(by: 1, from: index, count: count, hasMore: false), .swipeNext)
        }
    }

    private func updateItems() {
        let unplayable = feed.items.indices.filter { address(of: $0) == nil }
        perform(preload.handle(.items(count: feed.items.count, unplayable: Set(unplayable)), at: feed.sdk.now))
    }

    private func address(of index: Int) -> String? {
        // The feed may have been replaced by a shorter one, which is reported later.
        guard feed.items.indices.contains(index), let video = feed.items[index].video, !video.regionBlocked else { return nil }
        return addresses[video.id] ?? (video.locked ? nil : video.hlsURL)
    }

    /// Changes a video's playback URL: a stream was unlocked, started, or became a recording.
    public func setAddress(_ address: String, of video: String) {
        guard addresses[video] != address, let changed = feed.items.firstIndex(where: { $0.video?.id == video }) else { return }
        guard self.address(of: changed) != address else { return }
        addresses[video] = address
        if changed == index { report(.awaited) }
        perform(preload.handle(.changed(changed), at: feed.sdk.now))
        if changed == index { broadcast.send(.moved(to: changed)) }
    }

    private func handle(_ fact: PreparedItem.Fact, of item: Int) {
        switch fact {
        case .ready:
            if item == index { report(.picture) }
            broadcast.send(.firstPicture(item))
            perform(preload.handle(.ready(item), at: feed.sdk.now))
        case .failed(let error):
            if item == index { report(.left(.error)) }
            broadcast.send(.failed(item, error))
            perform(preload.handle(.failed(item), at: feed.sdk.now))
        case .recovers: if item == index { report(.replay) }
        case .position(let time):
            guard item == index else { return }
            report(.position(time))
            if let qualityMetrics = pool[item]?.qualityMetrics {
                report(.measured(renditionChanges: qualityMetrics.renditionChanges, latency: qualityMetrics.latency))
            }
            if let appearance = current?.timing?.appearance(at: time), appearance != callToAction { callToAction = appearance }
        case .duration(let seconds): if item == index { report(.duration(seconds)) }
        case .stalled(let isStalled): if item == index { report(.stalled(isStalled)) }
        case .ended: if item == index { ended(item) }
        }
    }

    private func ended(_ item: Int) {
        var step = NextItem(configuration).atEnd(of: item, count: feed.items.count, hasMore: feed.hasMore)
        if staysAtItem, step != .stop { step = .loop }
        let reason: FinishReason =
            switch step {
            case .loop: .endLooped
            case .goTo, .waitForMore: .endAdvanced
            case .dismiss, .stop, .stay: .endStopped
            }
        report(.ended(reason))
        perform(step, reason)
    }

    private func report(_ event: PlaybackReport.Event) {
        guard let context = current?.report.context, let actions = current?.report.handle(event, at: feed.sdk.now) else { return }
        for action in actions {
            switch action {
            case .record(let draft): feed.sdk.record(draft, channel: feed.source.channelID)
            case .notify(let notice):
                broadcast.send(.notice(notice, VideoPlaybackDetails(context, progress: index.flatMap { pool[$0]?.player.time })))
            }
        }
    }

    private func perform(_ actions: [PreloadRule.Action]) {
        for action in actions {
            switch action {
            case .load(let item):
                guard let address = address(of: item), let video = feed.items[item].video else { continue }
                pool.load(video, from: address, at: item) { [weak self] in self?.handle($0, of: item) }
            case .release(let item): pool.release(item)
            case .activate(let item):
                pool[item]?.player.isMuted = isMuted
                pool[item]?.play()
            case .deactivate(let item): pool[item]?.player.pause()
            }
        }
    }
}
