// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxEngine
import WindowboxGTK
import WindowboxLibrary
import WindowboxMedia
import WindowboxPlayer

/// The program's main window: the start page or the player, with the playlist next to it.
@MainActor final class MainWindow: Window {
    let session: Session
    let view: PlayerView
    let startPage: StartPage
    let playlist: PlaylistPane
    let statistics: StatisticsPanel
    private(set) var actions: ActionGroup!
    let flap: Flap
    private let pages: Pages
    let toasts: ToastOverlay
    let passedOver: SkippedItemsNotice
    let pictureInPicture: PictureInPicture
    let mainMenu: MenuModelButton
    private let recentMenu = Menu()
    private var services: DesktopServices?

    init(_ session: Session, application: Application? = nil) {
        self.session = session
        AppStyle.install()
        let size = session.library.settings.window ?? .init(width: 1120, height: 630)
        let menu = AppMenu.make(recent: recentMenu)
        let header = HeaderBar(
            title: Label().shortened().cssClass("title").bind(\.text) { [model = session.model] in model.title })
        view = PlayerView(session.model, pictures: session.pictures, header: header)
        startPage = StartPage(session.library, menu: menu)
        playlist = PlaylistPane(session.player, session.history)
        statistics = StatisticsPanel(session.player, session.pictures)
        pages = Pages([startPage, view])
        flap = Flap(pages, pane: playlist)
        toasts = ToastOverlay(flap)
        passedOver = SkippedItemsNotice(session.player, toasts)
        mainMenu = MenuModelButton(icon: "open-menu-symbolic", name: translated("Main Menu"), menu: menu, isPrimary: true)
        pictureInPicture = PictureInPicture(session.model, pictures: session.pictures, application: application)
        super.init(application: application, title: "Windowbox", width: size.width, height: size.height)
        minimumSize(width: 360, height: 240)
        if size.isMaximized { isMaximized = true }
        header.addEnd(mainMenu)
        let list = Button(icon: "view-list-symbolic", name: translated("Playlist")) { [weak self] in self?.actions.perform("playlist") }
        let small = Button(icon: "view-paged-symbolic", name: translated("Picture in Picture")) { [weak self] in
            self?.startPictureInPicture()
        }
        .bind(\.isVisible) { [pictureInPicture] in pictureInPicture.isPossible }
        let extras = [list, Box(.horizontal) { small }]
        for extra in extras { header.addEnd(extra) }
        // A compact window hides these buttons to leave space for the title; the menu has the same actions.
        view.onCompact = { [extras] isCompact in for extra in extras { extra.isVisible = !isCompact } }
        view.addPanel(statistics)
        for panel in session.ads.makePanels() { view.addPanel(panel.align(horizontal: .end, vertical: .center)) }
        session.ads.follow(view)
        view.cast = session.castDevices
        view.onAddSubtitles = { [weak self] in self?.actions.perform("add-subtitles") }
        setContent(toasts)
        addActions()
        listen()
    }

    private func listen() {
        let player = session.player
        pictureInPicture.delegate = self
        pictureInPicture.adjustments = view.video.adjustments
        bind(to: { player.metadata.viewport }) { $0.pictureInPicture.isFlat = $1 == .standard }
        view.onFullScreen = { [weak self] in self?.isFullScreen = $0 }
        view.onQuit = { [weak self] in self?.close() }
        onFullScreen { [weak self] in self?.view.isFullScreen = $0 }
        session.folder.onOpen = { [weak self] in self?.openSoon([$0.absoluteString]) }
        session.folder.onClose = { [weak self] in self?.close() }
        session.signIn.present = { [weak self] in await self?.askToSignIn($0) }
        bind(to: { player.error != nil }) { if $1 { $0.session.signIn.failed() } }
        view.onOpenAnother = { [weak self] in self?.actions.perform("open-files") }
        onKey { [weak self] in self?.pressed($0, $1) ?? false }
        onKey(beforeChildren: true) { [weak self] in self?.pressedAnywhere($0, $1) ?? false }
        onDrop { [weak self] addresses in self?.openSoon(addresses) }
        playlist.onDropAddresses = { [weak self] addresses in self?.openSoon(addresses, isAppended: true) }
        playlist.onClose = { [weak self] in self?.flap.isOpen = false }
        flap.onOpen { [weak self] in self?.playlistOpened($0) }
        startPage.onOpen = { [weak self] in self?.openRecent($0) }
        session.history.onResume = { [weak self] in self?.showResumed(at: $0) }
        onClose { [weak self] in self?.end() }
        bind(to: { player.items.isEmpty }) { $0.show(isEmpty: $1) }
        // The frame on screen belongs to the previous item.
        bind(to: { player.mediaType == .audio || player.error != nil ? player.currentItem : nil }) { window, item in
            if item != nil { window.session.pictures.clear() }
        }
        bind(\.title) { [model = session.model] in model.title.isEmpty ? "Windowbox" : model.title }
        bind(to: { [library = session.library] in library.items }) { window, items in AppMenu.fill(window.recentMenu, items) }
        bind(to: { [library = session.library] in library.settings.appearance }) { $1.apply() }
        bind(to: { [library = session.library] in library.settings }) { $0.session.apply($1) }
        keepSoundDevice()
        keepTimeDisplay()
        followFile()
        // Store it wherever it is changed.
        bind(to: { player.processing }) { window, processing in window.session.library.settings.processing = processing }
        // Reset the adjustments except gravity: the next video has its own aspect ratio.
        bind(to: { player.currentItem }) { window, _ in
            let gravity = window.view.video.gravity
            window.view.video.adjustments.current = PictureAdjustment()
            window.view.video.gravity = gravity
        }
        bind(to: { [model = session.model] in model.captionPreference }) { window, captions in
            if window.session.library.settings.captions != captions { window.session.library.settings.captions = captions }
        }
    }

    /// Restores the user's last audio device, and stores later choices.
    private func keepSoundDevice() {
        let (model, library) = (session.model, session.library)
        if let known = library.settings.soundDevice { model.useAgain(AudioDevice(id: known.id, name: known.name)) }
        bind(to: { model.preferredDevice.map { ViewerSettings.SoundDevice(id: $0.id, name: $0.name) } }) { _, device in
            if library.settings.soundDevice != device { library.settings.soundDevice = device }
        }
    }

    private func keepTimeDisplay() {
        let (display, library) = (view.timeDisplay, session.library)
        display.showsRemaining = library.settings.showsRemainingTime
        bind(to: { display.showsRemaining }) { _, showsRemaining in
            if library.settings.showsRemainingTime != showsRemaining { library.settings.showsRemainingTime = showsRemaining }
        }
    }

    private func pressed(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        pages.isShowing(view) || modifiers.contains(.control) ? view.pressed(key, modifiers) : false
    }

    /// Handles keys wherever the focus is, including in the playlist.
    func pressedAnywhere(_ key: KeyboardKey, _ modifiers: KeyModifiers) -> Bool {
        guard pages.isShowing(view) else { return false }
        guard key == .mainMenu, modifiers.isEmpty, view.visibility.isUserInterfaceHidden else {
            return view.pressedAnywhere(key, modifiers)
        }
        // The button is hidden with the other controls, and GTK doesn't open the menu of a hidden button.
        view.visibility.show()
        Task { [mainMenu] in mainMenu.isOpen = true }
        return true
    }

    private func show(isEmpty: Bool) {
        pages.show(isEmpty ? startPage : view)
        toasts.setCSSClass("above-controls", !isEmpty)
        if isEmpty {
            session.pictures.clear()
            startPage.grabFocus()
        } else {
            view.video.grabFocus()
        }
        for name in Self.mediaActions { actions.set(name, isEnabled: !isEmpty) }
    }

    private func playlistOpened(_ isOpen: Bool) {
        actions.set("playlist", isOn: isOpen)
        if isOpen { playlist.grabListFocus() } else if pages.isShowing(view) { view.video.grabFocus() }
    }

    func use(_ actions: ActionGroup) { self.actions = actions }

    /// Actions that need an open item.
    private static let mediaActions = [
        "statistics", "close-media", "picture-in-picture", "add-subtitles", "properties", "save-picture", "go-to-time", "shuffle",
        "fit-window",
        "repeat-part", "copy-address", "save-playlist", "clear-playlist",
    ]

    // MARK: Opening

    private func openSoon(_ addresses: [String], isAppended: Bool = false) {
        Task { await open(addresses, isAppended: isAppended) }
    }

    /// Opens an item of the history, which may no longer exist.
    func openRecent(_ address: String) {
        guard let url = URL(string: address), url.isFileURL, LocalFile(url) == nil else { return openSoon([address]) }
        toasts.show(translated("“{name}” doesn’t exist.", ["name": LocalFile.name(of: url)]), button: translated("Remove")) { [weak self] in
            self?.session.library.forget(address)
        }
    }

    /// Opens what the addresses resolve to, and reports what could not be opened.
    func open(
        _ addresses: [String], isAppended: Bool = false, title: String? = nil, start: Double? = nil, ads: AdOption? = nil
    ) async {
        if !isAppended { session.signIn.open() }
        var opening = await ResolvedInput.of(addresses, transport: session.transports.media)
        // They are about what was opened before.
        if !isAppended { toasts.dismissMessages() }
        switch (ads, opening.media.first) {
        case (.schedule(let schedule), _?) where !isAppended:
            opening.problems += await session.play(opening.media, title: title, start: start, schedule: schedule)
        case (.service(let service), let first?) where !isAppended:
            _ = session.playStitched(first, title: title, start: start, service: service, then: Array(opening.media.dropFirst()))
        case (nil, let first?)
        where !isAppended && session.playStitched(first, title: title, start: start, then: Array(opening.media.dropFirst())):
            break
        default: session.play(opening.media, isAppended: isAppended, title: title, start: start)
        }
        if opening.media.count > 1, !isAppended { flap.isOpen = width >= 900 }
        for problem in opening.problems.prefix(3) { toasts.show(problem, seconds: 6) }
        await addSubtitles(opening.subtitles)
    }

    /// Adds subtitle files to the current item. If nothing is playing, errors are shown on the start page.
    func addSubtitles(_ files: [URL]) async {
        guard let first = files.first else { return }
        if session.player.currentItem == nil {
            toasts.show(translated("Open a video before adding the subtitles “{name}”", ["name": first.lastPathComponent]), seconds: 6)
        } else {
            await session.model.readSubtitles(files.map(\.absoluteString))
        }
    }

    // MARK: Notifications

    private func showResumed(at seconds: Double) {
        toasts.show(translated("Resumed at {time}", ["time": TimeText.clock(seconds)]), button: translated("Start Over")) { [weak self] in
            guard let self, let range = session.player.seekableTimeRange else { return }
            session.player.seek(to: range.start)
        }
    }

    /// Reports once if the history can't be stored.
    func showProblems() {
        bind(to: { [library = session.library] in library.problem }) { window, problem in
            guard let problem else { return }
            window.toasts.show(problem.description, seconds: 10)
            StandardError.write(problem.description)
        }
    }

    func offerDesktopServices() {
        do {
            services = try DesktopServices(
                session.player, more: [session.castDevices], onRaise: { [weak self] in self?.bringBack() },
                onQuit: { [weak self] in self?.close() })
        } catch { StandardError.write("no media keys: \(error)") }
    }

    /// Called before the window closes.
    var onEnd: (@MainActor () -> Void)?

    private func end() {
        onEnd?()
        let size = normalSize
        session.library.settings.window = .init(width: size.width, height: size.height, isMaximized: isMaximized)
        statistics.isShown = false
        session.end()
    }
}
