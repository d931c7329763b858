// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// How one item of a feed looks.
public struct ThumbnailConfiguration: Hashable, Sendable {
    public struct Title: Hashable, Sendable {
        public enum Position: Hashable, Sendable {
            /// Over the picture.
            case nested
            /// Below it.
            case stacked
        }

        public var isHidden = false
        public var font = FeedFont(size: 12)
        /// At least 1.
        public var numberOfLines = 2 { didSet { numberOfLines = max(1, numberOfLines) } }
        public var textColor = Color(0xFFFFFF, alpha: 0.98)
        public var alignment = FeedTextAlignment.center
        /// Behind the text, from the top one to the bottom one; nil: none.
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
        /// Nil is our own.
        public var image: ButtonImage?
        /// Points.
        public var size = 24.0

        public init() {}
    }

    /// What becomes of a picture whose shape is not the item's.
    public enum DisplayMode: Hashable, Sendable { case fill, fit }

    /// Points.
    public var cornerRadius = 10.0
    public var title = Title()
    /// Of paid content.
    public var sponsored = HideableElement(isHidden: true)
    public var autoplay = Autoplay()
    public var playIcon = PlayIcon(width: 40)
    public var shadow = FeedShadow()
    public var replayBadge = HideableElement(isHidden: true)
    public var shoppingBag = ShoppingBag()
    public var displayMode = DisplayMode.fill
    /// Whether some seconds of the video move in the poster's place while a person points at the item, or is at it with the keyboard;
    /// where the service has them, and the desktop is not without movements.
    public var isPreviewEnabled = true

    public init() {}
}

/// How a feed and its player look. A value: nothing changes until it is assigned.
public struct VideoFeedConfiguration: Hashable, Sendable {
    public var backgroundColor = Color.clear
    /// Set on one feed, it holds for all feeds and the player.
    public var adBadge = AdBadgeConfiguration()
    public var replayBadge = HideableElement(isHidden: true)
    public var itemView = ThumbnailConfiguration()
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// Round thumbnails in a row.
public struct CircleStoryConfiguration: Hashable, Sendable {
    public var backgroundColor = Color.clear
    /// Points around all, and between circles.
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
