// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct DeckShops {
        private struct DeckStage {
            let stage: FeedStage
            let shop: YesShop
            let deck: PlayerDeckView
            let overlays: ItemOverlays

            @MainActor init(sells: Bool = true, _ change: (inout PlayerDeckConfiguration) -> Void = { _ in }) async throws {
                let (stage, shop) = (try await FeedStage(), YesShop())
                (self.stage, self.shop) = (stage, shop)
                var look = PlayerDeckConfiguration()
                change(&look)
                let feed = try await stage.feed(2, stream: "vod-cmaf", configuration: .playerDeck(look)) { video, index in
                    video.products = index == 0 ? [.init(id: "p1", position: 0), .init(id: "p2", position: 1)] : []
                }
                if sells { stage.service.answer("/v1/videos/v0/products", ResourceList(data: [LayerStage.shirt(), .sample("p2")])) }
                deck = PlayerDeckView(feed, host: stage.host)
                overlays = ItemOverlays(stage.host, shopping: Shopping(stage.host.sdk, delegate: shop))
                overlays.attach(to: deck)
            }

            var asked: Int { stage.service.calls.count { $0.contains("/v1/videos/v0/products") } }
        }

        @Test("1.4 A deck's card unfolds its products, sells one over the deck, and folds them again") func buying()
            async throws
        {
            let made = try await DeckStage()
            let (deck, card) = (made.deck, "Show Shirt <b>bold</b>")
            try await withWindow(deck, width: 700, height: 600) { _ in
                #expect(await eventually { button("2 products", below: deck) != nil })
                // They have not been requested.
                #expect(made.asked == 0)
                #expect(button(card, below: deck) == nil)
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                await process.outline["button: 2 products"]?.press()
                #expect(await eventually { button(card, below: deck) != nil && button("Show Product p2", below: deck) != nil })
                #expect(made.asked == 1)
                await process.outline["button: \(card)"]?.press()
                #expect(await eventually { button("Add to cart", below: deck) != nil })
                #expect(await process.outline["dialog: Shirt <b>bold</b>"] != nil)
                button("Add to cart", below: deck)?.click()
                #expect(await eventually { made.shop.selected == ["p1-x0"] })
                #expect(await eventually { texts(below: deck).contains("Added to cart") })
                #expect(await eventually { button("Add to cart", below: deck) == nil })
                button("2 products", below: deck)?.click()
                #expect(await eventually { button(card, below: deck) == nil })
                // The other card has none to show.
                #expect(button("0 products", below: deck) == nil)
                #expect(button("2 products", below: deck) != nil)
            }
        }

        @Test("1.4 Products that are not folded appear at once, and a failure shows its reason") func unfolded()
            async throws
        {
            let made = try await DeckStage { $0.isProductListCollapsible = false }
            try await withWindow(made.deck, width: 700, height: 600) { _ in
                #expect(await eventually { button("Show Product p2", below: made.deck) != nil })
                #expect(button("2 products", below: made.deck) == nil)
            }
            let broken = try await DeckStage(sells: false)
            try await withWindow(broken.deck, width: 700, height: 600) { _ in
                #expect(await eventually { button("2 products", below: broken.deck) != nil })
                button("2 products", below: broken.deck)?.click()
                let words = broken.stage.host.sdk.language.text(.productsFailed)
                #expect(await eventually { texts(below: broken.deck).contains(words) })
            }
        }

        @Test("1.4 A deck's card says that a stream is live and leads to it, or that it has not started")
        func live() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(2, stream: "vod-cmaf", configuration: .playerDeck()) { video, index in
                (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, index == 0 ? .live : .idle, "l\(index)")
                if index == 1 { video.hlsURL = nil }
            }
            let deck = PlayerDeckView(feed, host: stage.host)
            var opened: [Int] = []
            deck.onOpen = { index, _ in opened.append(index) }
            try await withWindow(deck, width: 700, height: 600) { _ in
                #expect(await eventually { button("Tap to watch", below: deck) != nil && texts(below: deck).contains("Live now") })
                #expect(texts(below: deck).filter { $0 == "This live stream hasn’t started yet" }.count == 1)
                #expect(texts(below: deck).filter { $0 == "Tap to watch" }.count == 1)
                button("Tap to watch", below: deck)?.click()
                #expect(await eventually { opened == [0] })
            }
        }
    }
}
