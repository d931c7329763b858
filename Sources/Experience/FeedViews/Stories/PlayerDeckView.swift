// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
public import WindowboxFeed
public import WindowboxGTK

/// A feed as large players side by side or stacked; the most visible one plays.
@MainActor public final class PlayerDeckView: Overlay {
    /// The feed that is shown.
    public let feed: Feed
    /// Called with the index of the item to show in full screen, and the playback position in seconds.
    public var onOpen: (@MainActor (Int, Double?) -> Void)?

    private let host: FeedHost
    private let container = Box(.vertical)
    private let note = PageNote()
    private(set) var list: FeedList?
    private var isFullScreenEnabled = true
    private var isCovered = false
    /// The shop of the videos' products; nil if there is none.
    var shop: DeckShop? {
        didSet { if case .playerDeck(let look) = feed.configuration { build(look) } }
    }

    /// Creates a view that is built when the feed's configuration is loaded, and rebuilt when it changes.
    public init(_ feed: Feed, host: FeedHost) {
        (self.feed, self.host) = (feed, host)
        super.init(container.expand(.horizontal, .vertical))
        add(note)
        add(SizeWatch { [weak self] in self?.shop?.fit(PageSize(width: $0, height: $1)) })
        bind(to: { feed.configuration }) { view, configuration in
            if case .playerDeck(let look) = configuration { view.build(look) }
        }
    }

    /// Whether something covers the view, such as the player.
    public func setCovered(_ isCovered: Bool) {
        self.isCovered = isCovered
        list?.setCovered(isCovered)
    }

    var canBeSeen: Bool { isMapped && !isCovered }

    private func build(_ look: PlayerDeckConfiguration) {
        if let list { container.remove(list) }
        isFullScreenEnabled = look.isFullScreenEnabled
        let arrangement: ItemArrangement =
            switch look.layout {
            case .row: .row
            case .singleColumn: .grid(columns: 1)
            case .grid(let columns): .grid(columns: max(1, columns))
            }
        let isRow = arrangement == .row
        var plan = FeedList.Plan(arrangement: arrangement) { [host, weak self] in
            let card = DeckCard(host, look, isRow: isRow) { self?.perform($0, at: $1) }
            if let shop = self?.shop { card.makeProducts = { [weak shop] in shop?.list(of: $0, at: $1) } }
            return card
        }
        plan.autoplay.isEnabled = look.autoplay.isEnabled
        plan.isSilent = SoundRule(look.playerView, choice: host.silence).isMuted(embedded: look.onFirstDisplayMuteState)
        plan.subtitles = look.subtitles
        (plan.insets, plan.spacing) = (FeedInsets(all: look.padding), look.spacing)
        let list = FeedList(feed, host: host, plan: plan) { [weak self] in self?.open($0) }
        container.append(list.expand(.horizontal, .vertical))
        self.list = list
        // All cells show the mute state, whichever one plays.
        list.onPlaying = { [weak self] _ in self?.showSound() }
        list.onCaptions = { [weak list] hasCaptions in
            for case let card as DeckCard in list?.cellsShown ?? [] { card.showCaptions(hasCaptions) }
        }
    }

    private func perform(_ action: DeckCard.Action, at index: Int) {
        switch action {
        case .open: open(index)
        case .togglePlayPause: list?.toggle(index)
        case .toggleSound:
            guard let playback = list?.inline?.playback else { return }
            playback.setMuted(!playback.isMuted)
            host.remember(silence: playback.isMuted)
            showSound()
        case .toggleCaptions: list?.inline?.model?.toggleCaptions()
        case .share:
            guard feed.items.indices.contains(index), let video = feed.items[index].video,
                let link = host.shareLink(to: video, of: feed, configuration: feed.configuration.fullScreenPlayer)
            else { return }
            host.share(link, from: self)
            note.show(host.sdk.language.text(.copied))
        }
    }

    private func showSound() {
        let isMuted = list?.inline?.playback.isMuted ?? true
        for case let card as DeckCard in list?.cellsShown ?? [] { card.showSound(isMuted: isMuted) }
    }

    private func open(_ index: Int) {
        guard isFullScreenEnabled else { list?.toggle(index); return }
        if let details = feed.clickDetails(at: index) { host.onThumbnail?(details) }
        open(index, at: list?.inline?.index == index ? list?.inline?.position : nil)
    }

    /// - Parameter position: in seconds; nil starts at the beginning.
    func open(_ index: Int, at position: Double?) { onOpen?(index, position) }

    /// Adds an event to the playback report of the playing item.
    func note(_ event: PlaybackReport.Event, at index: Int) {
        if let playback = list?.inline?.playback, playback.index == index { playback.note(event) }
    }
}

extension PlayerDeckView: DrawerPlace {
    func addLayer(_ layer: WindowboxGTK.Widget) { add(layer) }
    func removeLayer(_ layer: WindowboxGTK.Widget) { remove(layer) }
    func hold(_ name: String, _ isHeld: Bool) {}
    // Captions are on the cards, which a drawer covers completely or not at all.
    func cover(_ name: String, _ isOpen: Bool) {}
}
