// SPDX-License-Identifier: Apache-2.0

import WindowboxContract
import WindowboxFeed
import WindowboxGTK

/// The program's side of the shop: supplies stock data, adds to the cart, and shows the cart.
@MainActor final class Shopkeeper: ShoppingDelegate {
    private var bought: [SelectedProductVariant] = []

    func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo) {
        views.cartIcon.isHidden = false
    }

    func shopping(_ shopping: Shopping, detailsFor externalIDs: [String], of video: FeedVideo?) async throws -> [ProductHydration] {
        externalIDs.map { id in
            var product = ProductHydration(externalID: id)
            product.subtitle = "In stock"
            return product
        }
    }

    func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult {
        bought.append(variant)
        shopping.setCartItemCount(bought.count)
        return .dismissWithFeedback(.success())
    }

    /// Created each time it is opened.
    func cart() -> WindowboxGTK.Widget {
        Box(.vertical, spacing: 8) {
            if bought.isEmpty { Label("Nothing yet") }
            for variant in bought { Label("\(variant.product.name), \(variant.variant.name)").leading() }
        }
    }
}
