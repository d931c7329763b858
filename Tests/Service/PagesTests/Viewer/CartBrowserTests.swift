// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("Cart on the player page in a browser", .serialized, .timeLimit(.minutes(4))) struct CartBrowserTests {
    private func product(_ id: String, _ name: String, prices: [String]) -> Product {
        var product = Product(id: id, storeID: "s1", externalID: "ext-\(id)", name: name, currency: "EUR")
        product.units = prices.enumerated().map { index, price in
            ProductUnit(id: "\(id)u\(index)", externalID: "\(id)-\(index)", name: ["Small", "Large"][index], price: Amount(price)!)
        }
        return product
    }

    @Test("Products without a shop are added to the cart, summed to the cent, and ordered once") func order() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            _ = try await served.catalogue.resources.add(Business(id: "b1", name: "b1"), at: Date())
            let store = BusinessStore(id: "s1", businessID: "b1", name: "Shop", currency: "EUR")
            try await served.catalogue.resources.save(store, at: Date())
            var elsewhere = product("p3", "Boots", prices: ["1"])
            elsewhere.units[0].url = "https://shop.example/boots"
            let mug = product("p1", "Mug <b>big</b>", prices: ["0.10", "999999999999.05"])
            for one in [mug, product("p2", "Lamp", prices: ["0.20"]), elsewhere] {
                try await served.catalogue.resources.save(one, at: Date())
            }
            try await served.makeVideo("v1", "The sea") { $0.products = ["p1", "p2", "p3"] }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.click(browser.find(role: "button", name: "Add to cart: Lamp"))
                try await browser.press(button: "Add to cart: Mug <b>big</b>")
                // The sum is exact, unlike with floating-point numbers.
                try await browser.waitFor(text: "Total: €0.30")
                _ = try await browser.run(
                    """
                    const choice = document.querySelector('.product select'); choice.value = 'p1u1';
                    choice.dispatchEvent(new Event('change'));
                    """)
                try await browser.press(button: "Add to cart: Mug <b>big</b>")
                try await browser.waitFor(text: "Total: €999,999,999,999.35")
                // The cart is kept across pages, and removed items are gone.
                try await browser.open(served.address + "/watch/v1?again")
                try await browser.waitFor(text: "Total: €999,999,999,999.35")
                _ = try await browser.run("document.querySelector('#cart li:last-child .take').click()")
                try await browser.waitFor(text: "Total: €0.30")
                #expect(try await !browser.has(role: "button", name: "Add to cart: Boots"))
                try await browser.press(button: "Place order")
                try await browser.waitFor(text: " placed")
                try await browser.wait(for: "return document.querySelector('#order') === null")
                #expect(try await browser.run("return document.activeElement.textContent.includes(' placed')") == "true")
                #expect(try await browser.complaints == [])
            }
            let now = Date()
            let orders = try await served.catalogue.purchases.purchases(
                app: "app1", from: now.addingTimeInterval(-3600), to: now.addingTimeInterval(3600), limit: 10
            ).map(\.order)
            #expect(orders.count == 1)
            #expect(orders.first?.orderValue == Amount("0.30"))
            #expect(orders.first?.lineItems.map(\.productName) == ["Lamp", "Mug <b>big</b>"])
        }
    }

    @Test("Products with their shop's checkout are handed over by a signed link and leave the cart") func checkOut()
        async throws
    {
        try await ServedPages.with { served in
            try await served.makeApp()
            var store = BusinessStore(id: "s1", businessID: "b1", name: "Shop", currency: "EUR")
            (store.checkoutURL, store.checkoutKey) = (served.address + "/?shop=1", "the key of the tests")
            try await served.catalogue.resources.save(store, at: Date())
            var other = product("p2", "Lamp", prices: ["0.20"])
            other.storeID = "s2"
            for one in [product("p1", "Mug", prices: ["2.50"]), other] { try await served.catalogue.resources.save(one, at: Date()) }
            try await served.makeVideo("v1", "The sea") { $0.products = ["p1", "p2"] }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.press(button: "Add to cart: Lamp")
                try await browser.waitFor(text: "Total: €0.20")
                #expect(try await !browser.has(role: "button", name: "Check out"))
                try await browser.press(button: "Add to cart: Mug")
                try await browser.waitFor(text: "Total: €2.70")
                #expect(try await browser.has(role: "button", name: "Place order"))
                try await browser.press(button: "Check out")
                try await browser.wait(for: "return location.search.startsWith('?shop=1&cart=') && location.search.includes('&signature=')")
                let content = try await browser.run(
                    "return atob(new URLSearchParams(location.search).get('cart').replaceAll('-', '+').replaceAll('_', '/'))")
                #expect(content.contains(#"\"total\":\"2.5\""#), "\(content)")
                #expect(content.contains(#"\"external_id\":\"ext-p1\""#), "\(content)")
                // What the shop does not accept stays in the cart.
                try await browser.open(served.address + "/watch/v1")
                try await browser.waitFor(text: "Total: €0.20")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A store without a checkout that asks for it gets the buyer's address with the order, and no other does") func contact()
        async throws
    {
        try await ServedPages.with { served in
            try await served.makeApp()
            var app = ClientApp(id: "app1", name: "x", createdAt: Date())
            app.businessID = "b1"
            try await served.catalogue.resources.save(app, at: Date())
            for (id, asks) in [("s1", true), ("s2", false)] {
                var store = BusinessStore(id: id, businessID: "b1", name: "Shop", currency: "EUR")
                store.collectsContact = asks
                try await served.catalogue.resources.save(store, at: Date())
            }
            var other = product("p2", "Lamp", prices: ["0.20"])
            other.storeID = "s2"
            for one in [product("p1", "Mug", prices: ["2.50"]), other] { try await served.catalogue.resources.save(one, at: Date()) }
            try await served.makeVideo("v1", "The sea") { $0.products = ["p1", "p2"] }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.press(button: "Add to cart: Lamp")
                try await browser.waitFor(text: "Total: €0.20")
                #expect(try await browser.run("return document.querySelector('#contact') === null") == "true")
                try await browser.press(button: "Add to cart: Mug")
                try await browser.wait(for: "return document.querySelector('#contact') !== null")
                try await browser.press(button: "Place order")
                try await browser.wait(
                    for: "return document.activeElement.id === 'contact-name' && document.activeElement.getAttribute('aria-invalid')")
                for (field, value) in [
                    ("name", "Ada"), ("email", "ada@a.test"), ("street", "Lane 1"), ("city", "Ulm"), ("postal_code", "89073"),
                ] { try await browser.type(value, into: browser.find("#contact-\(field)")) }
                _ = try await browser.run(
                    """
                    const country = document.querySelector('#contact-country');
                    country.value = 'DE'; country.dispatchEvent(new Event('input'));
                    """)
                // What was entered stays when the cart changes.
                try await browser.press(button: "Increase quantity: Mug")
                try await browser.waitFor(text: "Total: €5.20")
                try await browser.expectReadable("contact")
                try await browser.keepPicture("web-contact")
                try await browser.press(button: "Place order")
                try await browser.waitFor(text: " placed")
                #expect(try await browser.complaints == [])
            }
            let claims = try await served.catalogue.purchases.claims(business: "b1", orderID: nil, before: nil, limit: 10)
            var expected = OrderContact(name: "Ada", email: "ada@a.test", street: "Lane 1", city: "Ulm", country: "DE")
            expected.postalCode = "89073"
            #expect(claims.map { $0.claim?.contact } == [expected])
        }
    }

    @Test("The cart is on every page and has quantities, and repeated toasts replace each other") func everywhere() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.catalogue.resources.save(product("p1", "Lamp", prices: ["0.20"]), at: Date())
            try await served.makeVideo("v1", "The sea") { $0.products = ["p1"] }
            try await served.makeVideo("v2", "The hills")
            try await Browser.with { browser in
                try await browser.open(served.address + "/")
                #expect(try await browser.run("return document.querySelector('#open-cart').hidden") == "true")
                try await browser.open(served.address + "/watch/v1")
                for _ in 0..<3 { try await browser.press(button: "Add to cart: Lamp") }
                try await browser.waitFor(text: "Total: €0.60")
                #expect(try await browser.run("return document.querySelectorAll('.toast').length") == "1")
                for path in ["/", "/watch/v2"] {
                    try await browser.open(served.address + path)
                    // Looping, so that a slow machine does not advance to the next video.
                    _ = try await browser.run("const v = document.querySelector('video'); if (v) v.loop = true")
                    try await browser.click(try await browser.find(role: "button", name: "Cart: 3"))
                    try await browser.click(try await browser.find(role: "button", name: "Increase quantity: Lamp"))
                    try await browser.waitFor(text: "Total: €0.80")
                    // Keyboard focus stays on the button that was pressed.
                    #expect(try await browser.run("return document.activeElement.matches('#cart .another')") == "true")
                    try await browser.click(try await browser.find(role: "button", name: "Decrease quantity: Lamp"))
                    try await browser.waitFor(text: "Total: €0.60")
                    try await browser.click(try await browser.find(role: "button", name: "Close"))
                    try await browser.wait(for: "return !document.querySelector('#cart-dialog').open")
                }
                try await browser.click(try await browser.find(role: "button", name: "Cart: 3"))
                try await browser.click(try await browser.find(role: "button", name: "Remove Lamp"))
                try await browser.wait(
                    for: "return document.querySelector('#open-cart').hidden && !document.querySelector('#cart-dialog').open")
                #expect(try await browser.complaints == [])
            }
        }
    }
}
