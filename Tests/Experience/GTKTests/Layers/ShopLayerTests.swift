// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct ShopLayers {
        private func stage(
            language: String = "en", settings: ItemOverlays.Settings = .init(), _ products: [Product] = [LayerStage.shirt()]
        ) async throws -> LayerStage {
            try await LayerStage(language: language, settings: settings) { service, video in
                video.products = products.enumerated().map { .init(id: $1.id, position: $0) }
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: products))
            }
        }

        @Test("SHOP-2 A card leads to the product, and a chosen variant is added to the cart with confirmation and count")
        func buying() async throws {
            let stage = try await stage()
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let card = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(card, below: stage.page) != nil })
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                await process.outline["button: \(card)"]?.press()
                #expect(await eventually { button("Add to cart", below: stage.page) != nil })
                let outline = await process.outline
                #expect(outline["dialog: Shirt <b>bold</b>"] != nil)
                #expect(outline["radio: S"] != nil)
                #expect(outline["heading: Shirt <b>bold</b>"] != nil)
                #expect(texts(below: stage.page).contains("€10.00"))
                #expect(texts(below: stage.page).contains("50 % off"))
                await process.outline["button: Add to cart"]?.press()
                #expect(await eventually { stage.shop.selected == ["p1-x0"] })
                #expect(await eventually { texts(below: stage.page).contains("Added to cart") })
                // The drawer has closed, and the cart's icon shows the number of items.
                #expect(await eventually { button("Add to cart", below: stage.page) == nil })
                #expect(await eventually { button("Cart: 1 product", below: stage.page) != nil })
            }
        }

        @Test("1.6 A video with products also has its call to action, and both work") func productsAndCTA() async throws {
            let address = try GeneratedStreams.named("vod-cmaf").address
            var player = FeedStage.staying
            (player.ctaButton.delay, player.ctaButton.highlightDelay) = (.constant(0), .constant(0))
            let stage = try await LayerStage(player: player) { service, video in
                video.hlsURL = address
                video.cta = CallToAction(type: .book, title: "", url: "https://book.example")
                video.products = [.init(id: "p1", position: 0)]
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: [LayerStage.shirt()]))
            }
            var led: [String] = []
            stage.host.onCTA = { cta, _ in
                led.append(cta.url)
                return true
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let card = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(card, below: stage.page) != nil && button("Book now", below: stage.page) != nil })
                button("Book now", below: stage.page)?.click()
                #expect(await eventually { led == ["https://book.example"] })
                button(card, below: stage.page)?.click()
                #expect(await eventually { button("Add to cart", below: stage.page) != nil })
            }
        }

        @Test("Captions are centred in the part of the video that an open drawer leaves", arguments: [(900, 600), (400, 720)])
        func captionsBesideDrawer(width: Int, height: Int) async throws {
            let stage = try await stage()
            let (page, card) = (stage.page, "Show Shirt <b>bold</b>")
            try await withWindow(page, width: width, height: height) { _ in
                #expect(await eventually { button(card, below: page) != nil && page.isMapped && page.state.size.width > 0 })
                page.context.spoken.captions.add(["lang": "en", "text": "Good evening"], isRecent: true, at: 0)
                @MainActor func places() -> [Rectangle] { page.slide?.captions.overlay.drawnBounds ?? [] }
                @MainActor func isAtMiddle(of width: Int) -> Bool {
                    places().first.map { abs($0.x + $0.width / 2 - Double(width) / 2) < 2 } ?? false
                }
                @MainActor func facts() -> Comment { "\(places()), \(page.state.size)" }
                #expect(await eventually { isAtMiddle(of: page.state.size.width) }, facts())
                button(card, below: page)?.click()
                #expect(
                    await eventually {
                        let size = page.state.size
                        let bottom = Double(size.height) * (size.isNarrow ? 1 - DrawerShape.part : 1)
                        return isAtMiddle(of: size.isNarrow ? size.width : size.width - DrawerShape.width)
                            && places().allSatisfy { $0.bottom <= bottom }
                    }, facts())
            }
        }

        @Test("1.10 A product page can have a second button, which reports the chosen variant") func second()
            async throws
        {
            let stage = try await stage()
            stage.shop.dress = { $0.details.secondaryButton = "Add to <b>wishes</b>" }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let card = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(card, below: stage.page) != nil })
                button(card, below: stage.page)?.click()
                #expect(await eventually { button("Add to <b>wishes</b>", below: stage.page) != nil })
                button("Add to <b>wishes</b>", below: stage.page)?.click()
                #expect(await eventually { stage.shop.wishes == ["p1-x0"] && stage.shop.selected.isEmpty })
            }
        }

        @Test("1.10 A card has custom colours or custom content, and leads to its product either way")
        func ownCard() async throws {
            let stage = try await stage()
            stage.shop.dress = {
                $0.card.backgroundColor = Color(0x0000FF)
                $0.card.border = .init(color: Color(0x00FF00), width: 4)
                $0.card.cornerRadius = 0
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let name = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(name, below: stage.page) != nil })
                var found: ProductCard?
                BindingCounts.visit(stage.page) { if let card = $0 as? ProductCard { found = card } }
                let card = try #require(found)
                try #require(await eventually { Pixels(of: card) != nil })
                let pixels = try #require(Pixels(of: card))
                #expect(pixels[1, pixels.height / 2] == 0x00FF00)
                #expect(pixels[7, 7] == 0x0000FF)
            }
            var made: [String] = []
            stage.overlays.makeProductCard = { product, video in
                made.append("\(video.id) \(product.id)")
                return Label("Our own card")
            }
            let page = FeedPlayerPage(stage.page.playback.feed, host: stage.host, configuration: FeedStage.staying)
            stage.overlays.attach(to: page)
            try await withWindow(page, width: 400, height: 720) { _ in
                #expect(await eventually { texts(below: page).contains("Our own card") })
                #expect(made.first == "v1 p1")
                #expect(!texts(below: page).contains("Shirt <b>bold</b>"))
                button("Show Shirt <b>bold</b>", below: page)?.click()
                #expect(await eventually { button("Add to cart", below: page) != nil })
            }
        }

        @Test("A recording plays from a product's highlight") func moment() async throws {
            let address = try GeneratedStreams.named("vod-cmaf").address
            let stage = try await LayerStage { service, video in
                (video.type, video.liveStatus, video.liveStreamID, video.isReplay) = (.liveStream, .replay, "l1", true)
                video.hlsURL = address
                video.products = [.init(id: "p1", position: 0)]
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: [LayerStage.shirt()]))
                let stream = LayerStage.live("l1", .replay) {
                    $0.products = [LiveProduct(productID: "p1")]
                    $0.replay = LiveReplay(url: address)
                    $0.replay?.highlights = [.init(productID: "p1", offsetMS: 7000)]
                }
                service.calls.answer("/v1/live_streams/l1", stream)
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                #expect(await eventually { button("Show Shirt <b>bold</b>", below: stage.page) != nil && stage.page.state.hasPicture })
                stage.page.playback.pause()
                button("Show Shirt <b>bold</b>", below: stage.page)?.click()
                let moment = "See it in the video, at \u{2068}0:07\u{2069}"
                #expect(await eventually { button(moment, below: stage.page) != nil })
                button(moment, below: stage.page)?.click()
                #expect(await eventually { abs((stage.page.playback.player?.time ?? 0) - 7) < 0.2 })
                #expect(await eventually { button(moment, below: stage.page) == nil })
            }
        }

        @Test("Product cards and pages follow the app's configuration") func configured() async throws {
            let stage = try await stage()
            stage.shop.dress = {
                $0.card.isCTAHidden = true
                $0.card.price.isOriginalPriceHidden = true
                $0.details.ctaText = .shopNow
                $0.details.isNoVariantSelectedByDefault = true
                $0.details.isOriginalPriceHiddenForNoSelectedVariant = true
                $0.details.unavailableText = "Gone"
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let card = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(card, below: stage.page) != nil })
                #expect(!texts(below: stage.page).contains("Shop now"))
                #expect(!texts(below: stage.page).contains("50 % off"))
                button(card, below: stage.page)?.click()
                #expect(await eventually { button("Shop now", below: stage.page) != nil })
                #expect(!texts(below: stage.page).contains("50 % off"))
                // Nothing is selected, so the button asks for a selection.
                button("Shop now", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).filter { $0 == "Choose Size" }.count == 2 })
                #expect(stage.shop.selected.isEmpty)
                button("M – Not available", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("Gone") })
            }
        }

        @Test("SHOP-3 A sold-out variant can't be bought, and a hidden price is not shown") func unavailable() async throws {
            var hidden = LayerStage.shirt("p2")
            (hidden.name, hidden.hidePrice) = ("Hidden", true)
            let stage = try await stage([LayerStage.shirt(), hidden])
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                #expect(await eventually { button("2 products", below: stage.page) != nil })
                button("2 products", below: stage.page)?.click()
                #expect(await eventually { button("Show Hidden", below: stage.page) != nil })
                button("Show Hidden", below: stage.page)?.click()
                #expect(await eventually { button("Add to cart", below: stage.page) != nil })
                // The card of the other product still shows its price.
                #expect(texts(below: stage.page).filter { $0.contains("€") } == ["€10.00"])
                button("M – Not available", below: stage.page)?.click()
                #expect(await eventually { button("Add to cart", below: stage.page)?.isEnabled == false })
                #expect(await eventually { texts(below: stage.page).contains("Sold out") })
                // Back to the list, and then closed.
                button("Back", below: stage.page)?.click()
                #expect(
                    await eventually { button("Add to cart", below: stage.page) == nil && button("Show Hidden", below: stage.page) != nil })
                #expect(stage.shop.selected.isEmpty)
            }
        }

        @Test("A drawer traps keyboard focus, and returns it to the widget that opened it") func focus() async throws {
            let stage = try await stage()
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let name = "Show Shirt <b>bold</b>"
                #expect(await eventually { button(name, below: stage.page) != nil })
                let card = try #require(button(name, below: stage.page))
                #expect(card.grabFocus())
                #expect(stage.page.focusHolder === card)
                card.click()
                #expect(await eventually { button("Add to cart", below: stage.page) != nil })
                let opened = try #require(drawer("Add to cart", below: stage.page))
                for isForward in [true, false] {
                    var met: [ObjectIdentifier] = []
                    for _ in 0..<16 {
                        opened.moveFocus(forward: isForward)
                        let holder = try #require(stage.page.focusHolder)
                        #expect(opened.isFocusHereOrNowhere)
                        met.append(ObjectIdentifier(holder))
                    }
                    // More than one, and then the same again.
                    #expect((2..<16).contains(Set(met).count))
                }
                button("Close", below: opened)?.click()
                #expect(await eventually { !opened.isMapped && stage.page.focusHolder === card })
            }
        }

        @Test("SHOP-4 The app's own cart is shown in a drawer") func cart() async throws {
            var settings = ItemOverlays.Settings()
            settings.cart = { Label("Two shirts") }
            let stage = try await stage(settings: settings)
            try await withWindow(stage.page, width: 900, height: 600) { _ in
                #expect(await eventually { button("Cart", below: stage.page) != nil })
                button("Cart", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("Two shirts") })
                // Escape closes the drawer wherever the focus is, and only then the page.
                var isClosed = false
                stage.page.onClose = { isClosed = true }
                #expect(stage.page.pressed(.escape, []))
                #expect(await eventually { !texts(below: stage.page).contains("Two shirts") })
                #expect(!isClosed)
                button("Cart", below: stage.page)?.click()
                #expect(await eventually { texts(below: stage.page).contains("Two shirts") })
                button("Close", below: try #require(drawer("Two shirts", below: stage.page)))?.click()
                #expect(await eventually { !texts(below: stage.page).contains("Two shirts") })
            }
        }

        @Test("A failed request is shown in the list, in the user's language and direction") func failure() async throws {
            let stage = try await LayerStage(language: "ar") { service, video in
                video.products = [.init(id: "p1", position: 0)]
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: [LayerStage.shirt()]))
            }
            try await withWindow(stage.page, width: 400, height: 720) { _ in
                let name = FeedLanguage.arabic.text(.products, count: 1)
                #expect(await eventually { button(name, below: stage.page) != nil })
                #expect(button(name, below: stage.page)?.isRightToLeft == true)
            }
        }

        private func drawer(_ text: String, below widget: WindowboxGTK.Widget) -> Drawer? {
            var found: Drawer?
            BindingCounts.visit(widget) { widget in
                if let drawer = widget as? Drawer, texts(below: drawer).contains(text) { found = drawer }
            }
            return found
        }
    }
}

extension Button {
    /// Activates it as a user does.
    func click() { gtk_widget_activate(widget) }
}
