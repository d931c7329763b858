// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import WindowboxContract
import WindowboxFeed

/// The part of an item's layers that changes by time or by user action.
@MainActor @Observable final class OverlayModel {
    /// Incremented whenever time-dependent texts change.
    var tick = 0
    /// Polls and games dismissed by the user.
    var dismissed: Set<String> = []
    /// A reminder was created.
    var isReminded = false
}

/// The complete state of an item's layers.
struct OverlayLook: Equatable {
    var layers: ItemLayers
    var state: LiveState?
    var connection = LiveFollowing.Connection.idle
    var game: LiveGame?
    var strip: ProductStripContent
    var views: ProductViewsConfiguration
    var products: [ShownProduct]
    /// Highlights of a live-stream recording; nil otherwise.
    var highlights: ReplayHighlights?
    var isWaiting = false
    var failure: ServiceError?
    var size = PageSize(width: 0, height: 0)
    /// Logical pixels taken at the bottom of the page.
    var bottom = 0
    /// Sides at which texts at the top make room for the arrows.
    var arrows = PlayerArrows.Sides()

    /// Logical pixels to keep free below the centre, as far as possible.
    var middleInset: Int { layers.showsChat ? min(bottom, max(0, size.height - Self.minMiddleHeight)) : 0 }
    /// Minimum logical pixels for the buttons at the top and a small panel.
    private static let minMiddleHeight = 160

    /// Offset of a product's highlight in the recording, in milliseconds.
    func moment(of product: String) -> Int64? { highlights?.moment(of: product)?.offsetMS }

    /// The game to show: an open one without an answer, or else the latest that concerns the viewer.
    static func game(_ games: [LiveGame], dismissed: Set<String>) -> LiveGame? {
        let left = games.filter { !dismissed.contains($0.id) }
        let open = left.last { $0.isOpen && !$0.hasEntered }
        // Skip closed games in which the viewer didn't take part and nobody has won.
        return open ?? left.last { $0.hasEntered || $0.hasWon || $0.isOpen || !$0.winners.isEmpty }
    }
}
