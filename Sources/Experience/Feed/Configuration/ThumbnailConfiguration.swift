// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// The appearance of an item in a feed.
public struct ThumbnailConfiguration: Hashable, Sendable {
    public struct Title: Hashable, Sendable {
        public enum Position: Hashable, Sendable {
            /// Over the image.
            case nested
            /// Below the image.
            case stacked
        }

        public var isHidden = false
        public var font = FeedFont(size: 12)
        /// At least 1.
        public var numberOfLines = 2 { didSet { numberOfLines = max(1, numberOfLines) } }
        public var textColor = Color(0xFFFFFF, alpha: 0.98)
        public var alignment = FeedTextAlignment.center
        /// Drawn behind the text, from top to bottom; nil for none.
        public var gradient: Gradient?
        public var insets = FeedInsets(all: 8)
        public var position = Position.nested

        public init() {}
    }

    public struct Gradient: Hashable, Sendable {
        public var top: Color
        public var bottom: Color

        public init(top: Color, bottom: Color) { (self.top, self.bottom) = (top, bottom) }
    }

    public struct Autoplay: Hashable, Sendable {
        public var isEnabled: Bool
        public var isTitleHiddenWhenAutoplay = false

        public init(isEnabled: Bool = false) { self.isEnabled = isEnabled }
    }

    public struct ShoppingBag: Hashable, Sendable {
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
    public var title = Title()
    /// The label of sponsored content.
    public var sponsored = HideableElement(isHidden: true)
    public var autoplay = Autoplay()
    public var playIcon = PlayIcon(width: 40)
    public var shadow = FeedShadow()
    public var replayBadge = HideableElement(isHidden: true)
    public var shoppingBag = ShoppingBag()
    public var displayMode = DisplayMode.fill
    /// Whether a short animated preview replaces the poster while the item is hovered or focused. It requires previews from the
    /// service, and animations to be enabled on the desktop.
    public var isPreviewEnabled = true

    public init() {}
}

/// The appearance of a feed and its player. A value: changes take effect when it is assigned.
public struct VideoFeedConfiguration: Hashable, Sendable {
    public var backgroundColor = Color.clear
    /// Setting it on one feed applies it to all feeds and the player.
    public var adBadge = AdBadgeConfiguration()
    public var replayBadge = HideableElement(isHidden: true)
    public var itemView = ThumbnailConfiguration()
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// A row of round thumbnails.
public struct CircleStoryConfiguration: Hashable, Sendable {
    public var backgroundColor = Color.clear
    /// Points around the row; ``spacing`` is between circles.
    public var padding = 10.0
    public var spacing = 10.0
    public var autoplay = ThumbnailConfiguration.Autoplay()
    public var playIcon = PlayIcon(width: 40)
    public var shadow = FeedShadow()
    public var replayBadge = HideableElement(isHidden: true)
    public var adBadge = AdBadgeConfiguration()
    public var playerView = PlayerViewConfiguration()

    public init() {}
}
