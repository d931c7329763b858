// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK
import WindowboxTransport

/// A complete window content for feeds: a grid that opens the player, and a search field for words and hashtag expressions.
///
/// Put it in a window and initialise the ``FeedHost/sdk``. Errors are shown in the browser, with a button to retry.
@MainActor public final class FeedBrowser: Box {
    /// The services and callbacks of the program.
    public let host: FeedHost
    /// The player, while it is open.
    public private(set) var player: FeedPlayerPage?
    /// The player in the picture-in-picture window, while the grid is shown.
    public private(set) var smallPlayer: FeedPlayerPage?
    /// The grid; nil before there is a feed.
    public private(set) var feedView: VideoFeedView?
    /// Called when the user asks to enter or leave full screen.
    public var onFullScreen: (@MainActor () -> Void)?
    /// Called when the player opens or closes, for instance to hide a header bar.
    public var onPlayer: (@MainActor (Bool) -> Void)?
    /// The number of columns, depending on the width.
    private var columns = 0

    private let channel: String?
    private let source: ContentSource
    private let stage = Stage()
    private let browse = Box(.vertical)
    private let feedPlace = Overlay(Box(.vertical).expand(.horizontal, .vertical))
    let entry: Entry
    private let start: StartPanel

    /// - Parameters:
    ///   - host: provides the feeds.
    ///   - source: the initial content.
    ///   - channel: where to search; nil uses the source's channel; if there is none, words are searched in all channels.
    public init(_ host: FeedHost, source: ContentSource = .discover, channel: String? = nil) {
        FeedStyle.install()
        (self.host, self.source) = (host, source)
        self.channel = channel ?? source.channelID
        let (example, texts) = (DisplayText.isolated("(and sport (or run walk))"), host.sdk.language)
        entry = Entry(name: texts.text(.searchVideos), placeholder: texts.text(.searchHint)).icon("system-search-symbolic")
        start = StartPanel(host.sdk)
        super.init(.vertical)
        stage.add(browse)
        append(stage.expand(.horizontal, .vertical))
        if self.channel != nil { entry.tooltip = texts.text(.findByHashtags, ["example": example]) }
        browse.append(entry.expand(.horizontal).margins(start: 10, end: 10, top: 10, bottom: 2))
        browse.append(feedPlace.expand(.horizontal, .vertical))
        feedPlace.add(start)
        feedPlace.add(SizeWatch { [weak self] width, _ in self?.resized(width) })
        start.onRetry = { [weak self] in self?.begin() }
        _ = entry.clearable(host.sdk.language.text(.clear)) { [weak self] in self?.search("") }
        entry.onReturn { [weak self] in self.map { $0.search($0.entry.text) } }
        let sdk = host.sdk
        host.onChannel = host.onChannel ?? { [weak self] in self?.show(.channelVideos($0)) }
        bind(to: { sdk.language.isRightToLeft }) { $0.setDirection(rightToLeft: $1) }
        begin()
    }

    private func begin() {
        start.show(nil)
        start.task = Task { [weak self, sdk = host.sdk] in
            do throws(FeedSDKError) {
                try await sdk.initialize()
                self?.show(self?.source ?? .discover)
            } catch { if !Task.isCancelled { self?.start.show(error) } }
        }
    }

    /// Replaces the current feed.
    public func show(_ source: ContentSource) {
        closePlayer()
        closeSmallPlayer()
        start.isVisible = false
        if let feedView { feedPlace.remove(feedView) }
        let feed = Feed(source, configuration: configuration, sdk: host.sdk)
        feed.isPictureInPictureEnabled = true
        let view = VideoFeedView(feed, host: host)
        view.onOpen = { [weak self, weak view] in if let view { self?.open(view.feed, at: $0) } }
        feedView = view
        feedPlace.add(view)
        if case .hashtagPlaylist = source { view.bind(to: { feed.loadResult }) { [weak self] _, result in self?.point(result) } }
    }

    private var configuration: WidgetConfiguration {
        var look = VideoFeedConfiguration()
        look.itemView.autoplay.isEnabled = true
        look.itemView.sponsored.isHidden = false
        look.itemView.replayBadge.isHidden = false
        look.itemView.title.alignment = .leading
        look.playerView.feedCompleteAction = .loop
        look.playerView.scrollDirection = .vertical
        look.playerView.isReplayBadgeHidden = false
        if let channel { look.playerView.logo = LogoConfiguration(.channelAggregator(encodedID: channel)) }
        return .videoFeed(look, layout: .grid(columns: max(2, columns)))
    }

    /// One column per 220 logical pixels.
    private func resized(_ width: Int) {
        let count = min(8, max(2, width / 220))
        guard count != columns else { return }
        columns = count
        feedView?.feed.configuration = configuration
    }

    /// Searches for words, or with a hashtag expression, which begins with a parenthesis; empty text returns to the original feed.
    func search(_ text: String) {
        let text = text.trimmingWhitespace
        if entry.text != text { entry.text = text }
        if let channel, text.hasPrefix("(") {
            show(.hashtagPlaylist(channel: channel, filter: text))
        } else {
            show(text.isEmpty ? source : .search(words: text, channel: channel))
        }
    }

    /// Moves the keyboard focus to the search field, unless the player is open.
    public func focusSearch() { if player == nil { entry.grabFocus() } }

    /// Selects the invalid part of the expression.
    private func point(_ result: FeedLoadResult?) {
        guard case .failed(let error)? = result, let position = error.position else { return }
        entry.select(from: position.before.unicodeScalars.count)
    }

    /// Pauses automatic playback while the browser isn't visible.
    public func setCovered(_ isCovered: Bool) {
        player?.setCovered(isCovered)
        if player == nil { feedView?.setCovered(isCovered) }
    }

    // MARK: Player

    /// Opens the player at an item of a feed.
    public func open(_ feed: Feed, at index: Int, position: Double? = nil) {
        guard feed.items.indices.contains(index) else { return }
        guard feed.items[index].video != nil else { return openPlaylist(feed.items[index]) }
        closePlayer()
        let page = FeedPlayerPage(feed, at: index, position: position, host: host)
        // Only one player should be audible.
        closeSmallPlayer()
        page.onClose = { [weak self, weak page] in if page === self?.smallPlayer { self?.closeSmallPlayer() } else { self?.closePlayer() } }
        page.onFullScreen = { [weak self] in self?.onFullScreen?() }
        page.onSmallWindow = { [weak self, weak page] change in if let page { self?.changed(page, change) } }
        host.onPage?(page)
        stage.add(page)
        present(page)
    }

    private func present(_ page: FeedPlayerPage) {
        player = page
        feedView?.setCovered(true)
        stage.show(page, .fromBelow)
        onPlayer?(true)
    }

    private func changed(_ page: FeedPlayerPage, _ change: SmallWindowChange) {
        switch change {
        case .entered:
            guard page === player else { return }
            (player, smallPlayer) = (nil, page)
            showGrid(at: page.state.shown?.index)
        case .restored:
            guard page === smallPlayer else { return }
            smallPlayer = nil
            present(page)
        case .left: if page === smallPlayer { closeSmallPlayer() }
        }
    }

    /// Closes the player in the picture-in-picture window.
    public func closeSmallPlayer() {
        guard let page = smallPlayer else { return }
        smallPlayer = nil
        page.close(.pictureInPictureClosed)
        stage.remove(page)
    }

    /// Returns to the grid, scrolled to the last item, which gets the keyboard focus.
    public func closePlayer() {
        guard let page = player else { return }
        let last = page.state.shown?.index
        player = nil
        page.close()
        removeLeaving()
        // Keep it until its transition has finished.
        leaving = (page, Delay(seconds: 0.4) { [weak self] in self?.removeLeaving() })
        showGrid(at: last)
    }

    private func showGrid(at index: Int?) {
        stage.show(browse, .fromAbove)
        feedView?.setCovered(false)
        // The focus was in the player, which no longer handles keys.
        if let index { feedView?.list?.focus(on: index) } else { feedView?.focusFirst() }
        onPlayer?(false)
    }
    private var leaving: (page: FeedPlayerPage, delay: Delay)?

    private func removeLeaving() {
        if let leaving { stage.remove(leaving.page) }
        leaving = nil
    }

    private func openPlaylist(_ item: FeedItem) {
        guard let playlist = item.playlist, OpaqueID.isWellFormed(playlist.id) else { return }
        Task { [weak self, sdk = host.sdk] in
            let call = ServiceCall<Playlist>("playlist", [playlist.id])
            guard let found = try? await sdk.service.send(call) else { return }
            self?.show(.channelPlaylist(channel: found.channelID, playlist: found.id))
        }
    }
}
