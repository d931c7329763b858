// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Which sound a player has when it is first seen.
public enum FirstDisplayMuteState: Hashable, Sendable {
    /// As the person left it the last time, and silent where nobody has chosen.
    case standard
    case unmuted
}

/// Large players beside each other.
public struct PlayerDeckConfiguration: Hashable, Sendable {
    public enum Layout: Hashable, Sendable { case row, singleColumn, grid(columns: Int) }

    public var layout = Layout.row
    /// Points.
    public var cornerRadius = 8.0
    public var spacing = 10.0
    public var padding = 10.0
    public var autoplay = ThumbnailConfiguration.Autoplay(isEnabled: true)
    public var playIcon = PlayIcon(width: 50)
    public var muteButton = HideableElement()
    public var shareButton = HideableElement()
    public var closedCaptionButton = HideableElement()
    public var isFullScreenEnabled = true
    public var onFirstDisplayMuteState = FirstDisplayMuteState.standard
    public var subtitles = SubtitleConfiguration()
    public var isAdBadgeShown = false
    /// A card's products are folded away behind a button; else they are always to be seen.
    public var isProductListCollapsible = true
    /// Means nothing to a window, which has no safe area.
    public var useSafeAreaViewport = false
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// How captions of feeds look.
public struct SubtitleConfiguration: Hashable, Sendable {
    public var backgroundColor: Color?
    public var textColor: Color?
    /// The captions' button stands where the sound's stood, and the other way round.
    public var swapMuteAndSubtitleButtons = false

    public init() {}
}
