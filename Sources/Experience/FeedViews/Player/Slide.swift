// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia
import WindowboxPlayer

/// One item's picture on a page: its poster until its video has a picture of its own, and captions.
@MainActor final class Slide: Overlay {
    let video: VideoView
    let captions = CaptionOverlay()
    /// What captions look like where the configuration says so.
    var subtitles = SubtitleConfiguration() {
        didSet { if subtitles != oldValue { captions.style = subtitles.applied(to: captionStyle) } }
    }
    private var captionStyle = CaptionStyle()
    /// What is spoken in a live stream, in the place of the stream's own captions; empty: those.
    var spoken = "" {
        didSet { if spoken != oldValue { caption() } }
    }
    private var cues = ActiveCues.none
    /// Beside a picture that doesn't fill the slide: its own colours, soft and dark.
    let backdrop = StillView()
    private let poster = StillView()
    private let pictures: PictureMailbox
    private let posters: PosterStore
    private var rule = PosterRule()
    private var request: PosterStore.Request?
    private var style = PlayerViewConfiguration.Style.fullBleed
    private var address: String?
    /// Of a list, which it stands in now.
    weak var cell: FeedCell?
    /// Of the page that it is a part of, which one that waits has not been given yet; nil: its own.
    var room: PageSize? {
        didSet { if room != oldValue { fill() } }
    }
    /// Told when the item's first picture is to be seen.
    var onPicture: (@MainActor () -> Void)?

    init(_ pictures: PictureMailbox, _ posters: PosterStore) {
        (self.pictures, self.posters) = (pictures, posters)
        video = VideoView(pictures)
        video.hasBlackSurround = false
        super.init(backdrop.expand(.horizontal, .vertical))
        cssClass("slide")
        add(video)
        add(poster.cssClass("poster"))
        add(captions)
        video.onPicture = { [weak self] isThere in self?.pictureChanged(isThere) }
    }

    /// Whether the poster, and not the video, is to be seen.
    var isPosterShown: Bool { poster.isVisible }
    var hasPicture: Bool { !rule.isPosterShown }

    func follow(_ model: PlayerModel) {
        bind(to: { model.cues }) { slide, cues in
            slide.cues = cues
            slide.caption()
        }
        bind(to: { model.captionStyle }) { slide, style in
            slide.captionStyle = style
            slide.captions.style = slide.subtitles.applied(to: style)
        }
        // Pictures come while nobody looks at the slide, too.
        bind(to: { model.position }) { slide, _ in
            slide.look()
            slide.refreshBackdrop()
        }
        bind(to: { model.player.presentationSize }) { slide, _ in slide.fill() }
    }

    private func caption() { captions.cues = spoken.isEmpty ? cues : ActiveCues(saying: spoken) }

    /// What is shown of a former item goes.
    func begin() {
        spoken = ""
        pictures.clear()
        rule.begin()
        update()
    }

    /// The player of this slide holds an item ready.
    func ready() {
        rule.ready()
        look()
    }

    func show(_ face: ItemFace?, _ style: PlayerViewConfiguration.Style) {
        self.style = style
        fill()
        look()
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

    /// Some times a second: the picture goes on, and what stands beside it follows it slowly.
    func refreshBackdrop() {
        guard !isPosterShown, video.gravity == .fit, isMapped, let picture = pictures.picture else { return }
        backdrop.picture = PictureBackdrop.of(picture, over: backdrop.picture, share: 0.25) ?? backdrop.picture
    }

    /// The slide, or what it shows, has another size.
    func fill() {
        let room = room ?? PageSize(width: width, height: height)
        guard room.width > 0, room.height > 0 else { return }
        let page = Double(room.width) / Double(room.height)
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

    private func look() {
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

extension SubtitleConfiguration {
    /// What a person wants of captions goes before it still.
    func applied(to style: CaptionStyle) -> CaptionStyle {
        var style = style
        if let textColor { style.color = textColor }
        if let backgroundColor { style.background = backgroundColor }
        return style
    }
}
