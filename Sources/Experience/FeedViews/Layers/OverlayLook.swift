// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxContract
import WindowboxFeed

/// What changes in the layers of one item without anybody having told it: the time, and what a person has put away.
@MainActor @Observable final class OverlayModel {
    /// Rises with the clock as often as words depend on it.
    var tick = 0
    /// Polls and games that a person doesn't want to see any more.
    var dismissed: Set<String> = []
    /// A reminder was made.
    var isReminded = false
}

/// All that the layers of one item show, at one moment.
struct OverlayLook: Equatable {
    var layers: ItemLayers
    var state: LiveState?
    var connection = LiveFollowing.Connection.idle
    var game: LiveGame?
    var strip: ProductStripContent
    var views: ProductViewsConfiguration
    var shelf: [ShownProduct]
    /// Of a recording of a live stream; nil for all else.
    var highlights: ReplayHighlights?
    var isWaiting = false
    var failure: ServiceError?
    var size = PageSize(width: 0, height: 0)
    /// Pixels of the style that are taken at the bottom of the page.
    var bottom = 0
    /// Where words at the top make way for the buttons to other items.
    var arrows = PlayerArrows.Sides()

    /// Pixels of the style at the bottom that what stands in the middle leaves free, as far as there is room for it then.
    var middleInset: Int { layers.showsChat ? min(bottom, max(0, size.height - Self.leastMiddle)) : 0 }
    /// Pixels of the style for the buttons at the top and a small panel.
    private static let leastMiddle = 160

    /// Milliseconds into the recording at which it tells of a product.
    func moment(of product: String) -> Int64? { highlights?.moment(of: product)?.offsetMS }

    /// The game to show: the one that can be taken part in, else the last that told something new.
    static func game(_ games: [LiveGame], dismissed: Set<String>) -> LiveGame? {
        let left = games.filter { !dismissed.contains($0.id) }
        let open = left.last { $0.isOpen && !$0.hasEntered }
        // Who only came when it was over, and took no part, has nothing of it.
        return open ?? left.last { $0.hasEntered || $0.hasWon || $0.isOpen || !$0.winners.isEmpty }
    }
}
