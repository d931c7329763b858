// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed

extension WidgetConfiguration {
    /// Whether an embedded player has a full-screen button.
    var isFullScreenOffered: Bool {
        switch self {
        case .storyBlock(let configuration): configuration.isFullScreenEnabled
        case .playerDeck(let configuration): configuration.isFullScreenEnabled
        case .videoFeed, .circleStory, .player: true
        }
    }

    /// Whether the wheel moves to the next video of an embedded player.
    var isScrollEnabled: Bool {
        guard case .storyBlock(let configuration) = self else { return true }
        return configuration.isScrollEnabledForVertical && configuration.playerView.scrollDirection == .vertical
    }
}

extension Feed {
    /// Retries after a failure, or checks again for content.
    func loadAgain() {
        if case .failed = loadResult { load() } else { refresh() }
    }
}
