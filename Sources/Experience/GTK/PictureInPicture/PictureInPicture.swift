// SPDX-License-Identifier: Apache-2.0

public import Observation
import WindowboxMedia

/// A small window with a player's picture, above all others.
///
/// The same player goes on, never paused: the window shows what its mailbox holds. Where the display is not X11, no program may
/// keep a window above others or place it, see ``staysAbove``; the window says there that its menu can, and the rest works too.
@MainActor @Observable public final class PictureInPicture {
    /// Without one it is not offered.
    public weak var delegate: (any PictureInPictureDelegate)? { didSet { hasDelegate = delegate != nil } }
    /// Who shows the picture.
    public private(set) var owner = PictureOwner.view
    /// From the start until the end.
    public private(set) var isActive = false
    /// The picture is one to look at from everywhere: a 360° video is not.
    public var isFlat = true
    /// Where on the screen the window opens, where programs may place windows.
    @ObservationIgnored public var corner = ScreenCorner.bottomRight

    /// How a person wants the picture: the window that is opened next shows it turned and shaped so.
    @ObservationIgnored public var adjustments: PictureAdjustments?

    /// What the window says that is opened next.
    @ObservationIgnored public var texts = PictureInPictureTexts()

    private var hasDelegate = false
    @ObservationIgnored private(set) var window: PictureInPictureWindow?
    @ObservationIgnored private var kept: (any PictureInPictureDelegate)?
    @ObservationIgnored private var state = PictureInPictureState()
    @ObservationIgnored private let player: any PlayerControlling
    @ObservationIgnored private var pictures: PictureMailbox
    @ObservationIgnored private let application: Application?

    /// - Parameter application: does not end while the small window is open.
    public init(_ player: any PlayerControlling, pictures: PictureMailbox, application: Application? = nil) {
        self.player = player
        self.pictures = pictures
        self.application = application
    }

    /// Whether a button for it should be there.
    public var isPossible: Bool { hasDelegate && isFlat && !isActive }

    /// Whether the window can be kept above others, and can keep its shape while it is resized; false with Wayland, which lets the
    /// person alone do so, from the window's menu.
    public static var staysAbove: Bool { X11Surface.isOffered }

    /// Begins, or tells the delegate why not.
    public func start() { handle(.start(obstacle: obstacle)) }

    /// Ends, and brings the interface back.
    public func stop() { handle(.stop) }

    /// Ends without the interface.
    public func close() { handle(.close) }

    /// The window shows the pictures of another player from now on, in the shape that it has.
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
        case .tellWillStart: kept?.willStart(self)
        case .openWindow: openWindow()
        case .hand(let owner): self.owner = owner
        case .tellDidStart: kept?.didStart(self)
        case .tellFailed(let error): (kept ?? delegate)?.pictureInPicture(self, failedToStart: error)
        case .tellWillStop: kept?.willStop(self)
        case .restore:
            guard let kept else { return handle(.restored) }
            kept.pictureInPicture(self) { [weak self] in self?.handle(.restored) }
        case .closeWindow:
            let window = window
            self.window = nil
            window?.dismiss()
        case .tellDidStop: kept?.didStop(self)
        case .releaseDelegate: kept = nil
        }
    }

    private func openWindow() {
        let adjustment = adjustments?.current ?? PictureAdjustment()
        let ratio = pictures.picture.map { adjustment.aspectRatio(of: $0) } ?? 16 / 9
        let window = PictureInPictureWindow(
            player, pictures: pictures, aspectRatio: ratio > 0 ? ratio : 16 / 9, texts: texts, application: application)
        // It has the shape of the picture: nothing needs to be zoomed for it.
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
