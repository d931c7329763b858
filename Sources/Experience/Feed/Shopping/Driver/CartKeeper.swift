// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Observation
public import WindowboxContract

/// A built-in shop for programs without their own: keeps a cart for the lifetime of the process, and reports orders to the service.
///
/// It takes no payment. Set it as the delegate of ``Shopping`` and retain it, because the delegate is held weakly.
@MainActor @Observable public final class CartKeeper: ShoppingDelegate {
    /// What is in the cart.
    public private(set) var cart = ShoppingCart()
    /// ID of the last order submitted; nil before the first one, and after another item is added to the cart.
    public private(set) var placedOrder: String?
    /// Why the last order could not be placed; the cart is unchanged.
    public private(set) var failure: PurchaseError?

    @ObservationIgnored private let sdk: FeedSDK
    @ObservationIgnored private weak var shopping: Shopping?
    @ObservationIgnored private let makeID: @MainActor () -> String

    /// - Parameter orderID: creates a unique order ID; nil creates random ones.
    public init(_ sdk: FeedSDK, orderID: (@MainActor () -> String)? = nil) {
        (self.sdk, makeID) = (sdk, orderID ?? { UUID().uuidString.lowercased() })
    }

    /// Removes a line by its ID. Does nothing if there is none.
    public func remove(_ line: String) {
        cart.remove(line)
        failure = nil
        reportCount()
    }

    /// Submits an order for the contents of the cart to the service and empties the cart. If offline, it is sent later.
    public func placeOrder() {
        guard cart.count > 0 else { return }
        let id = makeID()
        let purchases = cart.purchases(orderID: id)
        do throws(PurchaseError) {
            // Validate all orders, such as their currencies, before submitting any.
            for purchase in purchases { _ = try purchase.request() }
            for purchase in purchases { try sdk.trackPurchase(purchase) }
        } catch {
            failure = error
            return
        }
        cart.clear()
        (placedOrder, failure) = (id, nil)
        reportCount()
    }

    private func reportCount() { shopping?.setCartItemCount(cart.count) }

    // MARK: ShoppingDelegate

    public func shopping(_ shopping: Shopping, willShow views: inout ProductViewsConfiguration, for video: FeedVideo) {
        views.cartIcon.isHidden = false
    }

    public func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult {
        self.shopping = shopping
        guard cart.add(variant) else { return .feedbackOnly(.failure()) }
        (placedOrder, failure) = (nil, nil)
        reportCount()
        return .dismissWithFeedback(.success())
    }
}
