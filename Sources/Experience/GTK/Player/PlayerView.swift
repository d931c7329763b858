// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia
public import WindowboxPlayer

/// The complete player: the picture, captions, controls that hide by themselves, keys, what is wrong and what takes time.
///
/// Keys: space or k play and pause, arrows left and right skip, up and down change the volume, m mutes, comma and full stop step by a
/// picture, n and p change the item, brackets the speed (backslash resets it), z fills the view, A changes the picture's shape, r and R turn
/// it, Control with plus, minus and 0 zooms, D and N choose deinterlacing and night mode, w, a, s and d look around in spherical video.
/// Space works wherever the focus is, except in menus, text entries and failure pages; for other keys the focused widget comes first.
///
/// A click plays and pauses; a double click in the middle means full screen, at the sides it skips, and each further click skips again.
@MainActor public final class PlayerView: Overlay {
    /// Called when a person wants full screen, or wants out of it. Without it there is no button for it.
    public var onFullScreen: (@MainActor (Bool) -> Void)? {
        didSet { controls.offersFullScreen = onFullScreen != nil }
    }
    public var onQuit: (@MainActor () -> Void)?

    /// Whether the view is all that is on screen; whoever puts it there says so.
    public var isFullScreen = false {
        didSet { if isFullScreen != oldValue { showFullScreen() } }
    }

    /// What begins by itself in a while; nil for nothing. Shown as a panel with a countdown.
    public var upNext: UpNext? {
        get { upNextPanel.upNext }
        set { upNextPanel.upNext = newValue }
    }
    /// Called when a person does not want to wait for ``upNext``, or does not want it at all.
    public var onUpNext: (@MainActor (UpNextAnswer) -> Void)? {
        get { upNextPanel.onAnswer }
        set { upNextPanel.onAnswer = newValue }
    }

    /// Lets a person play elsewhere; set once, it stays.
    public var cast: (any CastControlling)? {
        didSet { if let cast, oldValue == nil { offer(cast) } }
    }
    /// Called when a person wants to add a file with subtitles; answer with ``PlayerControlling/addSubtitles(_:)``. Without it
    /// there is no button for it.
    public var onAddSubtitles: (@MainActor () -> Void)? {
        get { controls.settings.onAddSubtitles }
        set { controls.settings.onAddSubtitles = newValue }
    }

    /// Called when a person wants to open something else in place of what can't be played. Without it there is no button for it.
    public var onOpenAnother: (@MainActor () -> Void)? {
        get { failure.onOpenAnother }
        set { failure.onOpenAnother = newValue }
    }

    public let video: VideoView
    public let captions = CaptionOverlay()
    /// When the controls are to be seen.
    public let visibility = VisibilityTracker()

    let player: any PlayerControlling
    let note = Note()
    let skipBubble = SkipBubble()
    let tapSkips = SkipTracker()
    /// Keys skip at the first press, and add up for as long as a person reads.
    let keySkips = SkipTracker(count: 1, delay: 0.8)
    private(set) var controls: ControlsBar!
    let failure: FailurePanel
    private(set) var soundGround: SoundGround!
    let preview: PreviewBubble
    let upNextPanel: UpNextPanel
    let notice = Note(seconds: 4)
    private let skipCredits: SkipCreditsButton
    let breakPanel: BreakPanel
    private var adIcons: [AdIconView] = []
    private var adOverlay: AdOverlayPanel?
    private var adCard: AdCardPanel?
    let breakActions: BreakActions
    /// What stands in the middle, under all else.
    private let middle = Box(.vertical)
    private(set) var fades: [Fade] = []
    private var ownControls: [(widget: Widget, orientations: ViewOrientations)] = []
    private let controlsParent: Overlay?
    private let header: Widget?
    private var screenReader: ScreenReader?
    private var noticing: Task<Void, Never>?
    var pointer = (x: -1.0, y: -1.0)
    var isKeyboardUsed = false
    var isFocusInControls = false

    /// How the view stands to its window, as laid out last.
    public private(set) var layout = LayoutInfo.none {
        didSet { if layout != oldValue { onLayout?(layout) } }
    }
    /// Called when ``layout`` has changed.
    public var onLayout: (@MainActor (LayoutInfo) -> Void)?

    /// Called when there is no room any more for what can be done otherwise, and when there is again.
    public var onCompact: (@MainActor (Bool) -> Void)?

    /// - Parameters:
    ///   - header: what is shown and hidden at the top together with the controls, such as a ``HeaderBar``.
    ///   - controlsParent: where the controls are put; nil for the view itself.
    public init(
        _ player: any PlayerControlling, pictures: PictureMailbox, header: Widget? = nil, controlsIn controlsParent: Overlay? = nil
    ) {
        StyleSheet.install(PlayerStyle.css)
        self.player = player
        self.controlsParent = controlsParent
        self.header = header
        video = VideoView(pictures)
        failure = FailurePanel(player)
        preview = PreviewBubble(player)
        upNextPanel = UpNextPanel { await player.imageBytes(of: $0) }
        skipCredits = SkipCreditsButton(player)
        breakPanel = BreakPanel(player)
        breakActions = BreakActions(player)
        super.init(video.expand(.horizontal, .vertical))
        controls = ControlsBar(player, video.adjustments) { [weak self] in self?.perform(.toggleFullScreen) }
        controls.offersFullScreen = false
        controls.seekBar.showsBubble = false
        cssClass("player").accessibleName("Player")
        // At the top: at the bottom it would stand on captions.
        notice.align(horizontal: .center, vertical: .start).cssClass("notice")
        captions.picture = { [unowned video] in video.pictureRectangle }
        adIcons = (0..<AdIconView.most).map { AdIconView(player, slot: $0) { [weak self] in self?.iconRoom } }
        video.onPlacement = { [weak self] in
            self?.captions.pictureMoved()
            for icon in self?.adIcons ?? [] { icon.pictureMoved() }
            self?.adOverlay?.follow()
            self?.adCard?.follow()
        }
        let poster = Poster(player)
        soundGround = SoundGround(player, below: poster)
        add(soundGround)
        add(Shutter(player))
        add(poster)
        add(middle.align(horizontal: .center, vertical: .center))
        add(captions)
        let card = AdCardPanel(player) { [weak self] in (self?.width ?? 0, self?.height ?? 0) }
        adCard = card
        add(card)
        add(BusyIndicator(player))
        add(failure)
        add(note)
        add(skipBubble)
        controlsParent?.cssClass("player")
        (controlsParent ?? self).add(fading(controls, .end))
        if let header { add(fading(Box(.vertical) { header }.cssClass("shade-top"), .start)) }
        for icon in adIcons { add(icon) }
        let overlay = AdOverlayPanel(player) { [weak self] in self?.width ?? 0 }
        adOverlay = overlay
        add(overlay)
        add(skipCredits)
        add(breakPanel)
        add(breakActions)
        add(upNextPanel)
        add(preview)
        add(notice)
        listen()
        follow()
        video.isFocusable = true
        if BindingCounts.isWanted { add(BindingCounts(of: self)) }
        screenReader = ScreenReader { [weak self] in self?.hold(.screenReader, $0) }
        video.onResize = { [weak self] in self?.resized() }
    }

    isolated deinit { noticing?.cancel() }

    /// The part of the picture that is in the view, and that neither header nor controls cover when they are there.
    private var iconRoom: Rectangle? {
        guard let picture = video.pictureRectangle else { return nil }
        let top = max(0, picture.y, Double(header?.height ?? 0))
        let bottom = min(picture.y + picture.height, Double(height - (controlsParent == nil ? controls.height : 0)))
        let left = max(0, picture.x)
        guard bottom > top else { return nil }
        return Rectangle(x: left, y: top, width: min(picture.x + picture.width, Double(width)) - left, height: bottom - top)
    }

    private func offer(_ cast: any CastControlling) {
        controls.offer(cast)
        middle.append(CastPanel(cast))
        captions.bind(\.isVisible) { cast.target == nil }
    }

    private func fading(_ content: Widget, _ edge: Alignment) -> Fade {
        let fade = Fade(content)
        fade.align(vertical: edge)
        fades.append(fade)
        return fade
    }

    // Handlers capture the view weakly: while a window is torn down, its children still tell that the pointer has left or that
    // a menu has closed, and the view may be gone by then.
    private func listen() {
        onPointer(
            moved: { [weak self] x, y in self?.pointerMoved(to: (x, y)) },
            left: { [weak self] in self?.visibility.pointerLeft() })
        for fade in fades {
            fade.onPointer(
                moved: { [weak self] _, _ in self?.hold(.pointer, true) },
                left: { [weak self] in self?.hold(.pointer, false) })
            fade.onFocus { [weak self] isInside in self?.focusMoved(isInside) }
        }
        controls.onHold = { [weak self] in self?.hold($0, $1) }
        onAnyKey { [weak self] in self?.keyPressed() }
        onKey(beforeChildren: true) { [weak self] in self?.pressedAnywhere($0, $1) ?? false }
        video.onTap { [weak self] count, x, device in self?.tapped(count, x, device) }
        video.onScroll { [weak self] in self?.perform(.volume($0 * -0.05)) }
        video.onPinch { [weak self] in self?.pinched($0) }
        controls.seekBar.onKey { [weak self] key, modifiers in
            // The slider would take these two for itself.
            key == .up || key == .down ? self?.pressed(key, modifiers) ?? false : false
        }
        controls.seekBar.onHover = { [weak self] in self?.hovered($0) }
    }

    private func follow() {
        let player = player
        bind(to: { player.playbackState }) { $0.visibility.follow($1) }
        bind(to: { [visibility] in visibility.isUserInterfaceHidden }) { $0.show(!$1) }
        bind(to: { [tapSkips] in tapSkips.state }) { $0.skipBubble.show($1) }
        bind(to: { [keySkips] in keySkips.state }) { $0.skipBubble.show($1) }
        // The item stands during a break, and what it says is not about that.
        bind(to: { player.playingBreak == nil ? player.cues : .none }) { $0.captions.cues = $1 }
        video.bind(\.viewport) { player.viewport }
        bind(to: { player.captionStyle }) { $0.captions.style = $1 }
        bind(to: { player.errorMessage == nil }) {
            $0.controls.isVisible = $1
            // The window's buttons are there too.
            $0.hold(.failure, !$1)
            if $0.video.width > 0 { $0.placeAboveControls() }
        }
        noticing = Task { [weak self, notices = player.notices] in
            for await notice in notices { self?.show(notice) }
        }
    }

    /// Tells a person something in passing.
    public func show(_ notice: PlayerNotice) { self.notice.show(notice.text) }

    /// Adds a panel of one's own above the picture. What a person is told in passing stands above it.
    public func addPanel(_ panel: Widget) {
        add(panel)
        gtk_widget_insert_before(panel.widget, widget, notice.widget)
    }

    /// Adds a control of one's own, which is shown and hidden together with the others; its alignment says where it stands.
    /// - Parameter orientations: the shapes of the view in which it is there.
    public func addControl(_ control: Widget, for orientations: ViewOrientations = .all) {
        let fade = Fade(control)
        fades.append(fade)
        ownControls.append((fade, orientations))
        fade.isShown = !visibility.isUserInterfaceHidden
        fade.isVisible = orientations.contains(ViewOrientations(width: video.width, height: video.height))
        fade.takeAlignment(of: control)
        add(fade)
    }

    /// Does what a key means; whoever holds the keyboard's focus outside of the view hands its keys on.
    /// - Returns: whether the key means anything.
    @discardableResult
    public func pressed(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
        guard let command = PlayerCommand.of(key, modifiers) else { return false }
        if command == .leaveFullScreen, !isFullScreen { return leaveControls() }
        if case .look = command, video.viewport == .standard { return false }
        perform(command)
        return true
    }

    /// Takes a key that means the same wherever the focus is, before whoever has the focus gets it.
    /// - Returns: whether it was one.
    @discardableResult
    public func pressedAnywhere(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
        guard key == .space, modifiers.isEmpty, player.errorMessage == nil, !isFocusInEntryOrMenu else { return false }
        return pressed(key, modifiers)
    }

    /// Gives the keyboard's focus back to the picture, so that the controls may hide again.
    private func leaveControls() -> Bool {
        guard isFocusInControls else { return false }
        return video.grabFocus()
    }

    func hold(_ reason: VisibilityTracker.Hold, _ isHeld: Bool) {
        if isHeld { visibility.hold(reason) } else { visibility.release(reason) }
    }

    private func show(_ isShown: Bool) {
        // What cannot be seen must not get keys: a hidden button would take the space bar.
        if !isShown { video.grabFocus() }
        for fade in fades { fade.isShown = isShown }
        cursor = isShown ? nil : "none"
        // Before that there is nothing to place, and measuring would cost.
        if video.width > 0 { placeAboveControls() }
    }

    /// What stands at the bottom stands above the controls while they are to be seen.
    private func placeAboveControls() {
        let isCovered = !visibility.isUserInterfaceHidden && controls.isVisible && controlsParent == nil
        let inset = isCovered ? max(controls.wantedHeight - controls.shade, 0) : 0
        let title = visibility.isUserInterfaceHidden ? nil : header
        captions.topInset = title.map { $0.isVisible ? Double($0.wantedHeight) : 0 } ?? 0
        captions.bottomInset = Double(inset)
        skipCredits.bottomMargin = inset + 16
        breakPanel.bottomMargin = inset + 16
        breakActions.bottomMargin = inset + 16
    }

    private func showFullScreen() {
        controls.fullScreen.icon = isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic"
        controls.fullScreen.name = isFullScreen ? "Leave Full Screen" : "Full Screen"
    }

    private func layoutForSize() {
        let room = ControlsSizeClass(width: video.width, height: video.height)
        if hasCSSClass("compact") != (room != .full) { onCompact?(room != .full) }
        setCSSClass("compact", room != .full)
        setCSSClass("tiny", room == .tiny)
        controls.room = room
        // What has no room for the title and its buttons is part of something that has them.
        header?.isVisible = room != .tiny
        failure.room = room
        breakPanel.room = room
        breakActions.room = room
        upNextPanel.room = room
        let shape = ViewOrientations(width: video.width, height: video.height)
        for (control, orientations) in ownControls { control.isVisible = orientations.contains(shape) }
        let coversWindow = video.coversWindow
        layout = LayoutInfo(isOverCurrentContext: coversWindow, isFullScreen: coversWindow && isFullScreen)
        placeAboveControls()
    }

    private func resized() {
        // A layout is under way: what changes it has to wait.
        MainLoop.call { [weak self] in self?.layoutForSize() }
    }
}
