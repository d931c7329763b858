// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK
import WindowboxPlayer

/// Plays a feed, one item at a time, over all the room it is given: the short-video player.
///
/// Swipes, the wheel, arrows and page keys lead from item to item; space pauses, m turns the sound off and on, c the captions, f means
/// full screen, i the small window where the feed allows it, Escape closes. The page stops by itself, and lets go of its players, when it or anything around it is taken away.
@MainActor public final class FeedPlayerPage: Overlay {
    public let host: FeedHost
    public let playback: FeedPlayback
    /// What layers follow: the item, whether the controls are to be seen, the room.
    public let state = PlayerPageState()
    /// Where others put their widgets.
    public let layers = PageLayers()
    /// Called when a person closes the page, or the feed is at its end.
    public var onClose: (@MainActor () -> Void)?
    /// Called when a person wants all of the screen, or a page of its own for an embedded player.
    public var onFullScreen: (@MainActor () -> Void)?

    /// Asked before Escape closes the page; true: a layer was closed in its place.
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
    private let first: (index: Int, position: Double?)
    private var seekOnPicture: (index: Int, position: Double)?
    private(set) var slide: Slide?
    private var following: Task<Void, Never>?
    private var holders: Set<String> = []
    var wheel = WheelRule()
    var pad = PadRule()
    var speed = SwipeSpeed()
    /// Pixels a second with which the picture was let go.
    var swipeVelocity = 0.0
    /// It was paused because nobody could see it.
    private(set) var isPausedUnseen = false
    /// Something lies over the page, or its host says that nobody sees it.
    private(set) var isCovered = false
    private let isPlayedAtOnce: Bool
    private var focusing: Delay?
    private(set) var isClosed = false
    /// The small window shows what the page plays.
    var isInSmallWindow = false
    /// Told when the small window takes the page's place, and how it gives it back.
    public var onSmallWindow: (@MainActor (SmallWindowChange) -> Void)?
    /// Seconds of the host's clock.
    private(set) var lastShown = 0.0

    /// Where a page is.
    public enum Placement: Hashable, Sendable {
        /// All that its window or its place shows.
        case fullScreen
        /// Among other content.
        case embedded
    }

    /// - Parameters:
    ///   - feed: loaded, or about to be.
    ///   - index: of the item that is shown first.
    ///   - position: seconds at which that one begins; nil: at its beginning.
    ///   - placement: where the page is.
    ///   - configuration: nil: that of the feed's full-screen player.
    ///   - silence: whether it begins silent; nil: as the person left it.
    ///   - isPlayedAtOnce: false: the first item waits for a person to play it.
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

    /// Pixels at the bottom that words and buttons take.
    var bottomInset = 0.0
    /// Drawers that cover a part of the picture.
    var openDrawers: Set<String> = []

    /// Captions above much that is at the bottom stand in the middle of the page: what is usually there makes way for them.
    func liftMiddle() { for fade in fades.dropFirst() { fade.bottomMargin = middleLift } }
    var middleLift: Int { bottomInset > Double(state.size.height) * Self.lifting ? Int(bottomInset) : 0 }
    /// The part of the page's height.
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
        // What the view shows is what the playback is at, whoever moved it.
        showCurrent()
    }

    private func begin() {
        let count = playback.feed.items.count
        guard count > 0, !isClosed else { return }
        let index = min(max(0, first.index), count - 1)
        if let position = first.position { seekOnPicture = (index, position) }
        playback.show(index)
        if !isPlayedAtOnce { playback.player?.pause() }
        showCurrent()
    }

    /// Shows an item, from a position on.
    /// - Parameters:
    ///   - index: of the item; one that there is not changes nothing.
    ///   - position: seconds; nil: as it is, or at its beginning.
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

    /// The first picture of an item is there already, before anybody sees it.
    public func isReady(_ index: Int) -> Bool { pool.screen(of: playback.player(at: index))?.slide.hasPicture ?? false }

    private func pictureReady(_ index: Int) {
        pool.screen(of: playback.player(at: index))?.slide.ready()
        if let wish = seekOnPicture, wish.index == index {
            seekOnPicture = nil
            playback.seek(to: wish.position)
        }
    }

    /// All that takes time is there before the swipe, the poster too.
    private func prepare(_ player: Player, at index: Int) {
        guard let slide = pool.screen(of: player)?.slide else { return }
        slide.begin()
        slide.show(ItemFace(playback.feed.items[index], ad: nil, showsReplay: false), playback.configuration.playerStyle)
    }

    /// Brings the slide of the current item onto the stage.
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

    /// The slide of an item that is about to come in; nil where that is shown already.
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

    // MARK: Seen and not seen

    func mapped(_ isMapped: Bool) {
        if isMapped { resumeSeen() } else { pauseUnseen() }
        // What nobody sees doesn't move.
        if !isMapped { state.isMoving = false }
        guard isMapped, context.isFullScreen else { return }
        grabFocus()
        // What shows the page may hand the focus on to its first button: the space bar would turn the sound off.
        focusing = Delay(seconds: 0) { [weak self] in self?.grabFocus() }
    }

    /// Something lies over the page, such as a page of another player: it pauses by itself, and goes on afterwards.
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
        // What can't be seen must not get keys.
        if !isShown, isMapped, context.isFullScreen { grabFocus() }
        state.areControlsShown = isShown
        for fade in fades { fade.isShown = isShown }
        showArrows()
    }

    /// They would lie over a layer that somebody is busy with.
    private func showArrows() { for fade in arrows { fade.isShown = state.areControlsShown && holders.isEmpty } }

    func resized(_ width: Int, _ height: Int) {
        state.size = PageSize(width: width, height: height)
        liftMiddle()
        for slide in pool.slides { slide.room = state.size }
        placeCaptions()
    }

    // MARK: Layers

    /// A small block among other content, where layers have no room.
    var isCompact: Bool {
        guard !context.isFullScreen, case .storyBlock(let block) = playback.feed.configuration else { return false }
        return block.isCompactModeEnabled
    }

    /// Adds a layer over the whole page and all its controls, such as a drawer or a dialog; its alignment says where it stands.
    public func addLayer(_ layer: WindowboxGTK.Widget) { add(layer) }

    /// Controls stay while a layer that needs them is open, and so does the item.
    /// - Parameters:
    ///   - name: of who holds them; several may.
    ///   - isHeld: false lets go.
    public func hold(_ name: String, _ isHeld: Bool) {
        if isHeld { holders.insert(name) } else { holders.remove(name) }
        if holders.isEmpty { visibility.release(.menu) } else { visibility.hold(.menu) }
        playback.staysAtItem = !holders.isEmpty
        showArrows()
    }

    /// Tells a person something in passing.
    public func show(note text: String) { note.show(text) }

    /// Once, where there is more than one video.
    private func tellHow() {
        guard playback.configuration.showsTooltips, context.isFullScreen, !host.knowsSwiping, playback.feed.items.count > 1 else { return }
        // Of a stream that is live there is more to be read there.
        guard state.shown?.video?.type != .liveStream else { return }
        host.knowsSwiping = true
        host.onKnowsSwiping?()
        note.show(host.sdk.language.text(.swipeHint))
    }

    // MARK: The end

    /// The item that was shown when the page was closed, and where it was, in seconds; nil before.
    public private(set) var place: (index: Int, position: Double?)?

    /// Stops, and lets go of all players; the feed stays. Done by itself when the page is taken out of its window.
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
    /// They are never to fade.
    fileprivate static let configuration = Self(rawValue: 1 << 8)
}

/// What a click on the button of a video does, settled once the page is there.
@MainActor private final class CTAAnswer {
    var onClick: @MainActor () -> Void = {}
}
