// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// Creates and updates the layers over an item while it is shown: live header and panel, game, chat and products.
@MainActor final class ItemOverlay {
    let video: FeedVideo
    let session: LiveSession?
    let games: any GameSource
    private let program: ItemOverlays
    private weak var page: FeedPlayerPage?
    private let drawers: PageDrawers
    private let texts: FeedLanguage
    private let model = OverlayModel()
    private let shop: ItemShop
    private let views: OverlayViews
    private var clock: Delay?
    private var hasAnnounced = false
    /// Whether its item is out of view.
    var isHidden = false {
        didSet {
            guard isHidden != oldValue else { return }
            views.setHidden(isHidden)
            page?.context.spoken.captions = isHidden ? LiveCaptions() : session?.state.captions ?? LiveCaptions()
        }
    }
    /// Minimum page height in logical pixels to show both a game and a chat.
    private static let heightForBoth = 800
    /// Page width in logical pixels needed for the arrows next to a panel.
    private static let widthForArrows = 340

    init(
        _ video: FeedVideo, sessionID: String?, program: ItemOverlays, page: FeedPlayerPage, drawers: PageDrawers, texts: FeedLanguage
    ) {
        (self.video, self.program, self.page, self.drawers, self.texts) = (video, program, page, drawers, texts)
        let sdk = program.host.sdk
        let session = video.liveStreamID.map { LiveSession($0, video: video, feedID: sessionID, sdk: sdk) }
        let own = VideoGames(video, sdk: sdk)
        self.session = session
        games = session ?? own
        let report: @MainActor (PlaybackReport.Event) -> Void = { [weak page] in page?.playback.note($0) }
        session?.report = report
        own.report = report
        shop = ItemShop(
            video, program: program, drawers: drawers, texts: texts,
            onMoment: { [weak page] in page?.playback.seek(to: Double($0) / 1000) }, report: report)
        let header = LiveHeader(texts)
        let (unlock, remind, like) = (DeferredText(), Deferred(), Deferred())
        let panel = LivePanel(texts, onUnlock: { unlock.run($0) }, onRemind: { remind.run() })
        let heart = HeartButton(texts) { like.run() }
        let chat = session.map {
            ChatPanel($0, texts, style: page.playback.configuration.chat) { [weak drawers] in drawers?.toast.show($0) }
        }
        let (source, model) = (games, model)
        let game = InteractionPanel(
            texts,
            onAnswer: { interaction, entry in
                do throws(ServiceError) {
                    try await source.answer(interaction, entry)
                    return nil
                } catch { return error }
            }, onLink: { [weak program, weak page] link in program?.follow(link, from: page) },
            onClose: { model.dismissed.insert($0) })
        views = OverlayViews(header: header, panel: panel, game: game, chat: chat, heart: heart)
        unlock.run = { [weak self] in self?.unlock($0) }
        remind.run = { [weak self] in self?.remind() }
        like.run = { [weak session] in Task { try? await session?.like() } }
        views.add(to: page, cart: shop.cart, strip: shop.strip, isRightToLeft: texts.isRightToLeft)
        own.load()
        session?.enter()
        shop.activate(video)
        header.bind(to: { [weak self] in self?.look }) { [weak self] _, look in if let look { self?.show(look) } }
        header.bind(to: { [weak session] in session?.address }) { [weak page] _, address in
            if let address { page?.playback.setAddress(address, of: video.id) }
        }
        header.bind(to: { [weak session] in session?.state.captions ?? LiveCaptions() }) { [weak self] _, words in
            if self?.isHidden == false { self?.page?.context.spoken.captions = words }
        }
        beat()
    }

    /// Called when the user leaves the item.
    func end() {
        clock = nil
        page?.context.spoken.captions = LiveCaptions()
        session?.leave()
        shop.end()
        views.remove(from: page)
    }

    // MARK: Presentation

    private var look: OverlayLook? {
        guard let page else { return nil }
        _ = model.tick
        let shopViews = program.shopping.views(for: video)
        let products = shop.products(in: session?.state)
        let presentation = session?.presentation(hasPicture: page.state.hasPicture, at: Date())
        let game = OverlayLook.game(games.games, dismissed: model.dismissed)
        let hasChat = session.map { $0.isChatOpen() || !$0.state.chat.shown.isEmpty } ?? false
        let canRemind = session?.state.scheduledAt != nil && !model.isReminded
        let layers = ItemLayers(
            video, presentation, hasChat: hasChat, hasGames: game != nil, hasProducts: !products.isEmpty, canRemind: canRemind,
            isCompact: page.isCompact, player: page.playback.configuration, icon: shopViews.cartIcon)
        let pinned = session.map { LiveProducts.pinned(program.shopping.products(of: video.id), in: $0.state) } ?? []
        return OverlayLook(
            layers: layers, state: session?.state, connection: session?.connection ?? .idle, game: game,
            strip: ProductStripContent(products, pinned: pinned, shopViews.card), views: shopViews, products: products,
            highlights: layers.badge == .replay ? session?.stream.map(ReplayHighlights.init) : nil,
            isWaiting: program.shopping.isWaiting(for: video.id), failure: program.shopping.failure(of: video.id),
            size: page.state.size, bottom: page.state.bottom, arrows: PlayerArrows.sidesInTop(of: page))
    }

    private func show(_ look: OverlayLook) {
        guard let page else { return }
        let (header, panel, game, chat) = (views.header, views.panel, views.game, views.chat)
        header.isVisible = session != nil
        header.avoid(look.arrows)
        views.heart.isVisible = look.layers.showsHearts
        views.heart.show(likes: look.state?.likes ?? 0)
        game.fit(look.size)
        game.show(look.layers.showsGames ? look.game : nil)
        // A low page can't fit both chat and game.
        chat?.isVisible = look.layers.showsChat && (game.form == nil || look.size.height >= Self.heightForBoth)
        for widget in [chat, game, shop.strip] as [WindowboxGTK.Widget?] {
            widget?.align(horizontal: look.size.isNarrow ? .fill : .start).minimumSize(width: look.size.isNarrow ? nil : PageSize.column)
        }
        // The connecting panel must not hide a game that can already be played.
        let isInTheWay = look.layers.panel == .connecting && game.isVisible
        panel.isSmall = chat?.isVisible == true
        // Next to a chat, the centre is small, so short messages move to the top.
        let isWord = panel.isSmall && [.connecting, .hostPaused, .ended].contains(look.layers.panel)
        header.show(
            look.layers, look.state, look.connection, word: isWord && !isInTheWay ? LivePanel.words(look.layers.panel, texts) : nil)
        panel.show(isInTheWay || isWord ? .none : look.layers.panel, appearance: page.playback.configuration.countdownTimer.appearance)
        let side = look.size.width >= Self.widthForArrows ? PlayerArrows.reservedWidth : 0
        panel.margins(start: side, end: side, bottom: look.middleInset)
        shop.show(look)
        if let session, let state = look.state { shop.activate(video, more: session.isLocked ? [] : state.shownProducts.map(\.productID)) }
        page.hold("game", look.layers.showsGames && game.form != nil)
        if look.layers.badge == .live, page.state.hasPicture, !hasAnnounced {
            hasAnnounced = true
            session?.startedPlaying()
        }
    }

    /// Schedules updates of texts that depend on the time.
    private func beat() {
        guard session != nil else { return }
        var seconds = 20.0
        if case .countdown(let countdown?, _) = views.panel.panel { seconds = CountdownText.updateInterval(countdown) }
        clock = Delay(seconds: seconds) { [weak self] in
            self?.model.tick += 1
            self?.beat()
        }
    }

    // MARK: User actions

    private func unlock(_ code: String) {
        views.panel.isBusy = true
        Task { [weak self, session, texts] in
            do throws(ServiceError) { try await session?.unlock(code: code) } catch {
                self?.views.panel.showFailure(texts.text(error.apiCode == .incorrectAccessCode ? .incorrectAccessCode : .liveFailed))
            }
            self?.views.panel.isBusy = false
        }
    }

    private func remind() {
        views.panel.isBusy = true
        Task { [weak self, session, texts, program] in
            do {
                guard let session, let entry = try await session.remind() else { return }
                let file = try ReminderFile(folder: program.settings.calendars).write(entry, title: session.stream?.title ?? "")
                self?.model.isReminded = true
                self?.drawers.toast.show(texts.text(.reminderSaved, ["file": DisplayText.isolated(file.lastPathComponent)]))
                program.open(reminder: file, from: self?.page)
            } catch { self?.drawers.toast.show(texts.text(.reminderFailed), isFailure: true) }
            self?.views.panel.isBusy = false
        }
    }
}

/// An action with a text, assigned after its owner exists.
@MainActor private final class DeferredText {
    var run: @MainActor (String) -> Void = { _ in }
}

extension ItemOverlays {
    fileprivate func follow(_ link: GameLink, from page: FeedPlayerPage?) {
        guard let page, onGameLink?(link) != true, GameLink.isFit(link.address) else { return }
        host.open(link.address, from: page)
    }

    fileprivate func open(reminder file: URL, from page: FeedPlayerPage?) {
        if let onReminder { onReminder(file) } else { page?.openAddress(file.absoluteString) }
    }
}
