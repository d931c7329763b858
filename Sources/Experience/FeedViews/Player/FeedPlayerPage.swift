// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK
import WindowboxPlayer

/// The short-video player: plays a feed, one item at a time, using all of its allocated size.
///
/// Swipes, the wheel, arrow and page keys change the item; space pauses, m mutes, c toggles captions, f full screen, i picture in picture if
/// the feed allows it, and Escape or Alt+Left closes. A page that is removed from its window stops and releases its players.
@MainActor public final class FeedPlayerPage: Overlay {
    /// The services and callbacks of the program.
    public let host: FeedHost
    /// What plays: the items, the current one, and its player.
    public let playback: FeedPlayback
    /// The state that layers observe: the item, the visibility of the controls, and the size.
    public let state = PlayerPageState()
    /// Containers for the widgets of layers.
    public let layers = PageLayers()

    let context: PageContext
    let slides: PageSlides
    let controls: PageControls
    private(set) var presence = PagePresence()
    private var videoCover = VideoCover()
    private var input = SwipeInput(slack: FeedPlayerPage.minSwipe)
    private var start: PageStart
    private var handlers = Handlers()
    private var following: Task<Void, Never>?
    private var focusing: Delay?
    /// The item shown when the page was closed, and its position in seconds; nil before that.
    public private(set) var place: (index: Int, position: Double?)?

    /// How a page is placed in its window.
    public enum Placement: Hashable, Sendable {
        /// The only content of its window or container.
        case fullScreen
        /// Among other content.
        case embedded
    }

    /// Events that the page reports to its container.
    private struct Handlers {
        var close: (@MainActor () -> Void)?
        var fullScreen: (@MainActor () -> Void)?
        var smallWindow: (@MainActor (SmallWindowChange) -> Void)?
        var escape: (@MainActor () -> Bool)?
    }

    /// Called when the user closes the page, or the feed has ended.
    public var onClose: (@MainActor () -> Void)? {
        get { handlers.close }
        set { handlers.close = newValue }
    }
    /// Called when the user toggles full screen, or wants to see an embedded player's item on a full page.
    public var onFullScreen: (@MainActor () -> Void)? {
        get { handlers.fullScreen }
        set { handlers.fullScreen = newValue }
    }
    /// Called when the video moves to the picture-in-picture window, and when that closes.
    public var onSmallWindow: (@MainActor (SmallWindowChange) -> Void)? {
        get { handlers.smallWindow }
        set { handlers.smallWindow = newValue }
    }
    /// Called before Escape closes the page; returns true if it closed a layer instead.
    var onEscape: (@MainActor () -> Bool)? {
        get { handlers.escape }
        set { handlers.escape = newValue }
    }

    /// - Parameters:
    ///   - feed: loaded now if it has no items.
    ///   - index: of the first item to show.
    ///   - position: where that item starts, in seconds; nil starts at its beginning.
    ///   - configuration: nil uses that of the feed's full-screen player.
    ///   - silence: whether to start muted; nil uses the user's last choice.
    ///   - isPlayedAtOnce: false leaves it to the user to start the first item.
    public init(
        _ feed: Feed, at index: Int = 0, position: Double? = nil, host: FeedHost, placement: Placement = .fullScreen,
        configuration: PlayerViewConfiguration? = nil, silence: Bool? = nil, isPlayedAtOnce: Bool = true
    ) {
        FeedStyle.install()
        self.host = host
        let pool = ScreenPool(host)
        playback = FeedPlayback(
            feed, configuration: configuration, isFullScreen: placement == .fullScreen, isAutoplay: placement == .embedded,
            silence: silence ?? host.silence
        ) { pool.makePlayer() }
        start = PageStart(at: index, position: position, isPlayed: isPlayedAtOnce)
        let isFullScreen = placement == .fullScreen
        context = PageContext(
            host, playback, pool, state, isFullScreen: isFullScreen,
            offersFullScreen: isFullScreen || feed.configuration.isFullScreenOffered)
        slides = PageSlides(context)
        let clicked = Deferred()
        controls = PageControls(context, layers) { clicked.run() }
        super.init(slides.stage.expand(.horizontal, .vertical))
        clicked.run = { [weak self] in self?.clickedCTA() }
        cssClass("feed-player").accessibleRole(.region).accessibleName(host.sdk.language.text(.videos))
        setCSSClass("embedded", !isFullScreen)
        isFocusable = true
        controls.chrome.onBottom = { [weak self] in self?.keepCaptionsFree($0) }
        playback.onPrepare = { [weak self] in self?.slides.prepare($0, at: $1) }
        context.perform = { [weak self] in self?.perform($0) }
        for layer in controls.layers(context) { add(layer) }
        listen()
        follow()
        host.smallWindow.register(self)
        if feed.items.isEmpty { feed.load() } else { begin() }
    }

    isolated deinit {
        following?.cancel()
        if !presence.isClosed { playback.close(.hostClosed) }
    }

    private func follow() {
        let (playback, sdk, visibility) = (playback, host.sdk, controls.visibility)
        bind(to: { sdk.language.isRightToLeft }) { page, isRightToLeft in
            page.setDirection(rightToLeft: isRightToLeft)
            page.placeCaptions()
        }
        bind(to: { [state] in [sdk.language, state.shown, state.size, state.saysAvailabilityElsewhere] as [AnyHashable] }) { page, _ in
            page.chrome.show(page.state.shown, width: page.state.size.width)
        }
        bind(to: { visibility.isUserInterfaceHidden }) { $0.showControls(!$1) }
        bind(to: { [context] in context.model?.errorMessage }) { $0.state.failure = $1 }
        followSpokenWords()
        following = Task { [weak self, events = playback.events] in
            for await event in events { self?.handle(event) }
        }
    }

    private func handle(_ event: FeedPlayback.Event) {
        switch event {
        case .notice(let notice, let details): host.onNotice?(notice, details)
        case .moved: break
        case .firstPicture(let index):
            slides.pictureReady(index)
            if let position = start.pictureReady(index) { playback.seek(to: position) }
        case .failed: break
        case .dismissed: closeSoon()
        case .itemsReplaced: begin()
        case .waitedInVain(let error): note.show(host.sdk.language.problem(error), seconds: 5)
        }
        // The view always follows the playback's item, whatever changed it.
        showCurrent()
    }

    private func begin() {
        guard !presence.isClosed, let first = start.begin(count: playback.feed.items.count) else { return }
        playback.show(first.index)
        if first.isPaused { playback.player?.pause() }
        showCurrent()
    }

    /// Shows an item, starting at a position.
    /// - Parameters:
    ///   - index: of the item; ignored if it is out of range.
    ///   - position: in seconds; nil keeps the position of the current item, and starts another one at its beginning.
    public func resume(at index: Int, position: Double? = nil) {
        guard playback.feed.items.indices.contains(index) else { return }
        if index == playback.index {
            if let position { playback.seek(to: position) }
            return
        }
        if let position { start.go(to: position, of: index) }
        playback.show(index)
        showCurrent()
    }

    /// Whether an item's first frame has been decoded, even if the item isn't visible yet.
    public func isReady(_ index: Int) -> Bool { slides.isReady(index) }

    /// - Parameter velocity: at which the item enters, in logical pixels per second.
    func showCurrent(velocity: Double = 0) {
        guard let index = playback.index, playback.feed.items.indices.contains(index) else {
            if state.shown != nil { state.shown = nil }
            return
        }
        let shown = ShownItem(index: index, item: playback.feed.items[index], sessionID: playback.feed.sessionID)
        guard slides.show(shown, velocity: velocity, isRightToLeft: isRightToLeft) else { return }
        controls.follow(playback.player)
        let title = DisplayText.clean(shown.video?.caption ?? "", limit: 150)
        accessibleName(title.isEmpty ? host.sdk.language.text(.play) : title)
        showSwipeHint()
        if presence.isInSmallWindow { host.smallWindow.moved(self) }
        update(.shown)
    }

    /// - Returns: what to do about the user's input.
    func actions(for event: SwipeInput.Event) -> [SwipeInput.Action] { input.handle(event, swipeRule, at: host.now) }

    var swipeRule: SwipeRule { SwipeRule(direction: playback.configuration.scrollDirection, isRightToLeft: isRightToLeft) }

    // MARK: Visibility

    /// Pauses or resumes the page after an event that concerns it.
    func update(_ event: PagePresence.Event) {
        for action in presence.handle(event, isPlaying: playback.player?.shouldPlay == true, at: host.now) {
            switch action {
            case .pause: playback.setSeen(false)
            case .resume: playback.setSeen(true)
            }
        }
    }

    func mapped(_ isMapped: Bool) {
        update(.mapped(isMapped))
        // A hidden page has no animations.
        if !isMapped { state.isMoving = false }
        guard isMapped, context.isFullScreen else { return }
        grabFocus()
        // The container may have moved the focus to the page's first button, where the space bar would mute.
        focusing = Delay(seconds: 0) { [weak self] in self?.grabFocus() }
    }

    /// Pauses the page while something covers it, such as another player's page, and resumes it afterwards.
    public func setCovered(_ isCovered: Bool) { update(.covered(isCovered)) }

    private func showControls(_ isShown: Bool) {
        // Hidden controls must not have the keyboard focus.
        if !isShown, isMapped, context.isFullScreen { grabFocus() }
        controls.show(isShown)
    }

    func resized(_ width: Int, _ height: Int) {
        state.size = PageSize(width: width, height: height)
        controls.lift(by: middleLift)
        slides.fit(state.size)
        placeCaptions()
    }

    // MARK: What covers the video

    /// Moves captions above the widgets at the bottom, whose height is in logical pixels.
    func keepCaptionsFree(_ height: Int) {
        videoCover.bottom = Double(height)
        if state.bottom != height { state.bottom = height }
        placeCaptions()
        controls.lift(by: middleLift)
    }

    /// Keeps captions out of the area that a drawer covers while it is open.
    func cover(_ name: String, _ isOpen: Bool) {
        videoCover.cover(name, isOpen)
        placeCaptions()
    }

    private func placeCaptions() { slides.captionSpace = videoCover.insets(in: state.size, isRightToLeft: isRightToLeft) }

    /// How far the controls in the middle are moved up, in logical pixels.
    var middleLift: Int { videoCover.lift(in: state.size) }

    // MARK: Layers

    /// Whether it is a small block among other content, without space for layers.
    var isCompact: Bool {
        guard !context.isFullScreen, case .storyBlock(let block) = playback.feed.configuration else { return false }
        return block.isCompactModeEnabled
    }

    /// Adds a layer above the page and its controls, such as a drawer or a dialog; its alignment determines its position.
    public func addLayer(_ layer: WindowboxGTK.Widget) { add(layer) }

    /// Keeps the controls visible and the current item shown while a layer is in use.
    /// - Parameters:
    ///   - name: identifies the layer; several can hold at the same time.
    ///   - isHeld: false releases.
    public func hold(_ name: String, _ isHeld: Bool) { playback.staysAtItem = controls.hold(name, isHeld) }

    /// Shows a short message for a few seconds.
    public func show(note text: String) { note.show(text) }

    /// Shows the hint about swiping once, if there is more than one video.
    private func showSwipeHint() {
        guard playback.configuration.showsTooltips, context.isFullScreen, !host.knowsSwiping, playback.feed.items.count > 1 else { return }
        // A live stream shows other texts there.
        guard state.shown?.video?.type != .liveStream else { return }
        host.knowsSwiping = true
        host.onKnowsSwiping?()
        note.show(host.sdk.language.text(.swipeHint))
    }

    // MARK: Closing

    /// Stops and releases all players; the feed stays loaded. Called automatically when the page is removed from its window.
    public func close(_ reason: FinishReason = .dismissed) {
        guard !presence.isClosed else { return }
        update(.closed)
        host.smallWindow.forget(self)
        place = state.shown.map { ($0.index, playback.player?.time) }
        playback.close(reason)
        following?.cancel()
    }

    func closeSoon() {
        close()
        onClose?()
    }
}

// The parts that other types use.
extension FeedPlayerPage {
    var pool: ScreenPool { context.pool }
    var stage: SwipeStage { slides.stage }
    /// The shown item's slide.
    var slide: Slide? { slides.current }
    var chrome: PlayerChrome { controls.chrome }
    var note: PageNote { controls.note }
    var failure: PlayerFailurePanel { controls.failure }
    var isClosed: Bool { presence.isClosed }
    var isInSmallWindow: Bool { presence.isInSmallWindow }
}
