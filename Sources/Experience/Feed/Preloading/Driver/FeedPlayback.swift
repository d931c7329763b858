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
        case notice(PlaybackNotice, VideoPlaybackDetails)
        case moved(to: Int)
        /// The first frame of an item is available; its poster may be removed.
        case firstPicture(Int)
        case failed(Int, PlayerError)
        /// The end of the feed was reached; the player closes.
        case dismissed
        /// The feed's items were replaced; there is no current item.
        case itemsReplaced
        /// The next page was awaited, but failed to load.
        case waitedInVain(FeedError)
    }

    public let feed: Feed
    public let configuration: PlayerViewConfiguration
    /// Index of the current item; nil before the first.
    public private(set) var index: Int?
    /// The state of the current video's call-to-action button.
    public private(set) var callToAction = CTATiming.Appearance.hidden
    /// Waiting for the next page.
    public private(set) var isWaitingForMore = false
    public private(set) var isMuted: Bool
    /// The user is busy with the item, such as with one of its products: at its end it loops instead of moving on.
    @ObservationIgnored public var staysAtItem = false

    @ObservationIgnored private var preload: PreloadRule
    @ObservationIgnored private var sound: SoundRule
    @ObservationIgnored private let forwardBuffer: Double
    @ObservationIgnored private let makePlayer: @MainActor () -> Player
    @ObservationIgnored private var prepared: [Int: PreparedItem] = [:]
    @ObservationIgnored private var idlePlayers: [Player] = []
    /// Playback URLs that override the feed's, by video ID.
    @ObservationIgnored private var addresses: [String: String] = [:]
    @ObservationIgnored private var report: PlaybackReport?
    @ObservationIgnored private var timing: CTATiming?
    @ObservationIgnored private var isFullScreen: Bool
    @ObservationIgnored private let isAutoplay: Bool
    /// Called before a player receives an item, with the item's index; the player's view should clear the previous item.
    @ObservationIgnored public var onPrepare: (@MainActor (Player, Int) -> Void)?
    @ObservationIgnored private let eventListeners = Broadcast<Event>()
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var settling: Task<Void, Never>?
    /// Roughly the duration of the swipe animation.
    private static let settlingTime = Duration.milliseconds(400)

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
        isMuted = sound.isMuted
        self.forwardBuffer = forwardBuffer
        self.isFullScreen = isFullScreen
        self.isAutoplay = isAutoplay
        self.makePlayer = makePlayer
        let events = feed.events
        following = Task { [weak self] in for await event in events { self?.heard(event) } }
        reportItems()
    }

    isolated deinit {
        following?.cancel()
        settling?.cancel()
    }

    /// All events from now on, in order.
    public var events: AsyncStream<Event> { eventListeners.listen() }
    /// The player of the current item.
    public var player: Player? {
        access(keyPath: \.index)
        return index.flatMap { prepared[$0]?.player }
    }
    /// The player that holds an item; nil if there is none.
    public func player(at index: Int) -> Player? { prepared[index]?.player }
    /// The number of players, in use or spare.
    public var playerCount: Int { prepared.count + idlePlayers.count }

    // MARK: Navigation

    public func show(_ index: Int) { move(to: index, .hostClosed) }
    /// - Returns: false if nothing follows.
    @discardableResult public func next() -> Bool { swipe(by: 1, .swipeNext) }
    @discardableResult public func previous() -> Bool { swipe(by: -1, .swipePrevious) }

    /// Ends all playback; the feed remains.
    public func close(_ reason: FinishReason = .dismissed) {
        tell(.left(reason))
        (report, timing, index, isWaitingForMore) = (nil, nil, nil, false)
        perform(preload.handle(.close, at: feed.sdk.now))
        idlePlayers = []
        feed.setPlayerPresented(false)
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
            timing?.beginPass()
            callToAction = .hidden
            index.flatMap { prepared[$0] }?.play()
        case .dismiss:
            close(.dismissed)
            eventListeners.send(.dismissed)
        case .stop, .stay: break
        }
    }

    private func move(to target: Int, _ reason: FinishReason) {
        guard target != index, feed.items.indices.contains(target) else { return }
        tell(.left(reason))
        isWaitingForMore = false
        index = target
        let context = feed.reportContext(at: target, isAutoplay: isAutoplay)
        report = context.map { PlaybackReport($0, isFullScreen: isFullScreen) }
        timing = context?.video.cta.map { _ in
            CTATiming(
                configuration.ctaButton, duration: context.flatMap { $0.video.durationMS > 0 ? Double($0.video.durationMS) / 1000 : nil })
        }
        callToAction = .hidden
        feed.setPlayerPresented(isFullScreen)
        tell(.shown)
        reportAwaited(target)
        perform(preload.handle(.show(target), at: feed.sdk.now))
        settle()
        eventListeners.send(.moved(to: target))
        feed.approach(target)
    }

    /// Starts measuring the startup time, for playable items only; a preloaded item counts as immediate.
    private func reportAwaited(_ target: Int) {
        guard address(of: target) != nil else { return }
        tell(.awaited)
        if prepared[target]?.isReady == true { tell(.picture) }
    }

    private func settle() {
        settling?.cancel()
        settling = nil
        guard preload.isSettling else { return }
        settling = Task { [weak self] in
            guard (try? await Task.sleep(for: Self.settlingTime)) != nil, let self else { return }
            perform(preload.handle(.settled, at: feed.sdk.now))
        }
    }

    // MARK: User actions

    public func pause() { setPaused(true, byUser: true) }
    public func play() { setPaused(false, byUser: true) }
    /// Pauses when it leaves the view or is covered, and resumes when it returns.
    public func setSeen(_ isSeen: Bool) { setPaused(!isSeen, byUser: false) }

    private func setPaused(_ isPaused: Bool, byUser: Bool) {
        guard let current = index.flatMap({ prepared[$0] }) else { return }
        if !isPaused, current.player.playbackState == .ended || current.player.error != nil { tell(.replay) }
        if isPaused { current.player.pause() } else { current.play() }
        tell(isPaused ? .pause(byUser: byUser) : .resume(byUser: byUser))
    }

    public func setMuted(_ isMuted: Bool) {
        _ = sound.choose(isMuted: isMuted)
        self.isMuted = sound.isMuted
        player?.isMuted = isMuted
        tell(.mute(isMuted))
    }

    /// Switches the presentation without changing position or volume.
    public func setFullScreen(_ isFullScreen: Bool) {
        self.isFullScreen = isFullScreen
        feed.setPlayerPresented(isFullScreen && index != nil)
        tell(.fullScreen(isFullScreen))
    }

    public func seek(to time: Double) {
        player?.seek(to: time)
        tell(.seek(to: time))
    }

    /// Records a user action in the report: a click, a share, a heart.
    public func note(_ event: PlaybackReport.Event) { tell(event) }

    /// Frees memory because the system is short of it.
    public func releaseMemory() {
        perform(preload.handle(.memoryPressure, at: feed.sdk.now))
        idlePlayers = []
    }

    // MARK: Events

    private func heard(_ event: Feed.Event) {
        switch event {
        case .itemsReplaced:
            if index != nil { tell(.left(.hostClosed)) }
            (report, timing, index) = (nil, nil, nil)
            perform(preload.handle(.replaced, at: feed.sdk.now))
            reportItems()
            eventListeners.send(.itemsReplaced)
        case .itemsAppended:
            reportItems()
            if isWaitingForMore, let index { move(to: index + 1, .swipeNext) }
        case .pageFailed(let error):
            if isWaitingForMore { eventListeners.send(.waitedInVain(error)) }
            isWaitingForMore = false
        case .loadFinished: break
        }
    }

    private func reportItems() {
        let unplayable = feed.items.indices.filter { address(of: $0) == nil }
        perform(preload.handle(.items(count: feed.items.count, unplayable: Set(unplayable)), at: feed.sdk.now))
    }

    private func address(of index: Int) -> String? {
        guard let video = feed.items[index].video, !video.regionBlocked else { return nil }
        return addresses[video.id] ?? (video.locked ? nil : video.hlsURL)
    }

    /// Changes a video's playback URL: a stream was unlocked, started, or became a recording.
    public func setAddress(_ address: String, of video: String) {
        guard addresses[video] != address, let place = feed.items.firstIndex(where: { $0.video?.id == video }) else { return }
        guard self.address(of: place) != address else { return }
        addresses[video] = address
        if place == index { tell(.awaited) }
        perform(preload.handle(.changed(place), at: feed.sdk.now))
        if place == index { eventListeners.send(.moved(to: place)) }
    }

    private func heard(_ fact: PreparedItem.Fact, of item: Int) {
        switch fact {
        case .ready:
            if item == index { tell(.picture) }
            eventListeners.send(.firstPicture(item))
            perform(preload.handle(.ready(item), at: feed.sdk.now))
        case .failed(let error):
            if item == index { tell(.left(.error)) }
            eventListeners.send(.failed(item, error))
            perform(preload.handle(.failed(item), at: feed.sdk.now))
        case .recovers: if item == index { tell(.replay) }
        case .position(let time):
            guard item == index else { return }
            tell(.position(time))
            if let qualityMetrics = prepared[item]?.qualityMetrics {
                tell(.measured(renditionChanges: qualityMetrics.renditionChanges, latency: qualityMetrics.latency))
            }
            if let appearance = timing?.appearance(at: time), appearance != callToAction { callToAction = appearance }
        case .duration(let seconds): if item == index { tell(.duration(seconds)) }
        case .stalled(let isStalled): if item == index { tell(.stalled(isStalled)) }
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
        tell(.ended(reason))
        perform(step, reason)
    }

    private func tell(_ event: PlaybackReport.Event) {
        guard let context = report?.context, let actions = report?.handle(event, at: feed.sdk.now) else { return }
        for action in actions {
            switch action {
            case .record(let draft): feed.sdk.record(draft, channel: feed.source.channelID)
            case .tell(let notice):
                eventListeners.send(.notice(notice, VideoPlaybackDetails(context, progress: index.flatMap { prepared[$0]?.player.time })))
            }
        }
    }

    private func perform(_ actions: [PreloadRule.Action]) {
        for action in actions {
            switch action {
            case .load(let item):
                guard let address = address(of: item), let video = feed.items[item].video else { continue }
                let playerItem = PlayerItem.simple(
                    url: address, metadata: PlayerMetadata(identifier: video.id, title: video.caption),
                    configuration: PlaybackConfiguration(preferredForwardBufferDuration: forwardBuffer))
                let player = idlePlayers.popLast() ?? makePlayer()
                onPrepare?(player, item)
                prepared[item] = PreparedItem(player, playerItem) { [weak self] in self?.heard($0, of: item) }
            case .release(let item): if let player = prepared.removeValue(forKey: item)?.empty() { idlePlayers.append(player) }
            case .activate(let item):
                prepared[item]?.player.isMuted = isMuted
                prepared[item]?.play()
            case .deactivate(let item): prepared[item]?.player.pause()
            }
        }
    }
}
