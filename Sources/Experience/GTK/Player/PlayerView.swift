// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxMedia

/// The complete player: the picture, controls that hide by themselves, keys, what is wrong and what takes time.
///
/// Keys: space or k play and pause, arrows left and right skip 10 s, up and down change the volume, m mutes, comma and full
/// stop step by a picture, n and p go to the next and the previous item, brackets change the speed and backslash resets it, Home and End, f or F11 full screen, Escape
/// leaves it, q quits. A widget with the focus has them first: space presses the focused button.
@MainActor public final class PlayerView: Overlay {
    /// Called when a person wants full screen, or wants out of it. Without it there is no button for it.
    public var onFullScreen: (@MainActor (Bool) -> Void)? {
        didSet { controls.fullScreen.isVisible = onFullScreen != nil }
    }
    public var onQuit: (@MainActor () -> Void)?

    /// Whether the view is all that is on screen; whoever puts it there says so.
    public var isFullScreen = false {
        didSet { if isFullScreen != oldValue { showFullScreen() } }
    }

    public let video: VideoView
    let player: any PlayerControlling
    let note = Note()
    private(set) var controls: ControlsBar!
    private let header: Widget?
    private var fades: [Fade] = []
    private(set) var visibility = ControlsVisibility()
    private var timer: MainLoop.Timer?
    private var screenReader: ScreenReader?
    private var pointer = (x: -1.0, y: -1.0)

    /// - Parameter header: what is shown and hidden at the top together with the controls, such as a ``HeaderBar``.
    public init(_ player: any PlayerControlling, pictures: PictureMailbox, header: Widget? = nil) {
        StyleSheet.install(PlayerStyle.css)
        self.player = player
        self.header = header
        video = VideoView(pictures)
        super.init(video.expand(.horizontal, .vertical))
        controls = ControlsBar(player) { [weak self] in self?.perform(.toggleFullScreen) }
        controls.fullScreen.isVisible = false
        cssClass("player").accessibleName("Player")
        add(BusyIndicator(player))
        add(FailurePanel(player))
        add(note)
        add(fading(controls, .end))
        if let header { add(fading(Box(.vertical) { header }.cssClass("shade-top"), .start)) }
        listen()
        video.isFocusable = true
        screenReader = ScreenReader { [weak self] in self?.handle(.hold(.screenReader, $0)) }
        video.onResize = { [weak self] in self?.resized() }
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
            left: { [weak self] in self?.handle(.pointerLeft) })
        for fade in fades {
            fade.onPointer(
                moved: { [weak self] _, _ in self?.handle(.hold(.pointer, true)) },
                left: { [weak self] in self?.handle(.hold(.pointer, false)) })
        }
        controls.onHold = { [weak self] in self?.handle(.hold($0, $1)) }
        onAnyKey { [weak self] in self?.handle(.activity) }
        video.onTap { [weak self] count, device in self?.tapped(count, device) }
        video.onScroll { [weak self] in self?.perform(.volume($0 * -0.05)) }
        controls.seekBar.onKey { [weak self] key, modifiers in
            // The slider would take these two for itself.
            key == .up || key == .down ? self?.pressed(key, modifiers) ?? false : false
        }
        let player = player
        bind(to: { PlayerView.playback(of: player) }) { $0.handle(.playback($1)) }
        controls.bind(\.isVisible) { player.errorMessage == nil }
    }

    private func pointerMoved(to place: (x: Double, y: Double)) {
        // Widgets that come and go below a resting pointer make GTK report it anew: that is no movement.
        guard abs(place.x - pointer.x) + abs(place.y - pointer.y) >= 1 else { return }
        pointer = place
        handle(.activity)
    }

    private static func playback(of player: any PlayerControlling) -> ControlsVisibility.Playback {
        if player.errorMessage != nil || player.hasEnded { return .inactive }
        return player.isPlaying ? .playing : .paused
    }

    private func tapped(_ count: Int, _ device: PointingDevice) {
        switch (device, count) {
        case (.touch, 1): handle(.toggle)
        case (_, 2):
            // The first click of the two has paused or played.
            if device == .pointer { player.togglePlayPause() }
            perform(.toggleFullScreen)
        case (.pointer, 1): perform(.togglePlayPause)
        default: break
        }
    }

    /// Does what a key means; whoever holds the keyboard's focus outside of the view hands its keys on.
    /// - Returns: whether the key means anything.
    @discardableResult
    public func pressed(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
        guard let command = PlayerCommand.of(key, modifiers) else { return false }
        if command == .leaveFullScreen, !isFullScreen { return false }
        perform(command)
        return true
    }

    func handle(_ event: ControlsVisibility.Event) {
        for action in visibility.handle(event, at: MainLoop.now) {
            switch action {
            case .show: show(true)
            case .hide: show(false)
            case .wake(let moment):
                timer = MainLoop.after(seconds: moment - MainLoop.now) { [weak self] in self?.handle(.wake) }
            }
        }
    }

    private func show(_ isShown: Bool) {
        // What cannot be seen must not get keys: a hidden button would take the space bar.
        if !isShown { video.grabFocus() }
        for fade in fades { fade.isShown = isShown }
        cursor = isShown ? nil : "none"
    }

    private func showFullScreen() {
        controls.fullScreen.icon = isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic"
        controls.fullScreen.name = isFullScreen ? "Leave Full Screen" : "Full Screen"
    }

    private func layoutForSize() {
        let isCompact = video.width < 560 || video.height < 320
        setCSSClass("compact", isCompact)
        controls.isCompact = isCompact
    }

    private func resized() {
        // A layout is under way: what changes it has to wait.
        MainLoop.call { [weak self] in self?.layoutForSize() }
    }
}
