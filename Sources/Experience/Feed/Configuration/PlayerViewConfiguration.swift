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
    /// `fit` shows the entire video; `fullBleed` fills the view and cuts off what doesn't fit.
    public enum Style: Hashable, Sendable { case fit, fullBleed }
    /// The direction of a swipe to the next video.
    public enum ScrollDirection: Hashable, Sendable { case horizontal, vertical }
    /// Whether videos are muted on the very first launch.
    public enum FirstLaunch: Hashable, Sendable {
        /// As the user last chose.
        case standard
        /// Mutes all videos until the user unmutes, which is remembered; ignored if there is no mute button.
        case muteOnFirstLaunch
    }
    /// The place of the share button: next to the video's details, or above the video.
    public enum SharePosition: Hashable, Sendable { case videoDetailPage, playerTopArea }
    /// A corner of the screen.
    public enum Corner: Hashable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    /// The view is filled by default.
    @Setting public var playerStyle = Style.fullBleed
    /// By default, the next video plays.
    @Setting public var videoCompleteAction = VideoCompleteAction.advanceToNext
    /// By default, the player closes.
    @Setting public var feedCompleteAction = FeedCompleteAction.dismiss
    /// Horizontal by default.
    @Setting public var scrollDirection = ScrollDirection.horizontal
    /// Shown by default.
    @Setting public var isShareButtonHidden = false
    /// Base URL of share links; nil uses the app's.
    @Setting public var shareBaseURL: String? = nil
    /// Next to the video's details by default.
    @Setting public var sharePosition = SharePosition.videoDetailPage
    /// Shown by default. Without the button, the keyboard doesn't mute either.
    @Setting public var isMuteButtonHidden = false
    /// Shown by default.
    @Setting public var isPlaybackButtonHidden = false
    /// Shown by default.
    @Setting public var isMoreButtonHidden = false
    /// Shown by default. Escape closes the player in any case.
    @Setting public var isCloseButtonHidden = false
    /// Whether there are buttons for the next and the previous video.
    @Setting public var isArrowButtonVisible = true
    /// By default, as the user last chose.
    @Setting public var onFirstLaunch = FirstLaunch.standard
    /// The call-to-action button.
    public var ctaButton = CTAButtonConfiguration()
    /// The time left until the end of the video; hidden by default.
    @Setting public var countdownTimer = CountdownTimerConfiguration()
    /// Whether recordings of live streams aren't labelled. Hidden by default.
    @Setting public var isReplayBadgeHidden = true
    /// Disabled by default, so that the more button is shown.
    @Setting public var logo = LogoConfiguration.disabled
    /// Images of the buttons; the built-in ones by default.
    @Setting public var buttons = PlayerButtons()
    /// Shown by default.
    @Setting public var isTitleHidden = false
    /// Shown by default.
    @Setting public var isCaptionHidden = false
    /// Shown by default.
    @Setting public var isAdBadgeHidden = false
    /// Shown by default.
    @Setting public var isBrandingHidden = false
    /// Shown by default.
    @Setting public var isProductCardHidden = false
    /// The style of captions.
    @Setting public var subtitles = SubtitleConfiguration()
    /// The colour of the loading indicator; nil uses the built-in one.
    @Setting public var loadingIndicatorColor: Color? = nil
    /// Shown by default.
    @Setting public var isLoadingIndicatorHidden = false
    /// Ignored: a window has its own shape; kept for source compatibility.
    @Setting public var isHorizontalLayoutEnabled = false
    /// Ignored: windows have no status bar.
    @Setting public var isStatusBarHidden = false
    /// Ignored: windows have no safe area.
    @Setting public var shouldExtendMediaOutsideSafeArea = false
    /// The corner in which picture in picture opens.
    @Setting public var pictureInPicturePlacement = Corner.bottomRight
    /// The style of chat messages.
    @Setting public var chat = ChatStyle()
    /// The buttons of dialogs over the video.
    @Setting public var dialogButtons = DialogButtonStyle()
    /// Whether buttons have tooltips.
    @Setting public var showsTooltips = true
    /// Seconds of inactivity until the controls fade out; nil disables fading.
    @Setting public var controlsFadeOutDelay: Double? = 3

    public init() {}

    /// Minimum duration, in seconds, of videos with a seek bar.
    public static let seekBarDuration = 300.0

    /// - Parameter duration: in seconds; nil if unknown or for live streams.
    public static func hasSeekBar(duration: Double?) -> Bool { duration.map { $0 >= seekBarDuration } ?? false }
}

/// The time left until the end of a video.
public struct CountdownTimerConfiguration: Hashable, Sendable {
    /// Hidden by default.
    public var isHidden = true
    /// Light on dark by default.
    public var appearance = FeedAppearance.dark

    public init() {}
}

/// The logo shown instead of the more button.
public struct LogoConfiguration: Hashable, Sendable {
    /// What the logo shows and leads to.
    public enum Option: Hashable, Sendable {
        /// No logo.
        case disabled
        /// Each with the id of the creator or channel.
        case creator(encodedID: String)
        /// The logo of a channel that collects others.
        case channelAggregator(encodedID: String)
    }

    /// What the logo shows and leads to.
    public var option: Option
    /// Whether the logo is shown.
    public var isEnabled = true
    /// Whether a click on the logo opens its page.
    public var isClickable = true

    /// Creates a logo that is shown and clickable.
    public init(_ option: Option) { self.option = option }

    /// No logo: the more button is shown.
    public static let disabled = LogoConfiguration(.disabled)

    /// Whether the logo is shown in place of the more button.
    public var replacesMoreButton: Bool { option != .disabled && isEnabled }
}

/// Custom button images, each in a frame of 40 × 40 points; nil uses the built-in image.
public struct PlayerButtons: Hashable, Sendable {
    /// Closes the player.
    public var close: ButtonImage?
    /// Mutes.
    public var mute: ButtonImage?
    /// Ends muting.
    public var unmute: ButtonImage?
    /// Plays.
    public var play: ButtonImage?
    /// Pauses.
    public var pause: ButtonImage?
    /// Shows the details of the video.
    public var videoDetail: ButtonImage?
    /// Opens picture in picture.
    public var pictureInPicture: ButtonImage?

    /// The width and height of a button in points.
    public static let frame = 40.0

    public init() {}
}

/// The style of chat messages.
public struct ChatStyle: Hashable, Sendable {
    /// White by default.
    public var textColor = Color.white
    /// Behind the text; none by default.
    public var shadow = FeedShadow()

    public init() {}
}

/// The style of dialog buttons.
public struct DialogButtonStyle: Hashable, Sendable {
    /// Dark grey by default.
    public var backgroundColor = Color(0x404040)
    /// White by default.
    public var textColor = Color.white
    /// The colour of lines between buttons; grey by default.
    public var dividerColor = Color(0x555555)
    /// A rectangle with rounded corners by default.
    public var shape = CTAButtonConfiguration.Shape.roundRectangle

    public init() {}
}
