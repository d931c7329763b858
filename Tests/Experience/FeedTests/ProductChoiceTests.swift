// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Variant selection") struct ProductChoiceTests {
    /// S and M in red and blue, but no M in blue, and S in blue is sold out.
    private var shirt: Product {
        var product = Product.sample(prices: ["10", "12", "14"])
        let options = [("S", "red"), ("M", "red"), ("S", "blue")]
        for (index, option) in options.enumerated() {
            product.units[index].options = [ProductOption(name: "Size", value: option.0), ProductOption(name: "Colour", value: option.1)]
        }
        product.units[2].isAvailable = false
        return product
    }

    @Test("SHOP-1 Options select the variant, show availability, and an impossible combination becomes a possible one")
    func options() throws {
        var choice = ProductChoice(shirt)
        #expect(choice.unit?.id == "p1-u0")
        #expect(choice.options.map(\.name) == ["Size", "Colour"])
        #expect(choice.options[0].values.map(\.isAvailable) == [true, true])
        #expect(choice.options[1].values.map(\.isAvailable) == [true, false])
        choice.choose(option: 1, value: 1)
        #expect(choice.unit?.id == "p1-u2")
        // There is no M in blue, so the existing M is selected.
        choice.choose(option: 0, value: 1)
        #expect(choice.unit?.id == "p1-u1")
        choice.choose(option: 7, value: 0)
        choice.choose(option: 0, value: 7)
        #expect(choice.unit?.id == "p1-u1")
    }

    @Test("Without a preselection each option has to be chosen") func nothing() {
        var choice = ProductChoice(shirt, preselects: false)
        #expect(choice.unit == nil)
        #expect(choice.missing == "Size")
        choice.choose(option: 0, value: 0)
        #expect(choice.unit == nil)
        #expect(choice.missing == "Colour")
        choice.choose(option: 1, value: 0)
        #expect(choice.unit?.id == "p1-u0")
        #expect(choice.missing == nil)
    }

    @Test("Variants without distinct options are chosen by name, and a single one is preselected") func names() {
        var choice = ProductChoice(.sample(prices: ["1", "2"]), preselects: false)
        #expect(choice.options.map(\.name) == [""] && choice.options[0].values.map(\.value) == ["Unit 0", "Unit 1"])
        choice.choose(option: 0, value: 1)
        #expect(choice.unit?.id == "p1-u1")
        let single = ProductChoice(.sample(), preselects: false)
        #expect(single.unit?.id == "p1-u0")
        #expect(!single.isNeeded)
        #expect(single.options.isEmpty)
        #expect(ProductChoice(.sample(prices: [])).unit == nil)
    }

    @Test("An offer has price, original price and sold-out state, and reveals no hidden price") func offer() throws {
        let text = PriceText(locale: Locale(identifier: "en"))
        var product = Product.sample(prices: ["10", "12"])
        product.units[0].originalPrice = Amount("20")
        let range = ProductOffer(ShownProduct(product: product), in: text)
        #expect(range.price == "€10.00 – €12.00")
        #expect(range.originalPrice == nil)
        #expect(range.canBeBought)
        let unit = ProductOffer(ShownProduct(product: product), unit: product.units[0], in: text)
        #expect(unit.price == "€10.00")
        #expect(unit.originalPrice == "€20.00")
        #expect(unit.discount == 50)
        #expect(ProductOffer(ShownProduct(product: product), unit: product.units[0], hidesOriginal: true, in: text).discount == nil)
        product.hidePrice = true
        product.units[0].isAvailable = false
        let hidden = ProductOffer(ShownProduct(product: product), unit: product.units[0], in: text)
        #expect(hidden.price == nil)
        #expect(hidden.isSoldOut)
        #expect(!hidden.canBeBought)
        #expect(!ProductOffer(ShownProduct(product: .sample(), isDisabled: true), in: text).canBeBought)
    }

    @Test("The hosts of a stream decide which products are shown, sold out and pinned") func shelf() {
        let products = ["p1", "p2", "p3"].map { ShownProduct(product: .sample($0)) }
        var state = LiveState()
        for (index, id) in ["p3", "p1", "p2"].enumerated() {
            state.take(
                .sample(
                    Int64(index + 1), .productUpdated,
                    ["product_id": .string(id), "hidden": .bool(id == "p2"), "sold_out": .bool(id == "p1")]))
        }
        state.take(.sample(9, .pinned, ["ids": ["p1", "p2", "gone", "p3"]]))
        let shown = LiveProducts.products(products, in: state.products)
        #expect(shown.map(\.id) == ["p3", "p1"])
        #expect(shown.map(\.product.isAvailable) == [true, false])
        #expect(LiveProducts.pinned(products, in: state).map(\.id) == ["p1", "p3"])
        #expect(LiveProducts.products(products, in: []).count == 3)
    }
}
