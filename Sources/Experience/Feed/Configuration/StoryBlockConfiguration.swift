// SPDX-License-Identifier: Apache-2.0

/// A player among other content, and the full-screen player that it becomes. A value: nothing changes until it is assigned.
public struct StoryBlockConfiguration: Hashable, Sendable {
    /// Distances that controls keep from the edges, in points.
    public struct ControlsInset: Hashable, Sendable {
        public var top = 0.0
        public var bottom = 0.0

        public init() {}
    }

    // MARK: Embedded alone

    public var isAutoplayEnabled = true
    /// Short videos pause by themselves when they were played once.
    public var isAutopauseEnabled = false
    public var isFullScreenEnabled = true
    public var additionalControlsInset = ControlsInset()
    /// A small block shows of live streams that they are on and who watches, without chat, games, hearts and products.
    public var isCompactModeEnabled = false
    public var isEmbeddedArrowVisible = true
    /// The host says itself when the block appears and disappears.
    public var handlesAppearanceManually = false
    /// Scrolling with the wheel or a finger leads to the next video; only where the direction is vertical.
    public var isScrollEnabledForVertical = false
    public var isTapToEnterHidden = false
    /// Points.
    public var bottomPadding = 0.0
    public var cornerRadius = 0.0
    public var onFirstDisplay = FirstDisplayMuteState.standard

    // MARK: Both

    /// What is chosen here holds in full screen too.
    public var playerView = PlayerViewConfiguration()
    /// Goes before ``playerView`` in full screen.
    public var fullScreenPlayerView = PlayerViewConfiguration()
    public var isFullScreenArrowVisible = true
    public var adBadge = AdBadgeConfiguration()

    public init() {}

    /// What holds in the block: what belongs to full screen alone is by default.
    public var effectiveEmbedded: PlayerViewConfiguration {
        var result = playerView.withoutFullScreenOnly
        result.isArrowButtonVisible = isEmbeddedArrowVisible
        return result
    }

    /// What holds in full screen: what was chosen for it, else for the block, else the default, which for the feed's end is its beginning.
    public var effectiveFullScreen: PlayerViewConfiguration {
        var result = fullScreenPlayerView.over(playerView.withoutFullScreenOnly)
        if result.$feedCompleteAction.explicit == nil { result.feedCompleteAction = .loop }
        result.isArrowButtonVisible = isFullScreenArrowVisible
        return result
    }

    /// Whether assigning another value changes anything of what is seen or done.
    public func isSame(as other: StoryBlockConfiguration) -> Bool {
        var (left, right) = (self, other)
        (left.playerView, left.fullScreenPlayerView) = (effectiveEmbedded.settled, effectiveFullScreen.settled)
        (right.playerView, right.fullScreenPlayerView) = (other.effectiveEmbedded.settled, other.effectiveFullScreen.settled)
        return left == right
    }
}
