// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// The kind of widget that shows a feed, and its configuration.
public enum WidgetConfiguration: Hashable, Sendable {
    /// Thumbnails in a row, a column or a grid.
    case videoFeed(VideoFeedConfiguration = VideoFeedConfiguration(), layout: FeedLayout = .horizontal)
    /// One player that is part of a page.
    case storyBlock(StoryBlockConfiguration = StoryBlockConfiguration())
    /// A row of round thumbnails.
    case circleStory(CircleStoryConfiguration = CircleStoryConfiguration())
    /// Large players side by side.
    case playerDeck(PlayerDeckConfiguration = PlayerDeckConfiguration())
    /// Only the full-screen player, opened from a link or a source.
    case player(PlayerViewConfiguration = PlayerViewConfiguration())

    /// The kind of widget.
    public var widget: FeedWidget {
        switch self {
        case .videoFeed: .videoFeed
        case .storyBlock: .storyBlock
        case .circleStory: .circleStory
        case .playerDeck: .playerDeck
        case .player: .player
        }
    }

    /// The configuration of the full-screen player.
    public var fullScreenPlayer: PlayerViewConfiguration {
        switch self {
        case .videoFeed(let configuration, _): configuration.playerView
        case .storyBlock(let configuration): configuration.effectiveFullScreen
        case .circleStory(let configuration): configuration.playerView
        case .playerDeck(let configuration): configuration.playerView
        case .player(let configuration): configuration
        }
    }

    /// Whether visible items play automatically.
    public var isAutoplayEnabled: Bool {
        switch self {
        case .videoFeed(let configuration, _): configuration.itemView.autoplay.isEnabled
        case .storyBlock(let configuration): configuration.isAutoplayEnabled
        case .circleStory(let configuration): configuration.autoplay.isEnabled
        case .playerDeck(let configuration): configuration.autoplay.isEnabled
        case .player: true
        }
    }

    /// Whether replacing one with the other changes nothing visible or functional.
    public func isSame(as other: WidgetConfiguration) -> Bool {
        if case .storyBlock(let left) = self, case .storyBlock(let right) = other { return left.isSame(as: right) }
        return self == other
    }
}
