// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

/// A shop with scripted responses.
@MainActor private final class Shop: ShoppingDelegate {
    var result = CartResult.feedbackOnly(.success())
    var hydration: [ProductHydration] = []
    var asked: [[String]] = []
    var selected: [String] = []
    var tappedCart = 0
    /// Never answers.
    var hangs = false

    func shopping(_ shopping: Shopping, detailsFor externalIDs: [String], of video: FeedVideo?) async throws -> [ProductHydration] {
        asked.append(externalIDs)
        return hydration
    }

    func shopping(_ shopping: Shopping, selected variant: SelectedProductVariant, in video: FeedVideo?) async -> CartResult {
        selected.append(variant.unitID)
        if hangs { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        return result
    }

    func shopping(_ shopping: Shopping, tappedCartIconIn video: FeedVideo?) { tappedCart += 1 }
}

@MainActor @Suite("Shopping driver", .timeLimit(.minutes(1))) struct ShoppingDriverTests {
    private let service = ScriptedService.friendly()
    private let shop = Shop()

    private func shopping(clock: Reporter.Clock = .still, _ products: [Product]) async throws -> Shopping {
        service.answer("/v1/videos/v1/products", ResourceList(data: products))
        let sdk = FeedSDK(service, settings: .init(appID: AppIDLookup(argument: "a1")))
        try await sdk.initialize()
        return Shopping(sdk, delegate: shop, clock: clock)
    }

    private var video: FeedVideo { .sample { $0.products = [.init(id: "p1", position: 0)] } }

    @Test("The shop is asked for product details once per video") func hydration() async throws {
        var better = ProductHydration(externalID: "ext-p1")
        better.name = "Better"
        shop.hydration = [better]
        let shopping = try await shopping([.sample()])
        shopping.activate(video)
        for _ in 0..<2 {
            await until { shopping.products(of: "v1").first?.product.name == "Better" }
            shopping.activate(video)
        }
        #expect(shop.asked == [["ext-p1"]])
        #expect(!shopping.isWaiting(for: "v1"))
    }

    @Test("The cart icon opens the cart, notifies the host or does nothing, and its count is never negative") func icon() async throws {
        let shopping = try await shopping([.sample()])
        shopping.setCartItemCount(-3)
        #expect(shopping.cartItemCount == 0)
        shopping.setCartItemCount(2)
        #expect(shopping.views(for: video).cartIcon.itemCount == 2)
        let events = shopping.events
        shopping.tappedCartIcon(in: video)
        shopping.hasCartProvider = true
        shopping.tappedCartIcon(in: video)
        for await event in events {
            #expect(event == .showCart)
            break
        }
        shopping.views.cartIcon.action = .custom
        shopping.tappedCartIcon(in: video)
        #expect(shop.tappedCart == 1)
    }

    @Test("The shop's response is shown, and a timeout is a failure") func buying() async throws {
        let product = Product.sample()
        let variant = SelectedProductVariant(product, product.units[0])
        let answered = try await shopping([product])
        var events = answered.events.makeAsyncIterator()
        answered.buy(variant, in: video)
        #expect(answered.isAdding)
        #expect(await events.next() == .feedback(.success()))
        #expect(!answered.isAdding)
        #expect(shop.selected == ["p1-x0"])
        shop.hangs = true
        let looks = Mutex(0.0)
        // Ten seconds pass between two readings.
        let limit = Reporter.Clock(
            now: {
                looks.withLock {
                    $0 += 10
                    return $0
                }
            }, date: { Date() }, sleep: { _ in })
        let late = try await shopping(clock: limit, [product])
        var lateEvents = late.events.makeAsyncIterator()
        late.buy(variant, in: video)
        #expect(await lateEvents.next() == .feedback(.failure()))
    }
}
