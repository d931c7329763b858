// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// A large player card of a deck: its video plays muted in place, with a title and buttons.
@MainActor final class DeckCard: FeedCell {
    /// A user action on a card.
    enum Action { case toggleSound, toggleCaptions, share, open, togglePlayPause }

    private let configuration: PlayerDeckConfiguration
    private let isRow: Bool
    private let title = Label().lines(2).aligned(.start).cssClass("title")
    private let badges = BadgeRow()
    private let sound: Button
    private let captions: Button
    private var picture: Overlay!
    private var isPlayable = false
    private let play: Box
    private let products: CollapsibleProductList
    /// Marks a live stream and opens it; ``toCome`` marks an upcoming one.
    private let enter: Button
    private let toCome = Label().lines(3).aligned(.center).cssClass("deck-state")
    /// Creates the list of an item's products; nil if there are none to show.
    var makeProducts: (@MainActor (FeedVideo, Int) -> ProductListView?)?

    /// - Parameter perform: called with the user's action and the item's index.
    init(_ host: FeedHost, _ configuration: PlayerDeckConfiguration, isRow: Bool, perform: @escaping @MainActor (Action, Int) -> Void) {
        (self.configuration, self.isRow) = (configuration, isRow)
        let cell = Cell()
        func act(_ action: Action) -> @MainActor () -> Void { { if let index = cell.card?.index { perform(action, index) } } }
        let language = host.sdk.language
        sound = Button(icon: "audio-volume-muted-symbolic", name: language.text(.unmute), action: act(.toggleSound))
        captions = Button(icon: "media-view-subtitles-symbolic", name: language.text(.captions), action: act(.toggleCaptions))
        let share = Button(icon: "emblem-shared-symbolic", name: language.text(.share), action: act(.share))
        let open = Button(icon: "view-fullscreen-symbolic", name: language.text(.fullScreen), action: act(.open))
        play = Box(.horizontal) { Icon("media-playback-start-symbolic", size: Int(configuration.playIcon.width * 0.5)) }.cssClass("play")
        enter = Button(language.text(.tapToWatch), action: act(.open))
        products = CollapsibleProductList(language, isFolded: configuration.isProductListCollapsible)
        super.init(host)
        cell.card = self
        products.make = { [weak self] video in self?.index.flatMap { index in self?.makeProducts?(video, index) } }
        captions.isVisible = false
        sound.isVisible = !configuration.muteButton.isHidden
        share.isVisible = !configuration.shareButton.isHidden
        open.isVisible = configuration.isFullScreenEnabled
        let buttons = Box(.horizontal, spacing: 6) {
            if configuration.subtitles.swapMuteAndSubtitleButtons { captions.cssClass("round") }
            sound.cssClass("round")
            if !configuration.subtitles.swapMuteAndSubtitleButtons { captions.cssClass("round") }
            share.cssClass("round")
            open.cssClass("round")
        }
        let bottom = Box(.vertical, spacing: 6) {
            title
            products
            enter.broken().cssClass("enter-live").align(horizontal: .start)
            Box(.horizontal, spacing: 8) {
                products.button
                Box(.horizontal).expand(.horizontal)
                buttons
            }
        }.cssClass("deck-words")
        let watched = Overlay(bottom) { SizeWatch { [weak self] _, height in self?.wordsHeight = max(0, height - FeedCSS.wordsShade) } }
        picture = picture([
            watched.align(vertical: .end), badges.align(horizontal: .start, vertical: .start).margins(start: 10, end: 10, top: 10),
            play.align(horizontal: .center, vertical: .center), toCome.align(horizontal: .center, vertical: .center),
        ])
        picture.cssClass(FeedCSS.styleClass("border-radius: \(FeedCSS.thousandths(configuration.cornerRadius))px;")).clipsContent()
        cssClass("feed-card", "feed-player", "embedded")
        append(picture.expand(.horizontal, .vertical))
        let half = Int(configuration.spacing / 2)
        margins(start: half, end: half, top: half, bottom: half)
    }

    /// Portrait, as short videos are.
    private static let aspect = 9.0 / 16

    override func resize(width: Double, height: Double) {
        if isRow {
            picture.minimumSize(width: Int((height * Self.aspect).rounded()))
            posterPlace(width: height * Self.aspect, height: height)
        } else {
            picture.minimumSize(height: Int((width / Self.aspect).rounded()))
            posterPlace(width: width, height: width / Self.aspect)
        }
    }

    override func show(_ item: FeedItem?) {
        let stream = item?.video?.type == .liveStream ? item?.video?.liveStatus : nil
        enter.isVisible = stream == .live && configuration.isFullScreenEnabled
        toCome.isVisible = stream == .idle
        guard let item else {
            products.show(nil)
            showPoster(nil)
            return place(nil)
        }
        let sdk = host.sdk
        toCome.text = sdk.language.text(.notYetLive)
        let face = ItemFace(item, ad: configuration.isAdBadgeShown ? sdk.adBadge.text : nil, showsReplay: true)
        title.text = face.title
        badges.show(face.badges, sdk.adBadge, sdk.language)
        isPlayable = face.isPlayable
        products.show(makeProducts == nil ? nil : item.video)
        showPoster(face.posterURL)
        playingChanged()
    }

    func showSound(isMuted: Bool) {
        let language = host.sdk.language
        sound.icon = isMuted ? "audio-volume-muted-symbolic" : "audio-volume-high-symbolic"
        sound.name = language.text(isMuted ? .unmute : .mute)
    }

    /// - Parameter hasCaptions: whether the video plays here and has captions.
    func showCaptions(_ hasCaptions: Bool) {
        captions.isVisible = hasCaptions && slide != nil && !configuration.closedCaptionButton.isHidden
    }

    override func playingChanged() {
        play.isVisible = isPlayable && slide == nil && !toCome.isVisible && !configuration.playIcon.isHidden
        if slide == nil { captions.isVisible = false }
    }

    private final class Cell {
        weak var card: DeckCard?
    }
}
