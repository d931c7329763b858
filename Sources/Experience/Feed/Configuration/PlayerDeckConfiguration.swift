// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Whether a player is muted when it is first shown.
public enum FirstDisplayMuteState: Hashable, Sendable {
    /// As the user last chose; muted if the user has never chosen.
    case standard
    case unmuted
}

/// Large players side by side.
public struct PlayerDeckConfiguration: Hashable, Sendable {
    public enum Layout: Hashable, Sendable { case row, singleColumn, grid(columns: Int) }

    public var layout = Layout.row
    /// In points.
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
    /// A card's products are collapsed behind a button; otherwise they are always visible.
    public var isProductListCollapsible = true
    /// Ignored: windows have no safe area.
    public var useSafeAreaViewport = false
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// The style of captions in feeds.
public struct SubtitleConfiguration: Hashable, Sendable {
    public var backgroundColor: Color?
    public var textColor: Color?
    /// Swaps the positions of the captions button and the mute button.
    public var swapMuteAndSubtitleButtons = false

    public init() {}
}
