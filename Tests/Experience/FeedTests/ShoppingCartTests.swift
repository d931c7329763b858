// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Shopping cart", .timeLimit(.minutes(1))) struct ShoppingCartTests {
    private func variant(_ id: String = "p1", _ price: String = "10", unit: Int = 0, currency: String = "EUR") -> SelectedProductVariant {
        var product = Product.sample(id, prices: Array(repeating: price, count: unit + 1))
        product.currency = currency
        return SelectedProductVariant(product, product.units[unit])
    }

    @Test("Variants are counted separately, summed exactly, and can be removed") func lines() {
        var cart = ShoppingCart()
        cart.add(variant("p1", "0.1"))
        cart.add(variant("p1", "0.1"))
        cart.add(variant("p1", "0.1", unit: 1))
        cart.add(variant("p2", "1200", currency: "jpy"))
        #expect(cart.count == 4)
        #expect(cart.lines.map(\.quantity) == [2, 1, 1])
        #expect(cart.totals.map { "\($0.amount) \($0.currency)" } == ["0.3 EUR", "1200 JPY"])
        cart.remove("p1-u0")
        #expect(cart.count == 2)
        #expect(cart.totals.first?.amount.description == "0.1")
        cart.clear()
        #expect(cart.count == 0)
        #expect(cart.totals.isEmpty)
        #expect(cart.purchases(orderID: "o").isEmpty)
    }

    @Test("A cart is limited to what the API and its maximum quantity allow") func bounds() {
        var cart = ShoppingCart()
        // Twice the amount has a digit too many.
        #expect((0..<2).map { _ in cart.add(variant("p1", "999999999999")) } == [true, false])
        #expect(cart.count == 1)
        cart.clear()
        let all = (0...ShoppingCart.maxLines).map { cart.add(variant("p\($0)", "1")) }
        #expect(all.dropLast().allSatisfy { $0 })
        #expect(all.last == false)
        let same = (1...ShoppingCart.maxOfOne).map { _ in cart.add(variant("p0", "1")) }
        #expect(same.dropLast().allSatisfy(\.self) && same.last == false && cart.lines[0].quantity == ShoppingCart.maxOfOne)
    }

    @Test("An order has the SKUs that attribute it to a video, one order per currency") func orders()
        throws
    {
        var cart = ShoppingCart()
        var withSKU = variant("p1", "10")
        withSKU.variant.sku = "sku-1"
        cart.add(withSKU)
        cart.add(withSKU)
        cart.add(variant("p2", "5.5"))
        cart.add(variant("p3", "7", currency: "USD"))
        let requests = try cart.purchases(orderID: "o1").map { try $0.request() }
        #expect(requests.map(\.orderID) == ["o1", "o1-USD"])
        #expect(requests.map(\.currency) == ["EUR", "USD"])
        #expect(requests[0].orderValue == Amount("25.5"))
        #expect(requests[0].subtotal == Amount("25.5"))
        #expect(requests[0].lineItems.map(\.sku) == ["sku-1", "p2-x0"])
        #expect(requests[0].lineItems.map(\.quantity) == [2, 1])
    }

    @MainActor @Test("The cart provider sells, shows the item count, and reports the order once") func keeper()
        async throws
    {
        let service = ScriptedService.friendly()
        service.answer("/v1/purchases", PurchaseAccepted(attributed: true))
        let sdk = FeedSDK(service, settings: .init(appID: AppIDLookup(argument: "a1")), clock: .still)
        try await sdk.initialize()
        let keeper = CartKeeper(sdk) { "o1" }
        let shopping = Shopping(sdk, delegate: keeper, clock: .still)
        #expect(!shopping.views(for: .sample()).cartIcon.isHidden)
        keeper.placeOrder()
        #expect(keeper.placedOrder == nil)
        #expect(await keeper.shopping(shopping, selected: variant(), in: nil) == .dismissWithFeedback(.success()))
        #expect(await keeper.shopping(shopping, selected: variant("p2"), in: nil) == .dismissWithFeedback(.success()))
        #expect(shopping.cartItemCount == 2)
        keeper.remove("p2-u0")
        #expect(shopping.cartItemCount == 1)
        keeper.placeOrder()
        #expect(keeper.placedOrder == "o1")
        #expect(keeper.cart.count == 0)
        #expect(shopping.cartItemCount == 0)
        #expect(keeper.failure == nil)
        await sdk.flush()
        #expect(service.purchases.map(\.orderID) == ["o1"] && service.purchases[0].lineItems.map(\.sku) == ["p1-x0"])
    }

    @MainActor @Test("An order in an invalid currency is not placed, even in part, and the cart stays") func refused()
        async throws
    {
        let service = ScriptedService.friendly()
        let sdk = FeedSDK(service, settings: .init(appID: AppIDLookup(argument: "a1")), clock: .still)
        try await sdk.initialize()
        let keeper = CartKeeper(sdk) { "o1" }
        let shopping = Shopping(sdk, delegate: keeper, clock: .still)
        for item in [variant(), variant("p2", currency: "gold")] { _ = await keeper.shopping(shopping, selected: item, in: nil) }
        keeper.placeOrder()
        #expect(keeper.failure?.code == .currency)
        #expect(keeper.cart.count == 2)
        #expect(keeper.placedOrder == nil)
        #expect(service.purchases.isEmpty)
    }
}
