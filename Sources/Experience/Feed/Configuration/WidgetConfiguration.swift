// SPDX-License-Identifier: Apache-2.0

public import WindowboxContract

/// What kind of widget a feed is shown in, and how it looks there.
public enum WidgetConfiguration: Hashable, Sendable {
    case videoFeed(VideoFeedConfiguration = VideoFeedConfiguration(), layout: FeedLayout = .horizontal)
    case storyBlock(StoryBlockConfiguration = StoryBlockConfiguration())
    case circleStory(CircleStoryConfiguration = CircleStoryConfiguration())
    case playerDeck(PlayerDeckConfiguration = PlayerDeckConfiguration())
    /// The full-screen player alone, opened from a link or a source.
    case player(PlayerViewConfiguration = PlayerViewConfiguration())

    public var widget: Widget {
        switch self {
        case .videoFeed: .videoFeed
        case .storyBlock: .storyBlock
        case .circleStory: .circleStory
        case .playerDeck: .playerDeck
        case .player: .player
        }
    }

    /// Of the player that opens in full screen.
    public var fullScreenPlayer: PlayerViewConfiguration {
        switch self {
        case .videoFeed(let configuration, _): configuration.playerView
        case .storyBlock(let configuration): configuration.effectiveFullScreen
        case .circleStory(let configuration): configuration.playerView
        case .playerDeck(let configuration): configuration.playerView
        case .player(let configuration): configuration
        }
    }

    /// Whether items play while they are seen, without anybody having asked.
    public var isAutoplayEnabled: Bool {
        switch self {
        case .videoFeed(let configuration, _): configuration.itemView.autoplay.isEnabled
        case .storyBlock(let configuration): configuration.isAutoplayEnabled
        case .circleStory(let configuration): configuration.autoplay.isEnabled
        case .playerDeck(let configuration): configuration.autoplay.isEnabled
        case .player: true
        }
    }

    /// Whether assigning another one changes anything of what is seen or done.
    public func isSame(as other: WidgetConfiguration) -> Bool {
        if case .storyBlock(let left) = self, case .storyBlock(let right) = other { return left.isSame(as: right) }
        return self == other
    }
}
