// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// A small window with a player's video that stays above all others.
///
/// The same player keeps playing without a pause: the window shows the contents of its mailbox. On displays other than X11,
/// programs can't keep a window above others or position it, see ``staysAbove``; the window then points to its menu, and everything
/// else works.
@MainActor @Observable public final class PictureInPicture {
    /// Without a delegate, picture in picture isn't offered.
    public weak var delegate: (any PictureInPictureDelegate)? { didSet { hasDelegate = delegate != nil } }
    /// What shows the video.
    public private(set) var owner = PictureOwner.view
    /// From the start until the end.
    public private(set) var isActive = false
    /// False for 360° video, which isn't offered in a small window.
    public var isFlat = true
    /// The screen corner where the window opens, if programs may position windows.
    @ObservationIgnored public var corner = ScreenCorner.bottomRight

    /// The user's picture adjustments: the next window uses their rotation and aspect ratio.
    @ObservationIgnored public var adjustments: PictureAdjustments?

    /// The texts for the next window.
    @ObservationIgnored public var texts = PictureInPictureTexts()

    private var hasDelegate = false
    @ObservationIgnored private(set) var window: PictureInPictureWindow?
    @ObservationIgnored private var kept: (any PictureInPictureDelegate)?
    @ObservationIgnored private var state = PictureInPictureState()
    @ObservationIgnored private let player: any PlayerControlling
    @ObservationIgnored private var pictures: PictureMailbox
    @ObservationIgnored private let application: Application?

    /// - Parameter application: stays alive while the small window is open.
    public init(_ player: any PlayerControlling, pictures: PictureMailbox, application: Application? = nil) {
        self.player = player
        self.pictures = pictures
        self.application = application
    }

    /// Whether to offer a button for it.
    public var isPossible: Bool { hasDelegate && isFlat && !isActive }

    /// Whether the window can stay above others and keep its aspect ratio while being resized. False on Wayland, where only the
    /// user can do so, from the window's menu.
    public static var staysAbove: Bool { X11Surface.isOffered }

    /// Starts, or reports to the delegate why it can't.
    public func start() { handle(.start(obstacle: obstacle)) }

    /// Ends, and restores the interface.
    public func stop() { handle(.stop) }

    /// Ends without restoring the interface.
    public func close() { handle(.close) }

    /// Switches the window to another player's frames, keeping the window's shape.
    public func show(_ pictures: PictureMailbox) {
        self.pictures = pictures
        window?.video.show(pictures)
    }

    private var obstacle: PictureInPictureError? {
        if delegate == nil { return .noDelegate }
        if !isFlat { return .notFlat }
        return pictures.pictureSize == nil ? .nothingShown : nil
    }

    private func handle(_ event: PictureInPictureState.Event) {
        for action in state.handle(event) { perform(action) }
        let isActive = state.phase != .idle
        if self.isActive != isActive { self.isActive = isActive }
    }

    private func perform(_ action: PictureInPictureState.Action) {
        switch action {
        case .keepDelegate: kept = delegate
        case .notifyWillStart: kept?.willStart(self)
        case .openWindow: openWindow()
        case .hand(let owner): self.owner = owner
        case .notifyDidStart: kept?.didStart(self)
        case .notifyFailed(let error): (kept ?? delegate)?.pictureInPicture(self, failedToStart: error)
        case .notifyWillStop: kept?.willStop(self)
        case .restore:
            guard let kept else { return handle(.restored) }
            kept.pictureInPicture(self) { [weak self] in self?.handle(.restored) }
        case .closeWindow:
            let window = window
            self.window = nil
            window?.dismiss()
        case .notifyDidStop: kept?.didStop(self)
        case .releaseDelegate: kept = nil
        }
    }

    private func openWindow() {
        let adjustment = adjustments?.current ?? PictureAdjustment()
        let ratio = pictures.picture.map { adjustment.shownAspectRatio(of: $0) } ?? 16 / 9
        let window = PictureInPictureWindow(
            player, pictures: pictures, aspectRatio: ratio > 0 ? ratio : 16 / 9, texts: texts, application: application)
        // The window has the video's aspect ratio, so no zoom is needed.
        window.video.adjustments.current.aspectRatio = adjustment.aspectRatio
        window.video.adjustments.current.orientation = adjustment.orientation
        self.window = window
        window.corner = corner
        window.onBack = { [weak self] in self?.stop() }
        window.onDismiss = { [weak self] in self?.close() }
        window.onOpened = { [weak self] in self?.handle(.windowOpened) }
        window.onClose { [weak self, weak window] in
            if let self, self.window === window { handle(.windowGone) }
        }
        window.present()
    }
}
