// SPDX-License-Identifier: Apache-2.0

/// An inline player and the full-screen player it expands to. A value: changes take effect when it is assigned.
public struct StoryBlockConfiguration: Hashable, Sendable {
    /// Distance of the controls from the edges, in points.
    public struct ControlsInset: Hashable, Sendable {
        /// In points.
        public var top = 0.0
        /// In points.
        public var bottom = 0.0

        public init() {}
    }

    // MARK: Embedded only

    /// Whether the block plays when it appears.
    public var isAutoplayEnabled = true
    /// Short videos pause automatically after playing once.
    public var isAutopauseEnabled = false
    /// Whether a click opens the full-screen player.
    public var isFullScreenEnabled = true
    /// Moves the controls away from the edges; nothing by default.
    public var additionalControlsInset = ControlsInset()
    /// For live streams, a small block shows only the live badge and the viewers, without chat, games, hearts and products.
    public var isCompactModeEnabled = false
    /// Whether there are buttons for the next and the previous video while the block is embedded.
    public var isEmbeddedArrowVisible = true
    /// The host reports when the block appears and disappears.
    public var handlesAppearanceManually = false
    /// Scrolling by wheel or touch moves to the next video; only in vertical layouts.
    public var isScrollEnabledForVertical = false
    /// Whether the hint that a tap opens the full screen is hidden.
    public var isTapToEnterHidden = false
    /// In points.
    public var bottomPadding = 0.0
    /// In points.
    public var cornerRadius = 0.0
    /// Whether audio is muted when the block first appears.
    public var onFirstDisplay = FirstDisplayMuteState.standard

    // MARK: Embedded and full screen

    /// Explicit values also apply in full screen.
    public var playerView = PlayerViewConfiguration()
    /// Overrides ``playerView`` in full screen.
    public var fullScreenPlayerView = PlayerViewConfiguration()
    /// Whether there are buttons for the next and the previous video in full screen.
    public var isFullScreenArrowVisible = true
    /// The label on ads.
    public var adBadge = AdBadgeConfiguration()

    public init() {}

    /// The effective values in the block; settings that only apply to full screen have their defaults.
    public var effectiveEmbedded: PlayerViewConfiguration {
        var result = playerView.withoutFullScreenOnly
        result.isArrowButtonVisible = isEmbeddedArrowVisible
        return result
    }

    /// The effective values in full screen: explicit full-screen values, then the block's, then defaults, with a looping feed.
    public var effectiveFullScreen: PlayerViewConfiguration {
        var result = fullScreenPlayerView.over(playerView.withoutFullScreenOnly)
        if result.$feedCompleteAction.explicit == nil { result.feedCompleteAction = .loop }
        result.isArrowButtonVisible = isFullScreenArrowVisible
        return result
    }

    /// Whether replacing one with the other changes nothing visible or functional.
    public func isSame(as other: StoryBlockConfiguration) -> Bool {
        var (left, right) = (self, other)
        (left.playerView, left.fullScreenPlayerView) = (effectiveEmbedded.settled, effectiveFullScreen.settled)
        (right.playerView, right.fullScreenPlayerView) = (other.effectiveEmbedded.settled, other.effectiveFullScreen.settled)
        return left == right
    }
}
