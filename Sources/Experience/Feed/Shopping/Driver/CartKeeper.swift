// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
public import WindowboxContract

/// Sells by itself, for programs without a shop of their own: keeps a cart as long as the program runs, and tells the service of orders.
///
/// It takes no payment. Give it to ``Shopping`` as its delegate, and keep it: a delegate is held weakly.
@MainActor @Observable public final class CartKeeper: ShoppingDelegate {
    public private(set) var cart = ShoppingCart()
    /// The last order that the service is told of; nil before the first, and once the next thing lies in the cart.
    public private(set) var placedOrder: String?
    /// Why the last order could not be placed; the cart is as it was.
    public private(set) var failure: PurchaseError?

    @ObservationIgnored private let sdk: FeedSDK
    @ObservationIgnored private weak var shopping: Shopping?
    @ObservationIgnored private let makeID: @MainActor () -> String

    /// - Parameter orderID: makes the name of an order, never the same twice; nil: names made by chance.
    public init(_ sdk: FeedSDK, orderID: (@MainActor () -> String)? = nil) {
        (self.sdk, makeID) = (sdk, orderID ?? { UUID().uuidString.lowercased() })
    }

    public func remove(_ line: String) {
        cart.remove(line)
        failure = nil
        tellCount()
    }

    /// Tells the service of an order of all that is in the cart, and empties it. What can't be sent now is sent later.
    public func placeOrder() {
        guard cart.count > 0 else { return }
        let id = makeID()
        let purchases = cart.purchases(orderID: id)
        do throws(PurchaseError) {
            // All of them or none: a currency that is none is found before the first is told.
            for purchase in purchases { _ = try purchase.request() }
            for purchase in purchases { try sdk.trackPurchase(purchase) }
        } catch {
            failure = error
            return
        }
        cart.clear()
        (placedOrder, failure) = (id, nil)
        tellCount()
    }

    private func tellCount() { shopping?.setCartItemCount(cart.count) }

    // MARK: The delegate of shopping

    public func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo) {
        views.cartIcon.isHidden = false
    }

    public func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult {
        self.shopping = shopping
        guard cart.add(variant) else { return .feedbackOnly(.failure()) }
        (placedOrder, failure) = (nil, nil)
        tellCount()
        return .dismissWithFeedback(.success())
    }
}
