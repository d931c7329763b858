// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK
import WindowboxPlayer

/// The short-video player: plays a feed, one item at a time, using all of its allocated size.
///
/// Swipes, the wheel, arrow and page keys change the item; space pauses, m mutes, c toggles captions, f full screen, i picture in picture if
/// the feed allows it, and Escape closes. A page that is removed from its window stops and releases its players.
@MainActor public final class FeedPlayerPage: Overlay {
    public let host: FeedHost
    public let playback: FeedPlayback
    /// The state that layers observe: the item, the visibility of the controls, and the size.
    public let state = PlayerPageState()
    /// Containers for the widgets of layers.
    public let layers = PageLayers()
    /// Called when the user closes the page, or the feed has ended.
    public var onClose: (@MainActor () -> Void)?
    /// Called when the user toggles full screen, or wants to see an embedded player's item on a full page.
    public var onFullScreen: (@MainActor () -> Void)?

    /// Called before Escape closes the page; returns true if it closed a layer instead.
    var onEscape: (@MainActor () -> Bool)?

    let context: PageContext
    let pool: ScreenPool
    let stage = SwipeStage()
    let chrome: PlayerChrome
    let note = PageNote()
    let visibility: VisibilityTracker
    private(set) var failure: PlayerFailurePanel!
    private var fades: [Fade] = []
    private var arrows: [Fade] = []
    private var first: (index: Int, position: Double?)?
    private var seekOnPicture: (index: Int, position: Double)?
    private(set) var slide: Slide?
    private var following: Task<Void, Never>?
    private var holders: Set<String> = []
    var wheel = WheelRule()
    var pad = PadRule()
    var speed = SwipeSpeed()
    /// The velocity at the end of a swipe, in logical pixels per second.
    var swipeVelocity = 0.0
    /// Whether it was paused because it wasn't visible.
    private(set) var isPausedUnseen = false
    /// Whether something covers the page, as reported by its host.
    private(set) var isCovered = false
    private let isPlayedAtOnce: Bool
    private var focusing: Delay?
    private(set) var isClosed = false
    /// Whether the picture-in-picture window shows the page's video.
    var isInSmallWindow = false
    /// Called when the video moves to the picture-in-picture window, and when that closes.
    public var onSmallWindow: (@MainActor (SmallWindowChange) -> Void)?
    /// In seconds of the host's clock.
    private(set) var lastShown = 0.0

    /// How a page is placed in its window.
    public enum Placement: Hashable, Sendable {
        /// The only content of its window or container.
        case fullScreen
        /// Among other content.
        case embedded
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
        self.pool = pool
        playback = FeedPlayback(
            feed, configuration: configuration, isFullScreen: placement == .fullScreen, isAutoplay: placement == .embedded,
            silence: silence ?? host.silence
        ) { pool.makePlayer() }
        first = (index, position)
        self.isPlayedAtOnce = isPlayedAtOnce
        let isFullScreen = placement == .fullScreen
        context = PageContext(
            host, playback, pool, state, isFullScreen: isFullScreen,
            offersFullScreen: isFullScreen || feed.configuration.isFullScreenOffered)
        let answer = CTAAnswer()
        chrome = PlayerChrome(context, layers) { answer.onClick() }
        visibility = VisibilityTracker(delay: max(0.1, playback.configuration.controlsFadeOutDelay ?? 1))
        super.init(stage.expand(.horizontal, .vertical))
        answer.onClick = { [weak self] in self?.clickedCTA() }
        cssClass("feed-player").accessibleRole(.region).accessibleName(host.sdk.language.text(.videos))
        setCSSClass("embedded", !isFullScreen)
        isFocusable = true
        pool.onSlide = { [weak self] in self?.add($0) }
        stage.onRest = { [weak state] in state?.isMoving = false }
        if playback.configuration.controlsFadeOutDelay == nil { visibility.hold(.configuration) }
        chrome.onTop = { [state] in state.top = $0 }
        chrome.onBottom = { [weak self] in self?.keepCaptionsFree($0) }
        playback.onPrepare = { [weak self] in self?.prepare($0, at: $1) }
        context.perform = { [weak self] in self?.perform($0) }
        build()
        listen()
        follow()
        host.smallWindow.register(self)
        if feed.items.isEmpty { feed.load() } else { begin() }
    }

    isolated deinit {
        following?.cancel()
        if !isClosed { playback.close(.hostClosed) }
    }

    private func build() {
        add(LoadingSign(context))
        add(chrome)
        arrows = PlayerArrows.make(context).map(fading)
        fades = [chrome.top, fading(CenterButton(context))] + arrows
        for fade in fades.dropFirst() { add(fade) }
        failure = PlayerFailurePanel(context)
        add(failure)
        let feed = playback.feed
        let panel = FeedStatePanel(
            host.sdk, state: { .init(feed.loadResult, isLoading: feed.isLoading, isEmpty: feed.items.isEmpty) },
            onRetry: { feed.loadAgain() })
        add(panel.cssClass("on-picture"))
        add(note)
    }

    private func fading(_ control: WindowboxGTK.Widget) -> Fade {
        let fade = Fade(control)
        fade.takePlace(of: control)
        return fade
    }

    /// The height of the texts and buttons at the bottom, in logical pixels.
    var bottomInset = 0.0
    /// Names of the drawers that cover a part of the video.
    var openDrawers: Set<String> = []

    /// Moves the controls in the middle up if the widgets at the bottom are so high that captions would cover them.
    func liftMiddle() { for fade in fades.dropFirst() { fade.bottomMargin = middleLift } }
    var middleLift: Int { bottomInset > Double(state.size.height) * Self.lifting ? Int(bottomInset) : 0 }
    /// The fraction of the page's height from which on the controls in the middle move up.
    private static let lifting = 0.35

    private func add(_ slide: Slide) {
        stage.add(slide)
        if state.size.width > 0 { slide.room = state.size }
        placeCaptions(of: slide)
        slide.subtitles = playback.configuration.subtitles
        slide.onPicture = { [weak self, weak slide] in
            guard let self, self.slide === slide else { return }
            state.hasPicture = true
        }
    }

    private func follow() {
        let (playback, sdk) = (playback, host.sdk)
        bind(to: { sdk.language.isRightToLeft }) { $0.setDirection(rightToLeft: $1) }
        bind(to: { [state] in [sdk.language, state.shown, state.size, state.saysAvailabilityElsewhere] as [AnyHashable] }) { page, _ in
            page.chrome.show(page.state.shown, width: page.state.size.width)
        }
        bind(to: { [visibility] in visibility.isUserInterfaceHidden }) { $0.showControls(!$1) }
        bind(to: { [context] in context.model?.errorMessage }) { $0.state.failure = $1 }
        followSpokenWords()
        following = Task { [weak self, events = playback.events] in
            for await event in events { self?.heard(event) }
        }
    }

    private func heard(_ event: FeedPlayback.Event) {
        switch event {
        case .notice(let notice, let details): host.onNotice?(notice, details)
        case .moved: break
        case .firstPicture(let index): pictureReady(index)
        case .failed: break
        case .dismissed: closeSoon()
        case .itemsReplaced: begin()
        case .waitedInVain(let error): note.show(host.sdk.language.trouble(error), seconds: 5)
        }
        // The view always follows the playback's item, whatever changed it.
        showCurrent()
    }

    private func begin() {
        let count = playback.feed.items.count
        guard count > 0, !isClosed else { return }
        let index = min(max(0, first?.index ?? 0), count - 1)
        if let position = first?.position { seekOnPicture = (index, position) }
        playback.show(index)
        if first != nil, !isPlayedAtOnce { playback.player?.pause() }
        // Reloaded items start with the first one.
        first = nil
        showCurrent()
    }

    /// Shows an item, starting at a position.
    /// - Parameters:
    ///   - index: of the item; ignored if it is out of range.
    ///   - position: in seconds; nil keeps the position of the current item, and starts another one at its beginning.
    public func goOn(at index: Int, position: Double? = nil) {
        guard playback.feed.items.indices.contains(index) else { return }
        if index == playback.index {
            if let position { playback.seek(to: position) }
            return
        }
        if let position { seekOnPicture = (index, position) }
        playback.show(index)
        showCurrent()
    }

    /// Whether an item's first frame has been decoded, even if the item isn't visible yet.
    public func isReady(_ index: Int) -> Bool { pool.screen(of: playback.player(at: index))?.slide.hasPicture ?? false }

    private func pictureReady(_ index: Int) {
        pool.screen(of: playback.player(at: index))?.slide.ready()
        if let wish = seekOnPicture, wish.index == index {
            seekOnPicture = nil
            playback.seek(to: wish.position)
        }
    }

    /// Prepares an item's slide, including its poster, before the user swipes to it.
    private func prepare(_ player: Player, at index: Int) {
        guard let slide = pool.screen(of: player)?.slide else { return }
        slide.begin()
        slide.show(ItemFace(playback.feed.items[index], ad: nil, showsReplay: false), playback.configuration.playerStyle)
    }

    func showCurrent() {
        guard let index = playback.index, playback.feed.items.indices.contains(index) else {
            if state.shown != nil { state.shown = nil }
            return
        }
        let shown = ShownItem(index: index, item: playback.feed.items[index], sessionID: playback.feed.sessionID)
        let screen = pool.screen(of: playback.player)
        guard state.shown != shown || screen.map({ $0.slide !== slide }) ?? false else { return }
        let isOther = state.shown?.index != index
        let former = state.shown?.index
        let next = screen?.slide ?? (isOther ? pool.bareSlide(besides: slide) : slide ?? pool.bareSlide(besides: nil))
        next.show(ItemFace(shown.item, ad: nil, showsReplay: false), playback.configuration.playerStyle)
        stage.show(next, next === slide ? .atOnce : entrance(from: former, to: index), velocity: swipeVelocity)
        state.isMoving = stage.isMoving
        slide = next
        state.hasPicture = next.hasPicture
        state.shown = shown
        if visibility.player !== playback.player { visibility.player = playback.player }
        visibility.show()
        let title = DisplayText.clean(shown.video?.caption ?? "", limit: 150)
        accessibleName(title.isEmpty ? host.sdk.language.text(.play) : title)
        lastShown = host.now
        tellHow()
        if isInSmallWindow { host.smallWindow.moved(self) }
        if !isMapped || isCovered { pauseUnseen() }
    }

    /// The slide of an item that a swipe moves into view; nil if it is already shown.
    func coming(at index: Int) -> Slide? {
        let next = pool.screen(of: playback.player(at: index))?.slide ?? pool.bareSlide(besides: slide)
        guard next !== slide else { return nil }
        next.show(ItemFace(playback.feed.items[index], ad: nil, showsReplay: false), playback.configuration.playerStyle)
        return next
    }

    private func entrance(from former: Int?, to index: Int) -> Stage.Entrance {
        guard let former else { return .atOnce }
        let isForward = index > former
        if playback.configuration.scrollDirection == .vertical { return isForward ? .fromBelow : .fromAbove }
        return isForward != isRightToLeft ? .fromRight : .fromLeft
    }

    // MARK: Visibility

    func mapped(_ isMapped: Bool) {
        if isMapped { resumeSeen() } else { pauseUnseen() }
        // A hidden page has no animations.
        if !isMapped { state.isMoving = false }
        guard isMapped, context.isFullScreen else { return }
        grabFocus()
        // The container may have moved the focus to the page's first button, where the space bar would mute.
        focusing = Delay(seconds: 0) { [weak self] in self?.grabFocus() }
    }

    /// Pauses the page while something covers it, such as another player's page, and resumes it afterwards.
    public func setCovered(_ isCovered: Bool) {
        self.isCovered = isCovered
        if isCovered { pauseUnseen() } else { resumeSeen() }
    }

    func resumeSeen() {
        guard isPausedUnseen, isMapped, !isCovered else { return }
        isPausedUnseen = false
        playback.setSeen(true)
    }

    func pauseUnseen() {
        guard !isInSmallWindow, playback.player?.shouldPlay == true else { return }
        isPausedUnseen = true
        playback.setSeen(false)
    }

    private func showControls(_ isShown: Bool) {
        // Hidden controls must not have the keyboard focus.
        if !isShown, isMapped, context.isFullScreen { grabFocus() }
        state.areControlsShown = isShown
        for fade in fades { fade.isShown = isShown }
        showArrows()
    }

    /// Hides the arrows while a layer is in use, which they would cover.
    private func showArrows() { for fade in arrows { fade.isShown = state.areControlsShown && holders.isEmpty } }

    func resized(_ width: Int, _ height: Int) {
        state.size = PageSize(width: width, height: height)
        liftMiddle()
        for slide in pool.slides { slide.room = state.size }
        placeCaptions()
    }

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
    public func hold(_ name: String, _ isHeld: Bool) {
        if isHeld { holders.insert(name) } else { holders.remove(name) }
        if holders.isEmpty { visibility.release(.menu) } else { visibility.hold(.menu) }
        playback.staysAtItem = !holders.isEmpty
        showArrows()
    }

    /// Shows a short message for a few seconds.
    public func show(note text: String) { note.show(text) }

    /// Shows the hint about swiping once, if there is more than one video.
    private func tellHow() {
        guard playback.configuration.showsTooltips, context.isFullScreen, !host.knowsSwiping, playback.feed.items.count > 1 else { return }
        // A live stream shows other texts there.
        guard state.shown?.video?.type != .liveStream else { return }
        host.knowsSwiping = true
        host.onKnowsSwiping?()
        note.show(host.sdk.language.text(.swipeHint))
    }

    // MARK: Closing

    /// The item shown when the page was closed, and its position in seconds; nil before that.
    public private(set) var place: (index: Int, position: Double?)?

    /// Stops and releases all players; the feed stays loaded. Called automatically when the page is removed from its window.
    public func close(_ reason: FinishReason = .dismissed) {
        guard !isClosed else { return }
        isClosed = true
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

extension VisibilityTracker.Hold {
    /// The configuration disables fading.
    fileprivate static let configuration = Self(rawValue: 1 << 8)
}

/// The action of the call-to-action button, assigned after the page exists.
@MainActor private final class CTAAnswer {
    var onClick: @MainActor () -> Void = {}
}
