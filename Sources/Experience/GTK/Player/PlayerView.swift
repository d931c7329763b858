// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptions
import WindowboxMedia
public import WindowboxPlayer

/// The complete player: video, captions, controls that hide automatically, key handling, errors and a busy indicator.
///
/// Keys: space or k play and pause, left and right skip, up and down change the volume, m mutes, comma and full stop step by a frame, n
/// and p change the item, brackets the speed (backslash resets it), l marks a part to repeat, g and h delay the subtitles, G and H the audio,
/// z fills the view, A changes the aspect ratio, c crops, r and R rotate the video, Control with plus, minus and 0 zooms, D and N change deinterlacing and night mode, w, a, s and d look around in spherical video. Space
/// works wherever the focus is, except in menus, text entries and failure pages; other keys go to the focused widget first.
///
/// A click plays or pauses. A double click in the middle toggles full screen; at the sides it skips, and so does each further click.
@MainActor public final class PlayerView: Overlay {
    /// Called with true to enter full screen and with false to leave it. If nil, there is no full-screen button.
    public var onFullScreen: (@MainActor (Bool) -> Void)? {
        didSet { controls.offersFullScreen = onFullScreen != nil }
    }
    /// Called when the user presses the key that quits; nil ignores the key.
    public var onQuit: (@MainActor () -> Void)?

    /// Whether the view fills the screen; set by the application.
    public var isFullScreen = false {
        didSet { if isFullScreen != oldValue { controlsLayer.showFullScreen(isFullScreen) } }
    }

    /// The item that starts automatically after a countdown, which a panel shows; nil for none.
    public var upNext: UpNext? {
        get { panels.upNext.upNext }
        set { panels.upNext.upNext = newValue }
    }
    /// Called when the viewer starts ``upNext`` early or cancels it.
    public var onUpNext: (@MainActor (UpNextAnswer) -> Void)? {
        get { panels.upNext.onAnswer }
        set { panels.upNext.onAnswer = newValue }
    }

    /// Lets the viewer play on another device. Only the first value is used.
    public var cast: (any CastControlling)? {
        didSet { if let cast, oldValue == nil { offer(cast) } }
    }
    /// Called when the viewer wants to add a subtitle file; call ``PlayerControlling/addSubtitles(_:)`` then. If nil, there is no button.
    public var onAddSubtitles: (@MainActor () -> Void)? {
        get { controls.settings.onAddSubtitles }
        set { controls.settings.onAddSubtitles = newValue }
    }

    /// Called when the viewer wants to open something else after a failure. If nil, there is no button.
    public var onOpenAnother: (@MainActor () -> Void)? {
        get { panels.failure.onOpenAnother }
        set { panels.failure.onOpenAnother = newValue }
    }

    /// Shows the frames, under the captions and controls.
    public let video: VideoView
    /// Shows the cues of the player.
    public let captions = CaptionOverlay()
    /// Whether the controls show the duration or the remaining time.
    public var timeDisplay: TimeDisplay { controls.clock.display }
    /// Tracks whether the controls are shown.
    public var visibility: VisibilityTracker { controlsLayer.visibility }

    let player: any PlayerControlling
    private(set) var controlsLayer: ControlsLayer!
    let panels: PlayerPanels
    private(set) var ads: AdPanels!
    let messages = PlayerMessages()
    let gestures = PlayerGestures()

    var controls: ControlsBar { controlsLayer.controls }

    /// How the view was last laid out in its window.
    public private(set) var layout = LayoutInfo.none {
        didSet { if layout != oldValue { onLayout?(layout) } }
    }
    /// Called when ``layout`` has changed.
    public var onLayout: (@MainActor (LayoutInfo) -> Void)?

    /// Called with true when the view becomes too small for all controls, and with false when they fit again.
    public var onCompact: (@MainActor (Bool) -> Void)?

    static func installStyle() { GTKStyleSheet.install("player.css", of: EmbeddedAssets.files) }

    /// - Parameters:
    ///   - header: a widget at the top that is shown and hidden together with the controls, such as a ``HeaderBar``.
    ///   - controlsParent: the container for the controls; nil for the view itself.
    public init(
        _ player: any PlayerControlling, pictures: PictureMailbox, header: Widget? = nil, controlsIn controlsParent: Overlay? = nil
    ) {
        Self.installStyle()
        self.player = player
        video = VideoView(pictures)
        panels = PlayerPanels(player)
        super.init(video.expand(.horizontal, .vertical))
        let controls = ControlsBar(player, video.adjustments) { [weak self] in self?.perform(.toggleFullScreen) }
        controlsLayer = ControlsLayer(controls, header: header, parent: controlsParent)
        ads = AdPanels(player, size: { [weak self] in (self?.width ?? 0, self?.height ?? 0) }, iconArea: { [weak self] in self?.iconArea })
        cssClass("player").accessibleName(translated("Player"))
        captions.picture = { [unowned video] in video.pictureRectangle }
        video.onPlacement = { [weak self] in
            self?.captions.pictureMoved()
            self?.ads.pictureMoved()
        }
        addLayers()
        listen()
        follow()
        video.isFocusable = true
        if BindingCounts.isEnabled { add(BindingCounts(of: self)) }
        controlsLayer.followScreenReader()
        video.onResize = { [weak self] in self?.resized() }
    }

    /// Adds the layers in drawing order, bottom first.
    private func addLayers() {
        add(panels.soundGround)
        add(Shutter(player))
        add(panels.poster)
        add(panels.middle)
        add(captions)
        add(ads.card)
        add(BusyIndicator(player))
        add(panels.failure)
        add(messages.note)
        add(gestures.skipBubble)
        (controlsLayer.parent ?? self).add(controlsLayer.fade(controls, .end))
        if let header = controlsLayer.header { add(controlsLayer.fade(Box(.vertical) { header }.cssClass("shade-top"), .start)) }
        for icon in ads.icons { add(icon) }
        add(ads.overlay)
        add(panels.skipCredits)
        add(ads.breakPanel)
        add(ads.breakActions)
        add(panels.upNext)
        add(panels.preview)
        add(messages.notice)
    }

    private var iconArea: Rectangle? { video.pictureRectangle.flatMap { controlsLayer.freeArea(in: $0, width: width, height: height) } }

    private func offer(_ cast: any CastControlling) {
        controls.offer(cast)
        panels.middle.append(CastPanel(cast))
        captions.bind(\.isVisible) { cast.target == nil }
    }

    // Handlers capture the view weakly: while a window is torn down, its children still report that the pointer left or that a menu
    // closed, and the view may be gone by then.
    private func listen() {
        onPointer(
            moved: { [weak self] x, y in self?.handle(.pointerMoved(PlayerInput.Point(x: x, y: y))) },
            left: { [weak self] in self?.visibility.pointerLeft() })
        for fade in controlsLayer.fades {
            fade.onPointer(
                moved: { [weak self] _, _ in self?.hold(.pointer, true) },
                left: { [weak self] in self?.hold(.pointer, false) })
            fade.onFocus { [weak self] isInside in self?.handle(.focusMoved(isInside: isInside)) }
        }
        controls.onHold = { [weak self] in self?.hold($0, $1) }
        onAnyKey { [weak self] in self?.handle(.keyPressed) }
        onKey(beforeChildren: true) { [weak self] in self?.pressedAnywhere($0, $1) ?? false }
        video.onTap { [weak self] count, x, device in self?.tapped(count, x, device) }
        video.onScroll { [weak self] in self?.perform(.volume($0 * -0.05)) }
        video.onPinch { [weak self] in self?.pinched($0) }
        controls.seekBar.onKey { [weak self] key, modifiers in
            // The slider would handle these two keys itself.
            key == .up || key == .down ? self?.pressed(key, modifiers) ?? false : false
        }
        controls.seekBar.onHover = { [weak self] in self?.hovered($0) }
    }

    private func follow() {
        let player = player
        bind(to: { player.playbackState }) { $0.visibility.follow($1) }
        bind(to: { [visibility] in visibility.isUserInterfaceHidden }) { $0.show(!$1) }
        bind(to: { [gestures] in gestures.tapSkips.state }) { $0.gestures.skipBubble.show($1) }
        bind(to: { [gestures] in gestures.keySkips.state }) { $0.gestures.skipBubble.show($1) }
        // The item's captions don't belong to a break that plays instead.
        bind(to: { player.playingBreak == nil ? player.cues : .none }) { $0.captions.cues = $1 }
        video.bind(\.viewport) { player.viewport }
        bind(to: { player.captionStyle }) { $0.captions.style = $1 }
        bind(to: { player.errorMessage == nil }) {
            $0.controls.isVisible = $1
            // The header has the window's buttons.
            $0.hold(.failure, !$1)
            if $0.video.width > 0 { $0.placeAboveControls() }
        }
        messages.follow(player.notices)
        panels.failure.onNotice = { [weak self] in self?.show(PlayerNotice($0)) }
    }

    /// Shows a notice for a few seconds.
    public func show(_ notice: PlayerNotice) { messages.show(notice) }

    /// Adds a panel above the video, below notices.
    public func addPanel(_ panel: Widget) {
        add(panel)
        gtk_widget_insert_before(panel.widget, widget, messages.notice.widget)
    }

    /// Adds a control that is shown and hidden together with the others. Its alignment determines its position.
    /// - Parameter orientations: the orientations of the view in which it is shown.
    public func addControl(_ control: Widget, for orientations: ViewOrientations = .all) {
        let shape = ViewOrientations(width: video.width, height: video.height)
        add(controlsLayer.fade(control, for: orientations, in: shape))
    }

    /// Performs a key's command. Focused widgets outside of the view should forward their keys to it.
    /// - Returns: whether the key was handled.
    @discardableResult
    public func pressed(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        guard let command = PlayerCommand.of(key, modifiers) else { return false }
        if command == .leaveFullScreen, !isFullScreen { return leaveControls() }
        if case .look = command, video.viewport == .standard { return false }
        perform(command)
        return true
    }

    /// Handles a key with a command that doesn't depend on the focus, before the focused widget gets it.
    /// - Returns: whether the key was handled.
    @discardableResult
    public func pressedAnywhere(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        guard key == .space, modifiers.isEmpty, player.errorMessage == nil, !isFocusInEntryOrMenu else { return false }
        return pressed(key, modifiers)
    }

    /// Moves the keyboard focus to the video, so that the controls can hide again.
    private func leaveControls() -> Bool {
        guard gestures.isFocusInControls else { return false }
        return video.grabFocus()
    }

    func hold(_ reason: VisibilityTracker.Hold, _ isHeld: Bool) { controlsLayer.hold(reason, isHeld) }

    private func show(_ isShown: Bool) {
        // A hidden button with the focus would handle the space bar.
        if !isShown { video.grabFocus() }
        controlsLayer.show(isShown)
        cursor = isShown ? nil : "none"
        // Before the first layout there are no panels to position, and measuring takes time.
        if video.width > 0 { placeAboveControls() }
    }

    private func placeAboveControls() {
        let insets = controlsLayer.insets
        captions.topInset = Double(insets.top)
        captions.bottomInset = Double(insets.bottom)
        panels.place(insets)
        ads.place(insets)
    }

    private func layoutForSize() {
        let sizeClass = ControlsSizeClass(width: video.width, height: video.height)
        if hasCSSClass("compact") != (sizeClass != .full) { onCompact?(sizeClass != .full) }
        setCSSClass("compact", sizeClass != .full)
        setCSSClass("tiny", sizeClass == .tiny)
        controlsLayer.fit(sizeClass, ViewOrientations(width: video.width, height: video.height))
        panels.fit(sizeClass)
        ads.fit(sizeClass)
        let coversWindow = video.coversWindow
        layout = LayoutInfo(isOverCurrentContext: coversWindow, isFullScreen: coversWindow && isFullScreen)
        placeAboveControls()
    }

    private func resized() {
        // Sizes must not change during layout.
        MainLoop.call { [weak self] in self?.layoutForSize() }
    }
}
