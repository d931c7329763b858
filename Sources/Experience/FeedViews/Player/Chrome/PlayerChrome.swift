// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// The controls over a player page: buttons, texts, badges, and the layers of other components.
@MainActor final class PlayerChrome: Box {
    let captions: CaptionsButton
    let more: MoreButton
    let cta: CTAButton
    let badges = BadgeRow()
    let title = Label().lines(2).aligned(.start).cssClass("title").accessibleRole(.heading)
    let detail = Label().lines(1).aligned(.start).cssClass("detail")
    let notice = Label().lines(2).aligned(.start).cssClass("detail")
    let attribution: AttributionButton
    private(set) var top: Fade!
    private(set) var logo: ChannelLogo?
    /// Empty: a click there counts as a click on the video.
    let middle = Box(.vertical)
    /// Called with the logical pixels taken at the top and at the bottom.
    var onTop: (@MainActor (Int) -> Void)?
    var onBottom: (@MainActor (Int) -> Void)?
    /// Height in logical pixels of the gradient above the texts.
    private static let shade = 38
    private let seekBar = SeekBar()
    private let page: PageContext

    init(_ page: PageContext, _ layers: PageLayers, onCTA: @escaping @MainActor () -> Void) {
        self.page = page
        captions = CaptionsButton(page.sdk, page.spoken) { page.model }
        cta = CTAButton(onClick: onCTA)
        more = MoreButton(page)
        let chrome = WeakChrome()
        attribution = AttributionButton { [page] address in if let widget = chrome.widget { page.host.open(address, from: widget) } }
        super.init(.vertical)
        chrome.widget = self
        top = Fade(page.isFullScreen ? WindowHandle(makeTop()) : makeTop())
        let head = Box(.vertical) {
            top
            layers.top
        }
        append(Overlay(head) { SizeWatch { [weak self] _, height in self?.onTop?(height) } })
        append(middle.expand(.horizontal, .vertical))
        append(makeBottom(layers))
        seekBar.onSeek = { page.playback.seek(to: $0) }
        seekBar.bind(\.position) { page.model?.position ?? 0 }
        seekBar.bind(\.range) { page.model?.seekable ?? .zero }
        seekBar.bind(\.isVisible) { PlayerViewConfiguration.hasSeekBar(duration: page.playback.player?.duration) }
        cta.bind(to: { page.playback.callToAction }) { $0.show($1) }
    }

    private func makeTop() -> WindowboxGTK.Widget {
        let configuration = page.playback.configuration
        let row = Box(.horizontal, spacing: 6)
        logo = page.isFullScreen ? ChannelLogo(page.host, configuration.logo) : nil
        if let logo { row.append(logo) }
        row.append(badges.align(vertical: .center))
        row.append(Box(.horizontal).expand(.horizontal))
        let isSwapped = configuration.subtitles.swapMuteAndSubtitleButtons
        row.append(isSwapped ? captions : soundButton)
        if configuration.sharePosition == .playerTopArea { row.append(shareButton) }
        if page.isFullScreen { row.append(smallWindowButton) }
        if page.offersFullScreen { row.append(button("view-fullscreen-symbolic", .fullScreen, .toggleFullScreen)) }
        if page.isFullScreen { row.append(more) }
        if !configuration.isCloseButtonHidden, page.isFullScreen {
            row.append(PageButton(page, configuration.buttons.close, "window-close-symbolic", .close) { [page] in page.perform(.close) })
        }
        return row.cssClass("page-top")
    }

    private func makeBottom(_ layers: PageLayers) -> WindowboxGTK.Widget {
        let configuration = page.playback.configuration
        let labels = Box(.vertical, spacing: 6) {
            title
            detail
            attribution
            notice
            seekBar
            cta
        }
        if let enter = enterButton { labels.append(enter) }
        let shaded = Overlay(labels) { SizeWatch { [weak self] _, height in self?.darken(below: height) } }
        let texts = Box(.vertical, spacing: 6) {
            layers.bottom
            shaded
        }
        let side = Box(.vertical, spacing: 8) { layers.side }
        side.append(configuration.subtitles.swapMuteAndSubtitleButtons ? soundButton : captions)
        if configuration.sharePosition == .videoDetailPage { side.append(shareButton) }
        bottom = Box(.horizontal, spacing: 10) {
            texts.expand(.horizontal).align(vertical: .end)
            side.align(vertical: .end)
        }.cssClass("page-bottom")
        return Overlay(bottom) { SizeWatch { [weak self] _, height in self?.onBottom?(max(0, height - Self.shade)) } }
    }

    /// Darkens the video behind the texts; content with its own background needs no shade.
    private func darken(below height: Int) {
        let steps = (height + Self.inset + Self.step - 1) / Self.step
        let ground = height > 1 ? "background: \(FeedCSS.shade(below: steps * Self.step));" : "background: none;"
        bottom.restyle(ground, from: &darkness)
    }
    private var darkness: String?
    private var bottom = Box(.horizontal)
    /// Logical pixels below the texts, and the step in which the shade grows, which limits the number of CSS classes.
    private static let (inset, step) = (12, 8)

    /// Opens a live stream from an inline block.
    private var enterButton: WindowboxGTK.Widget? {
        guard !page.isFullScreen, page.offersFullScreen, case .storyBlock(let block) = page.playback.feed.configuration,
            !block.isTapToEnterHidden
        else { return nil }
        let (sdk, state) = (page.sdk, page.state)
        let button = Button(sdk.language.text(.enterLive)) { [page] in page.perform(.toggleFullScreen) }
        button.cssClass("enter-live").align(horizontal: .start).bind(\.title) { sdk.language.text(.enterLive) }
        return button.bind(\.isVisible) {
            state.shown?.video.map { $0.type == .liveStream && $0.liveStatus == .live && !$0.locked && !$0.regionBlocked } ?? false
        }
    }

    private func button(_ icon: String, _ phrase: Phrase, _ command: PageCommand) -> PageButton {
        PageButton(page, nil, icon, phrase) { [page] in page.perform(command) }
    }

    private var soundButton: WindowboxGTK.Widget {
        let (playback, sdk, buttons) = (page.playback, page.sdk, page.playback.configuration.buttons)
        let button = PageButton(page, nil, "audio-volume-high-symbolic", .mute) { [page] in page.perform(.toggleSound) }
        button.bindLook {
            playback.isMuted
                ? PageButton.Look(buttons.unmute, "audio-volume-muted-symbolic", sdk.language.text(.unmute))
                : PageButton.Look(buttons.mute, "audio-volume-high-symbolic", sdk.language.text(.mute))
        }
        return shownWithItem(button, unless: playback.configuration.isMuteButtonHidden)
    }

    private var smallWindowButton: WindowboxGTK.Widget {
        let (feed, own) = (page.playback.feed, page.playback.configuration.buttons.pictureInPicture)
        let button = PageButton(page, own, "view-restore-symbolic", .pictureInPicture) { [page] in page.perform(.smallWindow) }
        button.bind(\.isVisible) { feed.isPictureInPictureEnabled }
        return button
    }

    private var shareButton: WindowboxGTK.Widget {
        shownWithItem(button("emblem-shared-symbolic", .share, .share), unless: page.playback.configuration.isShareButtonHidden)
    }

    /// Hides the button while there is no item.
    private func shownWithItem(_ button: PageButton, unless isHidden: Bool) -> WindowboxGTK.Widget {
        button.bind(\.isVisible) { [state = page.state] in !isHidden && state.shown != nil }
    }

    /// - Parameter width: of the page, in logical pixels.
    func show(_ shown: ShownItem?, width: Int) {
        let (sdk, configuration) = (page.sdk, page.playback.configuration)
        let face = shown.map {
            ItemFace(
                $0.item, ad: configuration.isAdBadgeHidden ? nil : sdk.adBadge.text, showsReplay: !configuration.isReplayBadgeHidden)
        }
        let badges = (face?.badges ?? []).filter { !page.state.saysAvailabilityElsewhere || $0 != .live && $0 != .replay }
        self.badges.show(badges, sdk.adBadge, sdk.language)
        title.text = face?.title ?? ""
        title.isVisible = !title.text.isEmpty && !configuration.isTitleHidden
        detail.text = face?.hashtags ?? ""
        detail.isVisible = !detail.text.isEmpty && !configuration.isCaptionHidden
        attribution.show(configuration.isCaptionHidden ? nil : shown?.video?.socialAttribution)
        notice.text = face?.isAIGenerated == true ? "\(sdk.language.text(.aiGenerated)) · \(sdk.language.text(.aiMistakes))" : ""
        notice.isVisible = !notice.text.isEmpty
        cta.show(shown?.video?.cta, configuration.ctaButton, sdk.language, pageWidth: width)
    }

    /// A reference to the chrome, set after it exists.
    private final class WeakChrome {
        weak var widget: PlayerChrome?
    }
}
