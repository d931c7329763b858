// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What is done when a video has been played.
public enum VideoCompleteAction: Hashable, Sendable { case loop, advanceToNext, stop }

/// What is done when the last video of a feed has been played.
public enum FeedCompleteAction: Hashable, Sendable { case loop, dismiss }

/// How the player looks and behaves. A value: nothing changes until it is assigned.
///
/// What was chosen is told apart from what is by default, because a story block's full-screen player takes over what was chosen
/// for the embedded one.
public struct PlayerViewConfiguration: Hashable, Sendable {
    public enum Style: Hashable, Sendable { case fit, fullBleed }
    public enum ScrollDirection: Hashable, Sendable { case horizontal, vertical }
    /// What sound has on the very first start.
    public enum FirstLaunch: Hashable, Sendable {
        case standard
        /// Every video is silent until the person wants sound, which is remembered; without a mute button it does not count.
        case muteOnFirstLaunch
    }
    public enum SharePosition: Hashable, Sendable { case videoDetailPage, playerTopArea }
    public enum Corner: Hashable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    @Setting public var playerStyle = Style.fullBleed
    @Setting public var videoCompleteAction = VideoCompleteAction.advanceToNext
    @Setting public var feedCompleteAction = FeedCompleteAction.dismiss
    @Setting public var scrollDirection = ScrollDirection.horizontal
    @Setting public var isShareButtonHidden = false
    /// Where share links lead; nil is the app's.
    @Setting public var shareBaseURL: String? = nil
    @Setting public var sharePosition = SharePosition.videoDetailPage
    @Setting public var isMuteButtonHidden = false
    @Setting public var isPlaybackButtonHidden = false
    @Setting public var isMoreButtonHidden = false
    @Setting public var isCloseButtonHidden = false
    @Setting public var isArrowButtonVisible = true
    @Setting public var onFirstLaunch = FirstLaunch.standard
    public var ctaButton = CTAButtonConfiguration()
    @Setting public var countdownTimer = CountdownTimerConfiguration()
    @Setting public var isReplayBadgeHidden = true
    @Setting public var logo = LogoConfiguration.disabled
    @Setting public var buttons = PlayerButtons()
    @Setting public var isTitleHidden = false
    @Setting public var isCaptionHidden = false
    @Setting public var isAdBadgeHidden = false
    @Setting public var isBrandingHidden = false
    @Setting public var isProductCardHidden = false
    @Setting public var subtitles = SubtitleConfiguration()
    @Setting public var loadingIndicatorColor: Color? = nil
    @Setting public var isLoadingIndicatorHidden = false
    /// Means nothing to a window, which has a shape of its own; kept for programs that set it.
    @Setting public var isHorizontalLayoutEnabled = false
    /// Means nothing to a window, which has no status bar.
    @Setting public var isStatusBarHidden = false
    /// Means nothing to a window, which has no safe area.
    @Setting public var shouldExtendMediaOutsideSafeArea = false
    @Setting public var pictureInPicturePlacement = Corner.bottomRight
    @Setting public var chat = ChatStyle()
    @Setting public var dialogButtons = DialogButtonStyle()
    @Setting public var showsTooltips = true
    /// Seconds without activity after which controls fade; nil: never.
    @Setting public var controlsFadeOutDelay: Double? = 3

    public init() {}

    /// Seconds from which on a video gets a bar to seek in.
    public static let seekBarDuration = 300.0

    /// - Parameter duration: seconds; nil while unknown and for live streams.
    public static func hasSeekBar(duration: Double?) -> Bool { duration.map { $0 >= seekBarDuration } ?? false }
}

public struct CountdownTimerConfiguration: Hashable, Sendable {
    public var isHidden = true
    public var appearance = FeedAppearance.dark

    public init() {}
}

/// Whose picture stands in the place of the more button.
public struct LogoConfiguration: Hashable, Sendable {
    public enum Option: Hashable, Sendable {
        case disabled
        /// Each with the id of whom it shows.
        case creator(encodedID: String)
        case channelAggregator(encodedID: String)
    }

    public var option: Option
    public var isEnabled = true
    public var isClickable = true

    public init(_ option: Option) { self.option = option }

    public static let disabled = LogoConfiguration(.disabled)

    public var replacesMoreButton: Bool { option != .disabled && isEnabled }
}

/// Pictures in the place of ours, each in a frame of 40 × 40 points; nil is our own.
public struct PlayerButtons: Hashable, Sendable {
    public var close: ButtonImage?
    public var mute: ButtonImage?
    public var unmute: ButtonImage?
    public var play: ButtonImage?
    public var pause: ButtonImage?
    public var videoDetail: ButtonImage?
    public var pictureInPicture: ButtonImage?

    public static let frame = 40.0

    public init() {}
}

public struct ChatStyle: Hashable, Sendable {
    public var textColor = Color.white
    public var shadow = FeedShadow()

    public init() {}
}

/// Buttons of dialogs.
public struct DialogButtonStyle: Hashable, Sendable {
    public var backgroundColor = Color(0x404040)
    public var textColor = Color.white
    public var dividerColor = Color(0x555555)
    public var shape = CTAButtonConfiguration.Shape.roundRectangle

    public init() {}
}
