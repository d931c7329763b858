// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCaptions
import WindowboxContract
import WindowboxFeedKit
import WindowboxKit

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// Screenshots of shops and live streams over a video, for review, in the folder `WINDOWBOX_GALLERY`.
    @MainActor struct LayerGallery {
        private func takeShop(_ look: GalleryLook) async throws {
            let address = try GeneratedStreams.named("vod-cmaf").address
            func stage() async throws -> LayerStage {
                try await LayerStage(language: look.language) { service, video in
                    (video.hlsURL, video.posterURL) = (address, FeedStage.poster)
                    video.products = [.init(id: "p1", position: 0), .init(id: "p2", position: 1)]
                    var shirt = LayerStage.shirt()
                    shirt.description = "Washed cotton, made to last. <i>Not italic.</i>"
                    service.calls.answer("/v1/videos/v1/products", ResourceList(data: [shirt, .sample("p2")]))
                }
            }
            let card = "Shirt <b>bold</b>"
            let cards = try await stage()
            let texts = cards.host.sdk.language
            try await look.take("shop-cards", cards.page) {
                await eventually { button(texts.text(.products, count: 2), below: cards.page) != nil }
            }
            let product = try await stage()
            try await look.take("shop-product", product.page) {
                guard await eventually({ button(texts.text(.showProduct, ["name": card]), below: product.page) != nil }) else {
                    return false
                }
                button(texts.text(.showProduct, ["name": card]), below: product.page)?.click()
                return await eventually { button(texts.text(.addToCart), below: product.page) != nil }
            }
            let list = try await stage()
            try await look.take("shop-list", list.page) {
                let all = texts.text(.products, count: 2)
                guard await eventually({ button(all, below: list.page) != nil }) else { return false }
                button(all, below: list.page)?.click()
                return await eventually { button(texts.text(.showProduct, ["name": "Product p2"]), below: list.page) != nil }
            }
            try await takeCart(look, texts)
            try await takeDeck(look, texts)
        }

        private func takeDeck(_ look: GalleryLook, _ texts: FeedLanguage) async throws {
            let stage = try await FeedStage(language: look.language)
            stage.service.answer("/v1/videos/v0/products", ResourceList(data: [LayerStage.shirt(), .sample("p2")]))
            let feed = try await stage.feed(3, stream: "vod-cmaf", configuration: .playerDeck()) { video, index in
                if index == 0 { video.products = [.init(id: "p1", position: 0), .init(id: "p2", position: 1)] }
                if index > 0 { (video.type, video.liveStatus) = (.liveStream, index == 1 ? .live : .idle) }
            }
            let deck = PlayerDeckView(feed, host: stage.host)
            let overlays = ItemOverlays(stage.host, shopping: Shopping(stage.host.sdk))
            overlays.attach(to: deck)
            let all = texts.text(.products, count: 2)
            try await look.take("shop-deck", deck, width: look.page.width, height: 560) {
                guard await eventually({ button(all, below: deck) != nil }) else { return false }
                button(all, below: deck)?.click()
                return await eventually { button(texts.text(.showProduct, ["name": "Product p2"]), below: deck) != nil }
            }
        }

        private func takeCart(_ look: GalleryLook, _ texts: FeedLanguage) async throws {
            var settings = ItemOverlays.Settings()
            let place = CartPlace()
            settings.cart = { place.make() }
            let address = try GeneratedStreams.named("vod-cmaf").address
            let stage = try await LayerStage(language: look.language, settings: settings) { service, video in
                (video.hlsURL, video.posterURL) = (address, FeedStage.poster)
                video.products = [.init(id: "p1", position: 0)]
                service.calls.answer("/v1/videos/v1/products", ResourceList(data: [LayerStage.shirt()]))
            }
            let keeper = CartKeeper(stage.host.sdk) { "4711" }
            place.make = { CartView(keeper, host: stage.host) }
            for unit in LayerStage.shirt().units {
                _ = await keeper.shopping(stage.shopping, selected: SelectedProductVariant(LayerStage.shirt(), unit), in: nil)
            }
            let cart = "\(texts.text(.cart)): \(texts.text(.products, count: 2))"
            try await look.take("shop-cart", stage.page) {
                guard await eventually({ button(cart, below: stage.page) != nil }) else { return false }
                button(cart, below: stage.page)?.click()
                return await eventually { button(texts.text(.placeOrder), below: stage.page) != nil }
            }
        }

        /// A cart that is created once the stage exists.
        private final class CartPlace {
            var make: @MainActor () -> WindowboxGTK.Widget = { Label() }
        }

        private func takeLive(_ look: GalleryLook) async throws {
            let stream = LayerStage.live { ($0.viewers, $0.likes, $0.announcement) = (1200, 34, "Everything is 20 % off today") }
            let stage = try await LayerStage(language: look.language) { service, video in
                video.posterURL = FeedStage.poster
                (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, .live, "l1")
                service.calls.answer("/v1/live_streams/l1", stream)
            }
            try await look.take("live-chat", stage.page) {
                guard await eventually({ stage.service.isOpen }) else { return false }
                sendChat(stage)
                stage.service.send(.subtitle, ["lang": "en", "text": "Good evening, and welcome to our small shop"])
                return await eventually {
                    texts(below: stage.page).contains("Hello all!") && stage.page.slide?.captions.overlay.cues.isEmpty == false
                }
            }
            try await takeGame(look)
        }

        private func sendChat(_ stage: LayerStage) {
            for (index, text) in ["Hello all!", "مرحبا بالجميع", "<b>How much</b> is the shirt?", "10 €, until noon"].enumerated() {
                stage.service.send(
                    .chatAdded,
                    [
                        "id": .string("m\(index)"), "guest_id": "g", "username": .string(index == 3 ? "Shop" : "Ann"),
                        "text": .string(text), "private": false, "deleted": false, "host": .bool(index == 3),
                    ])
            }
        }

        private func takeGame(_ look: GalleryLook) async throws {
            let stage = try await LayerStage(language: look.language) { service, video in
                video.posterURL = FeedStage.poster
                (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, .live, "l1")
                service.calls.answer("/v1/live_streams/l1", LayerStage.live { $0.viewers = 1200 })
            }
            try await look.take("live-game", stage.page) {
                guard await eventually({ stage.service.isOpen }) else { return false }
                sendChat(stage)
                stage.service.send(
                    .interactionLaunched,
                    [
                        "id": "i1", "live_stream_id": "l1", "type": "giveaway", "prompt": "Win a shirt: which colour?", "state": "active",
                        "options": [["id": "a", "text": "Red"], ["id": "b", "text": "Blue"]], "collect_email": true, "winner_count": 1,
                        "terms": ["url": "https://example.org", "required": true, "name": "Terms"],
                    ])
                return await eventually { button(stage.host.sdk.language.text(.takePart), below: stage.page) != nil }
            }
        }

        private func takePanel(_ look: GalleryLook, _ name: String, _ stream: LiveStream, isLocked: Bool = false) async throws {
            var player = FeedStage.staying
            player.countdownTimer.isHidden = false
            let stage = try await LayerStage(language: look.language, player: player) { service, video in
                video.posterURL = FeedStage.poster
                (video.type, video.liveStatus, video.liveStreamID, video.locked) = (.liveStream, stream.status, "l1", isLocked)
                service.calls.answer("/v1/live_streams/l1", stream)
            }
            try await look.take(name, stage.page) {
                await eventually { stage.service.calls.calls.contains("GET /v1/live_streams/l1") }
            }
        }

        @Test(
            "Shops and live streams in all states", .enabled(if: GalleryLook.folder != nil, "set WINDOWBOX_GALLERY"),
            arguments: GalleryLook.allCases)
        func pictures(_ look: GalleryLook) async throws {
            try await takeShop(look)
            try await takeLive(look)
            try await takePanel(look, "live-locked", LayerStage.live(), isLocked: true)
            try await takePanel(look, "live-ended", LayerStage.live("l1", .completed))
            try await takePanel(look, "live-countdown", LayerStage.live("l1", .idle) { $0.scheduledAt = Date().addingTimeInterval(1800) })
            GTKStyleSheet.preferDark()
        }
    }
}
