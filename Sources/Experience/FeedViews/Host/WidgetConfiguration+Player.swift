// SPDX-License-Identifier: Apache-2.0

import WindowboxFeed

extension WidgetConfiguration {
    /// Whether an embedded player has a button that leads to full screen.
    var isFullScreenOffered: Bool {
        switch self {
        case .storyBlock(let configuration): configuration.isFullScreenEnabled
        case .playerDeck(let configuration): configuration.isFullScreenEnabled
        case .videoFeed, .circleStory, .player: true
        }
    }

    /// Whether the wheel leads to the next video of an embedded player.
    var isScrollEnabled: Bool {
        guard case .storyBlock(let configuration) = self else { return true }
        return configuration.isScrollEnabledForVertical && configuration.playerView.scrollDirection == .vertical
    }
}

extension Feed {
    /// Tries again what has failed, or looks again whether there is something now.
    func loadAgain() {
        if case .failed = loadResult { load() } else { refresh() }
    }
}
