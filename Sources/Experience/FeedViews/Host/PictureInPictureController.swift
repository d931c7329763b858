// SPDX-License-Identifier: Apache-2.0

public import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// The picture-in-picture window of a program's feeds; it executes the SDK rule's actions. There is one at a time.
@MainActor final class PictureInPictureController {
    private struct Current {
        let page: FeedPlayerPage
        /// Nil while it closes.
        var window: PictureInPicture?
        var isRestored = false
    }

    private let sdk: FeedSDK
    private var pages: [WeakPage] = []
    private var current: Current?
    private var finishRestoring: (@MainActor () -> Void)?
    private var following: Task<Void, Never>?

    init(_ sdk: FeedSDK) {
        self.sdk = sdk
        following = Task { [weak self, actions = sdk.pictureInPictureActions] in
            for await action in actions { self?.perform(action) }
        }
    }

    isolated deinit { following?.cancel() }

    func register(_ page: FeedPlayerPage) {
        pages.removeAll { $0.page == nil }
        pages.append(WeakPage(page: page))
    }

    /// The page was closed, along with its playback.
    func forget(_ page: FeedPlayerPage) {
        guard current?.page === page else { return }
        sdk.handlePictureInPicture(.closed(restores: false))
        closeWindow()
        current = nil
        page.update(.smallWindow(false))
    }

    /// All pages, full-screen ones first.
    var candidates: [PictureInPictureRule.Candidate] { ordered.compactMap(\.smallWindowCandidate) }

    private var ordered: [FeedPlayerPage] {
        let all = pages.compactMap(\.page).filter { !$0.isClosed }
        return all.filter(\.context.isFullScreen) + all.filter { !$0.context.isFullScreen }
    }

    /// The page shows another item, or the same one with another player.
    func moved(_ page: FeedPlayerPage) {
        guard let current, current.page === page, let pictures = page.pool.screen(of: page.playback.player)?.pictures else { return }
        current.window?.show(pictures)
    }

    private func perform(_ action: PictureInPictureRule.Action) {
        switch action {
        case .open(let feedID): open(feedID)
        case .didStart: current?.page.smallWindowOpened()
        case .close: closeWindow()
        case .restore: restore()
        case .failedToStart(_, let error):
            current?.page.explainNoSmallWindow(error.description)
            current = nil
        case .didStop:
            guard let ended = current else { return }
            current = nil
            if !ended.isRestored { ended.page.smallWindowClosed(isRestored: false) }
        case .willStart, .willStop, .refuse, .shown: break
        }
    }

    private func open(_ feedID: String) {
        let fit = ordered.filter { $0.playback.feed.feedID == feedID }
        guard let page = fit.first, let screen = page.pool.screen(of: page.playback.player) else {
            sdk.handlePictureInPicture(.failed(reason: "the player is gone"))
            return
        }
        let window = PictureInPicture(PagePlayer(page), pictures: screen.pictures)
        window.corner = page.playback.configuration.pictureInPicturePlacement.onScreen
        window.texts = PictureInPictureTexts(sdk.language)
        window.delegate = self
        current = Current(page: page, window: window)
        window.start()
    }

    private func closeWindow() {
        let window = current?.window
        // Ignore its notifications while it closes.
        current?.window = nil
        window?.close()
    }

    private func restore() {
        guard let page = current?.page else { return }
        current?.isRestored = true
        page.smallWindowClosed(isRestored: true)
        let (window, finish) = (current?.window, finishRestoring)
        current?.window = nil
        finishRestoring = nil
        withExtendedLifetime(window) { finish?() }
    }

    private struct WeakPage {
        weak var page: FeedPlayerPage?
    }
}

extension PictureInPictureController: PictureInPictureDelegate {
    func didStart(_ pictureInPicture: PictureInPicture) {
        if pictureInPicture === current?.window { sdk.handlePictureInPicture(.started) }
    }

    func pictureInPicture(_ pictureInPicture: PictureInPicture, failedToStart error: WindowboxGTK.PictureInPictureError) {
        if pictureInPicture === current?.window { sdk.handlePictureInPicture(.failed(reason: error.description)) }
    }

    func pictureInPicture(_ pictureInPicture: PictureInPicture, restore done: @escaping @MainActor () -> Void) {
        guard pictureInPicture === current?.window else { return done() }
        finishRestoring = done
        sdk.handlePictureInPicture(.closed(restores: true))
    }

    func didStop(_ pictureInPicture: PictureInPicture) {
        guard pictureInPicture === current?.window else { return }
        current?.window = nil
        sdk.handlePictureInPicture(.closed(restores: false))
    }
}

extension FeedHost {
    /// Starts picture in picture for a feed's player, or for the best candidate.
    /// - Parameter feedID: nil selects full screen, then the most visible one that plays, then the most recent.
    public func startPictureInPicture(of feedID: String? = nil) throws(FeedPictureInPictureError) {
        try sdk.startPictureInPicture(of: feedID, among: smallWindow.candidates)
    }

    /// Returns from picture in picture to the page.
    /// - Parameter feedID: nil stops whichever is active.
    public func stopPictureInPicture(of feedID: String? = nil) throws(FeedPictureInPictureError) {
        try sdk.stopPictureInPicture(of: feedID)
    }
}

extension PlayerViewConfiguration.Corner {
    fileprivate var onScreen: ScreenCorner {
        switch self {
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}

extension PictureInPictureTexts {
    init(_ language: FeedLanguage) {
        self.init()
        title = language.text(.pictureInPicture)
        (play, pause) = (language.text(.play), language.text(.pause))
        back = language.text(.backToPage)
        close = language.text(.close)
        keepOnTop = language.text(.keepOnTopHint)
        isRightToLeft = language.isRightToLeft
    }
}
