// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// An item's visuals on a page: its poster until the first frame, its video, and captions.
@MainActor final class Slide: Overlay {
    let video: VideoView
    let captions = SlideCaptions()
    /// Fills the space around the video with a blurred, darkened copy.
    let backdrop = StillView()
    private let poster = StillView()
    private let pictures: PictureMailbox
    private let posters: PosterStore
    private var rule = PosterRule()
    private var request: PosterStore.Request?
    private var style = PlayerViewConfiguration.Style.fullBleed
    private var address: String?
    /// The list cell that contains the slide.
    weak var cell: FeedCell?
    /// Size of the page, for a slide that has no layout yet; nil uses its own size.
    var pageSize: PageSize? {
        didSet { if pageSize != oldValue { fill() } }
    }
    /// Called when the item's first frame becomes visible.
    var onPicture: (@MainActor () -> Void)?

    init(_ pictures: PictureMailbox, _ posters: PosterStore) {
        (self.pictures, self.posters) = (pictures, posters)
        video = VideoView(pictures)
        video.hasBlackSurround = false
        super.init(backdrop.expand(.horizontal, .vertical))
        cssClass("slide")
        add(video)
        add(poster.cssClass("poster"))
        add(captions.overlay)
        video.onPicture = { [weak self] isThere in self?.pictureChanged(isThere) }
    }

    /// Whether the poster is visible instead of the video.
    var isPosterShown: Bool { poster.isVisible }
    var hasPicture: Bool { !rule.isPosterShown }

    func follow(_ model: PlayerModel) {
        bind(to: { model.cues }) { slide, cues in slide.captions.cues = cues }
        bind(to: { model.captionStyle }) { slide, style in slide.captions.style = style }
        // Frames also arrive while the slide isn't visible.
        bind(to: { model.position }) { slide, _ in
            slide.checkPicture()
            slide.refreshBackdrop()
        }
        bind(to: { model.player.presentationSize }) { slide, _ in slide.fill() }
    }

    /// Clears what was shown of the previous item.
    func begin() {
        captions.spoken = ""
        pictures.clear()
        rule.begin()
        update()
    }

    /// The slide's player has loaded an item.
    func ready() {
        rule.ready()
        checkPicture()
    }

    func show(_ face: ItemFace?, _ style: PlayerViewConfiguration.Style) {
        self.style = style
        fill()
        checkPicture()
        guard address != face?.posterURL else { return }
        address = face?.posterURL
        (request, poster.picture, backdrop.picture) = (nil, nil, nil)
        guard let address else { return }
        request = posters.request(address, covering: PixelSize(width: 720, height: 1280)) { [weak self] picture in
            guard let self, self.address == address else { return }
            poster.picture = picture
            backdrop.picture = picture.flatMap { PictureBackdrop.of($0) }
            fill()
        }
    }

    /// Called several times per second; the backdrop slowly follows the video.
    func refreshBackdrop() {
        guard !isPosterShown, video.gravity == .fit, isMapped, let picture = pictures.picture else { return }
        backdrop.picture = PictureBackdrop.of(picture, over: backdrop.picture, share: 0.25) ?? backdrop.picture
    }

    /// Updates the layout after the slide or its content has changed size.
    func fill() {
        let size = pageSize ?? PageSize(width: width, height: height)
        guard size.width > 0, size.height > 0 else { return }
        let page = Double(size.width) / Double(size.height)
        let aspects = (video: pictures.displayAspectRatio ?? 0, poster: poster.picture?.displayAspectRatio ?? 0)
        video.gravity = PageFill.gravity(style, aspect: aspects.video, page: page)
        poster.gravity = PageFill.gravity(style, aspect: aspects.poster, page: page)
        backdrop.cover = isPosterShown ? (aspects.poster, poster.gravity) : (aspects.video, video.gravity)
    }

    private func pictureChanged(_ isThere: Bool) {
        rule.picture(isThere)
        fill()
        update()
    }

    /// Notices a frame that arrived while the slide wasn't visible.
    private func checkPicture() {
        guard !rule.hasPicture, pictures.pictureSize != nil else { return update() }
        pictureChanged(true)
    }

    private func update() {
        guard poster.isVisible != rule.isPosterShown else { return }
        poster.isVisible = rule.isPosterShown
        fill()
        if !rule.isPosterShown { onPicture?() }
    }
}

/// The captions of a slide: the stream's own, or live captions.
@MainActor final class SlideCaptions {
    let overlay = CaptionOverlay()
    /// The caption style from the configuration.
    var subtitles = SubtitleConfiguration() {
        didSet { if subtitles != oldValue { updateStyle() } }
    }
    /// The user's caption style.
    var style = CaptionStyle() {
        didSet { updateStyle() }
    }
    /// Live captions, shown instead of the stream's own captions unless empty.
    var spoken = "" {
        didSet { if spoken != oldValue { updateCues() } }
    }
    /// The stream's own captions.
    var cues = ActiveCues.none {
        didSet { updateCues() }
    }

    private func updateStyle() { overlay.style = subtitles.applied(to: style) }
    private func updateCues() { overlay.cues = spoken.isEmpty ? cues : ActiveCues(saying: spoken) }
}

extension SubtitleConfiguration {
    /// The configured caption style; the user's preferences still take precedence.
    func applied(to style: CaptionStyle) -> CaptionStyle {
        var style = style
        if let textColor { style.color = textColor }
        if let backgroundColor { style.background = backgroundColor }
        return style
    }
}
