// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// What happens at the end of a video.
public enum VideoCompleteAction: Hashable, Sendable { case loop, advanceToNext, stop }

/// What happens at the end of a feed's last video.
public enum FeedCompleteAction: Hashable, Sendable { case loop, dismiss }

/// The player's appearance and behaviour. A value: changes take effect when it is assigned.
///
/// Explicit values are distinguished from defaults, because a story block's full-screen player inherits the explicit values of the
/// embedded one.
public struct PlayerViewConfiguration: Hashable, Sendable {
    public enum Style: Hashable, Sendable { case fit, fullBleed }
    public enum ScrollDirection: Hashable, Sendable { case horizontal, vertical }
    /// Whether videos are muted on the very first launch.
    public enum FirstLaunch: Hashable, Sendable {
        case standard
        /// Mutes all videos until the user unmutes, which is remembered; ignored if there is no mute button.
        case muteOnFirstLaunch
    }
    public enum SharePosition: Hashable, Sendable { case videoDetailPage, playerTopArea }
    public enum Corner: Hashable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    @Setting public var playerStyle = Style.fullBleed
    @Setting public var videoCompleteAction = VideoCompleteAction.advanceToNext
    @Setting public var feedCompleteAction = FeedCompleteAction.dismiss
    @Setting public var scrollDirection = ScrollDirection.horizontal
    @Setting public var isShareButtonHidden = false
    /// Base URL of share links; nil uses the app's.
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
    /// Ignored: a window has its own shape; kept for source compatibility.
    @Setting public var isHorizontalLayoutEnabled = false
    /// Ignored: windows have no status bar.
    @Setting public var isStatusBarHidden = false
    /// Ignored: windows have no safe area.
    @Setting public var shouldExtendMediaOutsideSafeArea = false
    @Setting public var pictureInPicturePlacement = Corner.bottomRight
    @Setting public var chat = ChatStyle()
    @Setting public var dialogButtons = DialogButtonStyle()
    @Setting public var showsTooltips = true
    /// Seconds of inactivity until the controls fade out; nil disables fading.
    @Setting public var controlsFadeOutDelay: Double? = 3

    public init() {}

    /// Minimum duration, in seconds, of videos with a seek bar.
    public static let seekBarDuration = 300.0

    /// - Parameter duration: in seconds; nil if unknown or for live streams.
    public static func hasSeekBar(duration: Double?) -> Bool { duration.map { $0 >= seekBarDuration } ?? false }
}

public struct CountdownTimerConfiguration: Hashable, Sendable {
    public var isHidden = true
    public var appearance = FeedAppearance.dark

    public init() {}
}

/// The logo shown instead of the more button.
public struct LogoConfiguration: Hashable, Sendable {
    public enum Option: Hashable, Sendable {
        case disabled
        /// Each with the id of the creator or channel.
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

/// Custom button images, each in a frame of 40 × 40 points; nil uses the built-in image.
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

/// The style of dialog buttons.
public struct DialogButtonStyle: Hashable, Sendable {
    public var backgroundColor = Color(0x404040)
    public var textColor = Color.white
    public var dividerColor = Color(0x555555)
    public var shape = CTAButtonConfiguration.Shape.roundRectangle

    public init() {}
}
