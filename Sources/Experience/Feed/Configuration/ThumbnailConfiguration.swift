// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The appearance of an item in a feed.
public struct ThumbnailConfiguration: Hashable, Sendable {
    /// The title of an item.
    public struct Title: Hashable, Sendable {
        /// Where the title is.
        public enum Position: Hashable, Sendable {
            /// Over the image.
            case nested
            /// Below the image.
            case stacked
        }

        /// Whether the title isn't shown.
        public var isHidden = false
        /// 12 points by default.
        public var font = FeedFont(size: 12)
        /// At least 1.
        public var numberOfLines = 2 { didSet { numberOfLines = max(1, numberOfLines) } }
        /// White, slightly transparent, by default.
        public var textColor = Color(0xFFFFFF, alpha: 0.98)
        /// Centred by default.
        public var alignment = FeedTextAlignment.center
        /// Drawn behind the text, from top to bottom; nil for none.
        public var gradient: Gradient?
        /// Points around the text; 8 on each side by default.
        public var insets = FeedInsets(all: 8)
        /// Over the image by default.
        public var position = Position.nested

        public init() {}
    }

    /// The colours behind a title, from top to bottom.
    public struct Gradient: Hashable, Sendable {
        /// The colour at the upper edge.
        public var top: Color
        /// The colour at the lower edge.
        public var bottom: Color

        public init(top: Color, bottom: Color) { (self.top, self.bottom) = (top, bottom) }
    }

    /// Whether items play in the feed, without audio.
    public struct Autoplay: Hashable, Sendable {
        /// Whether visible items play.
        public var isEnabled: Bool
        /// Whether the title disappears while the item plays.
        public var isTitleHiddenWhenAutoplay = false

        public init(isEnabled: Bool = false) { self.isEnabled = isEnabled }
    }

    /// The mark of items with products.
    public struct ShoppingBag: Hashable, Sendable {
        /// Whether the mark isn't shown.
        public var isHidden = false
        /// Nil uses the built-in image.
        public var image: ButtonImage?
        /// In points.
        public var size = 24.0

        public init() {}
    }

    /// How an image is fitted if its aspect ratio differs from the item's.
    public enum DisplayMode: Hashable, Sendable { case fill, fit }

    /// In points.
    public var cornerRadius = 10.0
    /// The title; over the image by default.
    public var title = Title()
    /// The label of sponsored content.
    public var sponsored = HideableElement(isHidden: true)
    /// Disabled by default.
    public var autoplay = Autoplay()
    /// 40 points wide by default.
    public var playIcon = PlayIcon(width: 40)
    /// Behind the item; none by default.
    public var shadow = FeedShadow()
    /// The label of recordings of live streams; hidden by default.
    public var replayBadge = HideableElement(isHidden: true)
    /// The mark of items with products; shown by default.
    public var shoppingBag = ShoppingBag()
    /// The image fills the item by default.
    public var displayMode = DisplayMode.fill
    /// Whether a short animated preview replaces the poster while the item is hovered or focused. It requires previews from the
    /// service, and animations to be enabled on the desktop.
    public var isPreviewEnabled = true

    public init() {}
}

/// The appearance of a feed and its player. A value: changes take effect when it is assigned.
public struct VideoFeedConfiguration: Hashable, Sendable {
    /// Transparent by default.
    public var backgroundColor = Color.clear
    /// Setting it on one feed applies it to all feeds and the player.
    public var adBadge = AdBadgeConfiguration()
    /// The label of recordings of live streams; hidden by default.
    public var replayBadge = HideableElement(isHidden: true)
    /// The items of the feed.
    public var itemView = ThumbnailConfiguration()
    /// The full-screen player.
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// A row of round thumbnails.
public struct CircleStoryConfiguration: Hashable, Sendable {
    /// Transparent by default.
    public var backgroundColor = Color.clear
    /// Points around the row; ``spacing`` is between circles.
    public var padding = 10.0
    /// Points between circles.
    public var spacing = 10.0
    /// Disabled by default.
    public var autoplay = ThumbnailConfiguration.Autoplay()
    /// 40 points wide by default.
    public var playIcon = PlayIcon(width: 40)
    /// Behind each circle; none by default.
    public var shadow = FeedShadow()
    /// The label of recordings of live streams; hidden by default.
    public var replayBadge = HideableElement(isHidden: true)
    /// The label on ads.
    public var adBadge = AdBadgeConfiguration()
    /// The full-screen player.
    public var playerView = PlayerViewConfiguration()

    public init() {}
}
