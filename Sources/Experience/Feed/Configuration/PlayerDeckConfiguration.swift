// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Whether a player is muted when it is first shown.
public enum FirstDisplayMuteState: Hashable, Sendable {
    /// As the user last chose; muted if the user has never chosen.
    case standard
    /// Not muted, whatever the user last chose.
    case unmuted
}

/// Large players side by side.
public struct PlayerDeckConfiguration: Hashable, Sendable {
    /// How the players are arranged.
    public enum Layout: Hashable, Sendable { case row, singleColumn, grid(columns: Int) }

    /// A row by default.
    public var layout = Layout.row
    /// In points.
    public var cornerRadius = 8.0
    /// Points between players.
    public var spacing = 10.0
    /// Points around all players.
    public var padding = 10.0
    /// Enabled by default.
    public var autoplay = ThumbnailConfiguration.Autoplay(isEnabled: true)
    /// 50 points wide by default.
    public var playIcon = PlayIcon(width: 50)
    /// Shown by default.
    public var muteButton = HideableElement()
    /// Shown by default.
    public var shareButton = HideableElement()
    /// Shown by default, if there are captions.
    public var closedCaptionButton = HideableElement()
    /// Whether a click opens the full-screen player.
    public var isFullScreenEnabled = true
    /// Whether audio is muted when the deck first appears.
    public var onFirstDisplayMuteState = FirstDisplayMuteState.standard
    /// The style of captions.
    public var subtitles = SubtitleConfiguration()
    /// Whether ads are labelled.
    public var isAdBadgeShown = false
    /// A card's products are collapsed behind a button; otherwise they are always visible.
    public var isProductListCollapsible = true
    /// Ignored: windows have no safe area.
    public var useSafeAreaViewport = false
    /// The full-screen player.
    public var playerView = PlayerViewConfiguration()

    public init() {}
}

/// The style of captions in feeds.
public struct SubtitleConfiguration: Hashable, Sendable {
    /// The colour behind the text; nil keeps the one of the player's captions.
    public var backgroundColor: Color?
    /// The colour of the text; nil keeps the one of the player's captions.
    public var textColor: Color?
    /// Swaps the positions of the captions button and the mute button.
    public var swapMuteAndSubtitleButtons = false

    public init() {}
}
