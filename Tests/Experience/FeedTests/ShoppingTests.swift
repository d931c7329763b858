// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Shopping") struct ShoppingTests {
    @Test("The host's data overrides the service's, and the rest stays") func merge() {
        let product = Product.sample(prices: ["10", "20"])
        var hydration = ProductHydration(externalID: "ext-p1")
        (hydration.name, hydration.currency, hydration.hidePrice) = ("Better", "USD", true)
        hydration.mainProductImage = "https://img.example/1.png"
        var changed = VariantHydration(externalID: "p1-x1")
        (changed.price, changed.originalPrice, changed.imageURLs) = (Amount("15"), Amount("25"), ["https://img.example/2.png"])
        var added = VariantHydration(externalID: "new")
        (added.name, added.price, added.options) = ("New", Amount("5"), [ProductOption(name: "Size", value: "M")])
        // Without a price, it is left out.
        hydration.variants = [changed, added, VariantHydration(externalID: "no price")]
        let shown = hydration.applied(to: product).product
        #expect(shown.name == "Better")
        #expect(shown.currency == "USD")
        #expect(shown.hidePrice)
        #expect(shown.subtitle == product.subtitle)
        #expect(shown.units.map(\.externalID) == ["p1-x0", "p1-x1", "new"])
        #expect(shown.units.map(\.position) == [0, 1, 2])
        #expect(shown.units.map(\.price.description) == ["10", "15", "5"])
        #expect(shown.units[1].name == "Unit 1")
        #expect(shown.units[1].imageID == "https://img.example/2.png")
        #expect(shown.images.first { $0.primary }?.url == "https://img.example/1.png")
        #expect(shown.images.count == 2)
    }

    @Test("Replaced variants are only the host's, with the service's data") func replace() {
        let product = Product.sample(prices: ["10", "20"])
        var hydration = ProductHydration(externalID: "ext-p1")
        hydration.variantsStrategy = .replace
        hydration.variants = [VariantHydration(externalID: "p1-x1")]
        let shown = hydration.applied(to: product).product
        #expect(shown.units.map(\.externalID) == ["p1-x1"] && shown.units[0].price.description == "20")
        hydration.variants = []
        #expect(hydration.applied(to: product).product.units.isEmpty)
        #expect(ProductHydration(externalID: "ext-p1").applied(to: product) == ShownProduct(product: product))
        hydration.isDisabled = true
        #expect(!hydration.applied(to: product).canBeBought)
        #expect(ShownProduct(product: product).canBeBought)
    }

    @Test("A host is asked once per video, and its response is shown whenever it arrives") func process() {
        var process = HydrationProcess()
        let product = Product.sample()
        let waiting = process.handle(.videoActive("v1", [product]), at: 0)
        #expect(
            waiting == [
                .ask(externalIDs: ["ext-p1"], video: "v1", question: 1), .wake(at: 5),
                .show(video: "v1", [ShownProduct(product: product)], isWaiting: true),
            ])
        #expect(process.handle(.videoActive("v1", [product]), at: 1).count == 1)
        // There was no response, so the service's data is shown.
        #expect(process.handle(.wake, at: 5) == [.show(video: "v1", [ShownProduct(product: product)], isWaiting: false)])
        var hydration = ProductHydration(externalID: "ext-p1")
        hydration.name = "Late"
        let late = process.handle(.answered([hydration, ProductHydration(externalID: "other")], question: 1), at: 60)
        guard case .show("v1", let shown, false)? = late.first else { return #expect(Bool(false)) }
        #expect(shown.map(\.product.name) == ["Late"])
        #expect(process.handle(.answered([hydration], question: 1), at: 61) == [])
    }

    @Test("A host's failure is shown to the user, and the products still appear") func failure() {
        var process = HydrationProcess()
        _ = process.handle(.videoActive("v1", [.sample()]), at: 0)
        let actions = process.handle(.failed(message: "no stock system", question: 1), at: 1)
        #expect(actions == [.reportFailure("no stock system"), .show(video: "v1", [ShownProduct(product: .sample())], isWaiting: false)])
    }

    @Test("For a feed page the host is asked once, for each product once, for short videos only") func page() {
        var process = HydrationProcess()
        let live = FeedVideo.sample("l", type: .liveStream)
        let actions = process.handle(
            .page(videos: [(.sample("v1"), [.sample("a"), .sample("b")]), (.sample("v2"), [.sample("b")]), (live, [.sample("c")])]), at: 0)
        #expect(actions == [.ask(externalIDs: ["ext-a", "ext-b"], video: nil, question: 1), .wake(at: 5)])
        var hidden = ProductHydration(externalID: "ext-b")
        hidden.hidden = true
        let shown = process.handle(.answered([hidden], question: 1), at: 1)
        #expect(shown.map { if case .show(let video, let products, _) = $0 { "\(video)\(products.count)" } else { "" } } == ["v11", "v20"])
    }

    // MARK: The cart

    private let variant = SelectedProductVariant(.sample(), Product.sample().units[0])

    @Test("No response within two seconds counts as not added, and a late one is ignored") func limit() {
        var cart = AddToCart(hasCartProvider: true)
        #expect(cart.handle(.press(variant), at: 10) == [.loading(true), .ask(variant, press: 1), .wake(at: 12)])
        #expect(cart.handle(.press(variant), at: 10.1) == [])
        #expect(cart.handle(.wake, at: 11.9) == [])
        #expect(cart.handle(.wake, at: 12) == [.loading(false), .feedback(.failure())])
        #expect(cart.handle(.answered(.showEmbeddedCart, press: 1), at: 12.1) == [])
        // The next press is another request.
        #expect(cart.handle(.press(variant), at: 13) == [.loading(true), .ask(variant, press: 2), .wake(at: 15)])
        #expect(cart.handle(.answered(.none, press: 1), at: 13.1) == [])
        #expect(cart.handle(.answered(.none, press: 2), at: 13.2) == [.loading(false)])
        #expect(cart.handle(.answered(.showEmbeddedCart, press: 2), at: 13.3) == [])
    }

    @Test("A response exactly at the limit is too late, and the limit can be set") func edge() {
        var cart = AddToCart(hasCartProvider: true, limit: 10)
        _ = cart.handle(.press(variant), at: 0)
        #expect(cart.handle(.answered(.none, press: 1), at: 10) == [.loading(false), .feedback(.failure())])
        #expect(AddToCart(hasCartProvider: true, limit: -1).limit == 2)
    }

    @Test("The host's response decides the message, what closes, and whether the cart opens") func results() {
        func actions(_ result: CartResult, hasProvider: Bool = true) -> [AddToCart.Action] {
            var cart = AddToCart(hasCartProvider: hasProvider)
            _ = cart.handle(.press(variant), at: 0)
            return Array(cart.handle(.answered(result, press: 1), at: 1).dropFirst())
        }
        #expect(actions(.showEmbeddedCart) == [.showCart])
        #expect(actions(.showEmbeddedCart, hasProvider: false) == [.feedback(.success()), .dismiss])
        #expect(actions(.dismissWithFeedback(.failure(message: "x"))) == [.feedback(.failure(message: "x")), .dismiss])
        #expect(actions(.feedbackOnly(.success(message: ""))) == [.feedback(.success(message: ""))])
        #expect(actions(.none) == [])
        var closed = AddToCart(hasCartProvider: true)
        _ = closed.handle(.press(variant), at: 0)
        #expect(closed.handle(.closed, at: 1) == [.loading(false)])
        #expect(closed.handle(.wake, at: 2) == [])
    }

    @Test("The cart's dot appears when it has items, and a tap needs a cart provider") func icon() {
        var icon = CartIcon()
        icon.isHidden = false
        icon.itemCount = -4
        #expect(icon.itemCount == 0)
        #expect(!icon.showsIndicator)
        icon.itemCount = 1
        #expect(icon.showsIndicator)
        #expect(icon.tapped(hasProvider: true) == .showCart)
        #expect(icon.tapped(hasProvider: false) == .nothing)
        icon.action = .custom
        #expect(icon.tapped(hasProvider: false) == .notifyHost)
        icon.isIndicatorHidden = true
        #expect(!icon.showsIndicator)
        #expect(ProductList.countText(9) == "9")
        #expect(ProductList.countText(10) == "9+")
        #expect(ProductList.countText(-1) == "0")
    }

    // MARK: Prices and orders

    @Test("Prices keep every digit in any currency") func prices() throws {
        let english = PriceText(locale: Locale(identifier: "en_US"))
        let large = try #require(Amount("999999999999.999999"))
        #expect(english.text(try #require(Amount("5.28")), currency: "USD") == "$5.28")
        #expect(english.text(try #require(Amount("5")), currency: "usd") == "$5.00")
        #expect(english.text(try #require(Amount("1500")), currency: "JPY") == "¥1,500")
        #expect(english.text(large, currency: "USD") == "$999,999,999,999.999999")
        #expect(english.text(try #require(Amount("7")), currency: "\u{202E}<b>") == "7 <b>")
        #expect(english.text(try #require(Amount("7")), currency: "") == "7")
        #expect(english.range(.sample(prices: ["20", "5.5", "10"])) == "€5.50 – €20.00")
        #expect(english.range(.sample(prices: ["5"])) == "€5.00")
        #expect(english.range(.sample(prices: [])) == nil)
        var unit = Product.sample(prices: ["2"]).units[0]
        unit.originalPrice = Amount("3")
        #expect(PriceText.discount(unit) == 33)
        unit.originalPrice = Amount("2")
        #expect(PriceText.discount(unit) == nil)
    }

    @Test("An order is sent exactly, in its shortest form") func order() throws {
        let purchase = TrackedPurchase(
            orderID: "o1", orderValue: try #require(Decimal(string: "5.280")), currencyCode: "eur", countryCode: "de",
            subtotal: try #require(Decimal(string: "0.1")) + (try #require(Decimal(string: "0.2"))), totalDiscounts: 5,
            lineItems: [
                PurchasedItem(sku: "s1", price: try #require(Decimal(string: "2.64")), quantity: 2, productName: "Tea"),
                PurchasedItem(externalProductID: "old", price: 1, quantity: 1),
            ], extra: ["order_id": "forged", "line_items": "x", "payment_method": "card"])
        let request = try purchase.request()
        let json = try ContractJSON.decode(JSONValue.self, from: ContractJSON.text(request))
        #expect(json["order_value"] == "5.28")
        #expect(json["subtotal"] == "0.3")
        #expect(json["total_discounts"] == "5")
        #expect(json["currency"] == "EUR")
        #expect(json["extra"] == ["payment_method": "card"])
        #expect(request.lineItems.map(\.sku) == ["s1", "old"])
        #expect(request.country == "DE")
        var both = PurchasedItem(sku: "wins", price: 1, quantity: 1)
        both.externalProductID = "loses"
        var other = purchase
        other.lineItems = [both]
        #expect(try other.request().lineItems.map(\.sku) == ["wins"])
    }

    @Test("An invalid order is refused with a reason") func wrongOrders() {
        func code(_ change: (inout TrackedPurchase) -> Void) -> PurchaseError.Code? {
            var purchase = TrackedPurchase(
                orderID: "o", orderValue: 1, currencyCode: "EUR", subtotal: 1, lineItems: [PurchasedItem(sku: "s", price: 1, quantity: 1)])
            change(&purchase)
            do throws(PurchaseError) { _ = try purchase.request() } catch { return error.code }
            return nil
        }
        #expect(code { _ in } == nil)
        #expect(code { $0.orderID = "" } == .orderID)
        #expect(code { $0.currencyCode = "euro" } == .currency)
        #expect(code { $0.orderValue = .nan } == .amount)
        #expect(code { $0.subtotal = Decimal(1) / 3 } == .amount)
        #expect(code { $0.shippingPrice = 1_000_000_000_000 } == .amount)
        #expect(code { $0.lineItems[0].quantity = 0 } == .lineItem)
        #expect(code { $0.lineItems[0].sku = nil } == .lineItem)
    }
}
