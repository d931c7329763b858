// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK
import WindowboxMedia

/// A thumbnail in a row or a grid, with its title over or below it.
@MainActor final class FeedCard: FeedCell {
    private let configuration: VideoFeedConfiguration
    private let isRow: Bool
    private let aspect: Double
    private let title: Label
    private let shade = Box(.vertical)
    /// Contains the title if it is below the image.
    private var below: WindowboxGTK.Widget?
    private let badges = BadgeRow()
    private let play: Box
    private let bag: Box
    private var picture: Overlay!
    private var isPlayable = false
    /// Height in logical pixels of the title over the image.
    private var titleHeight = 0 {
        didSet { wordsHeight = title.isVisible ? titleHeight : 0 }
    }

    /// - Parameters:
    ///   - host: provides the posters.
    ///   - configuration: the card's appearance.
    ///   - layout: the aspect ratio and spacing of cards.
    ///   - isRow: whether the card takes the list's height; otherwise it takes its column's width.
    init(_ host: FeedHost, _ configuration: VideoFeedConfiguration, _ layout: FeedLayout, isRow: Bool) {
        self.configuration = configuration
        self.isRow = isRow
        aspect = layout.itemAspectRatio
        let item = configuration.itemView
        let alignment: Alignment =
            switch item.title.alignment {
            case .leading: .start
            case .center: .center
            case .trailing: .end
            }
        title = Label().lines(item.title.numberOfLines).aligned(alignment)
        play = Box(.horizontal) { Icon("media-playback-start-symbolic", size: Int(item.playIcon.width * 0.5)) }.cssClass("play")
        bag = Box(.horizontal) { Self.icon(item.shoppingBag) }.cssClass("bag")
        super.init(host)
        build(item)
        let half = Int(layout.itemSpacing / 2)
        margins(start: half, end: half, top: half, bottom: half)
        if item.isPreviewEnabled { showsPreviews() }
    }

    private static func icon(_ bag: ThumbnailConfiguration.ShoppingBag) -> WindowboxGTK.Widget {
        let size = Int(bag.size * 0.6)
        switch bag.image {
        case .themed(let name, let tint):
            let icon = Icon(name, size: size)
            if let tint { icon.cssClass(FeedCSS.styleClass("color: \(tint.css);")) }
            return icon
        case .file(let path): return Icon(file: path, size: size) ?? LineIcon(.bag, size: size)
        case nil: return LineIcon(.bag, size: size)
        }
    }

    private func build(_ item: ThumbnailConfiguration) {
        let isNested = item.title.position == .nested
        title.cssClass(
            FeedCSS.styleClass("\(FeedCSS.font(item.title.font)) " + (isNested ? "color: \(item.title.textColor.css);" : "")))
        inset(title, item.title.insets)
        if isNested { shade.append(title.align(vertical: .end).expand(.vertical)) }
        shade.cssClass("shade")
        if let gradient = item.title.gradient {
            shade.cssClass(
                FeedCSS.styleClass(
                    "background: linear-gradient(\(gradient.top.css), \(gradient.bottom.css)); padding-top: 0;"))
        }
        var layers: [WindowboxGTK.Widget] = []
        if isNested {
            let rise = item.title.gradient == nil ? FeedCSS.titleShade : 0
            let watched = Overlay(shade) { SizeWatch { [weak self] _, height in self?.titleHeight = max(0, height - rise) } }
            watched.takesPointer = false
            layers.append(watched.align(vertical: .end))
        }
        layers.append(badges.align(horizontal: .start, vertical: .start).margins(start: 8, end: 8, top: 8))
        layers.append(bag.align(horizontal: .end, vertical: .start).margins(end: 8, top: 8))
        layers.append(play.align(horizontal: .center, vertical: .center))
        picture = picture(layers)
        still.gravity = item.displayMode == .fill ? .fill : .fit
        picture.cssClass(
            FeedCSS.styleClass(
                "border-radius: \(FeedCSS.thousandths(item.cornerRadius))px; "
                    + FeedCSS.shadow(item.shadow, isRightToLeft: host.sdk.language.isRightToLeft)))
        picture.clipsContent()
        cssClass("feed-card")
        append(picture.expand(.horizontal, .vertical))
        if !isNested {
            // Reserve the maximum number of title lines, so that images in a row have the same height.
            let spacer = Label(String(repeating: "\n", count: item.title.numberOfLines - 1)).accessibleRole(.presentation)
            spacer.cssClass(FeedCSS.styleClass(FeedCSS.font(item.title.font)))
            inset(spacer, item.title.insets)
            below = Overlay(spacer) { title.align(vertical: .start) }
            if let below { append(below) }
        }
    }

    private func inset(_ label: Label, _ insets: FeedInsets) {
        label.margins(start: Int(insets.leading), end: Int(insets.trailing), top: Int(insets.top), bottom: Int(insets.bottom))
    }

    override func resize(width: Double, height: Double) {
        // The list determines the other axis; a minimum size there would keep the window from shrinking.
        if isRow {
            picture.minimumSize(width: Int((height * aspect).rounded()))
            posterPlace(width: height * aspect, height: height)
        } else {
            picture.minimumSize(height: Int((width / aspect).rounded()))
            posterPlace(width: width, height: width / aspect)
        }
    }

    override func show(_ item: FeedItem?) {
        guard let item else {
            showPoster(nil)
            showPreview(nil)
            return place(nil)
        }
        let (sdk, look) = (host.sdk, configuration.itemView)
        let face = ItemFace(
            item, ad: look.sponsored.isHidden ? nil : sdk.adBadge.text,
            showsReplay: !(look.replayBadge.isHidden && configuration.replayBadge.isHidden))
        title.text = face.title
        badges.show(face.badges, sdk.adBadge, sdk.language)
        bag.isVisible = face.hasProducts && !look.shoppingBag.isHidden
        isPlayable = face.isPlayable
        showPoster(face.posterURL)
        showPreview(face.previewURL)
        playingChanged()
    }

    override func playingChanged() {
        let look = configuration.itemView
        play.isVisible = isPlayable && slide == nil && !look.playIcon.isHidden
        let isTitleHidden = look.title.isHidden || title.text.isEmpty || slide != nil && look.autoplay.isTitleHiddenWhenAutoplay
        title.isVisible = !isTitleHidden
        shade.isVisible = !isTitleHidden
        below?.isVisible = !look.title.isHidden && !(slide != nil && look.autoplay.isTitleHiddenWhenAutoplay)
        wordsHeight = isTitleHidden ? 0 : titleHeight
    }
}
