// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Studio pages", .onEachDatabase) struct StudioPageTests {
    private static let hostile = #"</textarea></script><img src=x onerror=alert(1)>"'& \#u{202E}drawkcab"#

    @Test("All pages exist, also without content") func empty() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            let paths = [
                "", "/videos", "/upload", "/channels", "/channels/new", "/playlists", "/playlists/new", "/groups", "/groups/new",
                "/hashtags",
                "/products", "/products/new", "/stores", "/stores/new", "/orders", "/purchases", "/live", "/live/new", "/apps", "/apps/new",
                "/webhooks",
                "/webhooks/new", "/figures", "/figures?days=90", "/videos?q=nothing",
            ]
            for path in paths {
                let page = try await browsing.get("/studio\(path)")
                #expect(page.status == 200, "\(path): \(page.text.suffix(400))")
                #expect(page["Content-Type"] == "text/html; charset=utf-8", "\(path): \(page.text.suffix(400))")
            }
            for path in [
                "/nothing", "/videos/none", "/live/none/parts", "/live/none/comments.csv", "/ads/new?app=none", "/videos/a/b",
                "/videos/none/captions?lang=en",
            ] {
                #expect(try await browsing.get("/studio\(path)").status == 404, "\(path)")
            }
            #expect(try await browsing.send(.DELETE, "/studio/videos").status == 405)
        }
    }

    @Test("Orders are listed as confirmed by shops, and unreadable ones are named above the list") func orders() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            var app = ClientApp(id: "a1", name: "App", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let browsing = try await StudioBrowsing.signedIn(service)
            let amount = try #require(Amount("19.90"))
            var id = ""
            for number in 0..<26 {
                service.clock.advance(by: 1)
                let request = PurchaseRequest(
                    orderID: "<b>\(number)</b>", orderValue: amount, currency: "EUR", subtotal: amount,
                    lineItems: [LineItem(sku: "shoe", price: amount, quantity: 3, productName: Self.hostile)])
                id = try await service.catalogue.orders.confirm(
                    OrderConfirmation(order: request, refunded: Amount("4")), business: "b1", at: service.clock.now
                ).order.id
            }
            let list = try await browsing.get("/studio/orders")
            #expect(list.text.contains("&lt;b&gt;25&lt;/b&gt;"))
            #expect(!list.text.contains("<b>25"))
            #expect(!list.text.contains("&lt;b&gt;0&lt;/b&gt;"))
            let next = try #require(list.text.firstMatch(of: #/href="(\?before_id=[^"]+)"/#)?.output.1)
            #expect(try await browsing.get("/studio/orders\(next)").text.contains("&lt;b&gt;0&lt;/b&gt;"))
            let one = try await browsing.get("/studio/orders/\(id)")
            #expect(one.text.contains("/v1/admin/orders/\(id)/refunded"))
            #expect(!one.text.contains("<img src=x"))
            #expect(try await browsing.get("/studio/orders/none").status == 404)
            let stranger = try await StudioBrowsing.signedIn(service, business: "b2")
            #expect(try await stranger.get("/studio/orders/\(id)").status == 404)
            #expect(try await !stranger.get("/studio/orders").text.contains("&lt;b&gt;"))
        }
    }

    @Test("User text is escaped everywhere") func hostile() async throws {
        try await RunningService.with { service in
            let text = Self.hostile
            let browsing = try await StudioBrowsing.signedIn(service, name: text)
            try await service.addChannel("c1") { ($0.name, $0.bio, $0.slug) = (text, text, "x") }
            try await service.addVideo("v1", ["a"]) { ($0.caption, $0.description) = (text, text) }
            try await service.addLive()
            var stream = try #require(try await service.catalogue.resources.find(LiveStream.self, id: "l1"))
            (stream.title, stream.announcement, stream.hosts) = (text, text, [text])
            try await service.catalogue.resources.save(stream, at: service.clock.now)
            try await service.addInteraction("i1", .poll, state: .active) {
                ($0.prompt, $0.options[0].text) = (text, text)
            }
            var message = ChatMessage(id: "m1", guestID: "g1", username: text, text: text)
            message.isPrivate = true
            let record = ChatRecord(id: "m1", streamID: "l1", guestID: "g1", message: message, createdAt: service.clock.now)
            try await service.catalogue.resources.save(record, at: service.clock.now)
            try await service.catalogue.resources.save(
                BusinessStore(id: "s1", businessID: "b1", name: text, currency: "EUR"), at: service.clock.now)
            var product = Product(id: "p1", storeID: "s1", externalID: text, name: text, currency: "EUR")
            product.units = [ProductUnit(id: "u1", externalID: "u1", name: text, price: try #require(Amount("19.90")))]
            product.images = [ProductImage(externalID: "i", url: "javascript:alert(1)")]
            try await service.catalogue.resources.save(product, at: service.clock.now)
            for path in [
                "", "/videos", "/videos/v1", "/videos/v1/analytics", "/channels", "/channels/c1", "/live", "/live/l1", "/live/l1/parts",
                "/live/l1/settings",
                "/products", "/products/p1", "/stores", "/stores/s1", "/videos?q=%3Cimg%20src%3Dx", "/hashtags?filter=%3Cimg%20src%3Dx",
                "/figures",
            ] {
                let page = try await browsing.get("/studio\(path)")
                #expect(page.status == 200, "\(path)")
                #expect(!page.text.contains("<img src=x"), "\(path)")
                #expect(!page.text.contains("src=\"javascript:"), "\(path)")
            }
        }
    }

    @Test("A page needs its scope, and the menu shows only accessible ones") func scopes() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service, scopes: ["channels:read", "videos:read"])
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            let overview = try await browsing.get("/studio").text
            #expect(overview.contains("href=\"/studio/videos\""))
            #expect(!overview.contains("href=\"/studio/upload\""))
            #expect(!overview.contains("href=\"/studio/live\""))
            #expect(!overview.contains("href=\"/studio/figures\""))
            for path in ["/upload", "/live", "/figures", "/webhooks", "/products", "/channels/new"] {
                let page = try await browsing.get("/studio\(path)")
                #expect(page.status == 403, "\(path)")
                #expect(page.text.contains("This needs the scope"), "\(path)")
            }
            let video = try await browsing.get("/studio/videos/v1").text
            #expect(video.contains("videos:write"))
            #expect(!video.contains("data-method=\"PATCH\""))
            let changed = try await browsing.send(
                .PATCH, "/v1/admin/videos/v1", [("X-Studio-Token", try await browsing.token())], json: #"{"caption":"x"}"#)
            #expect(changed.code == .insufficientScope)
        }
    }

    @Test("Another business's resources are not found") func others() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service, business: "b2")
            try await service.addChannel("c1")
            try await service.addVideo("v1", ["sea"]) { $0.caption = "Harbour" }
            try await service.addLive()
            for path in ["/videos/v1", "/channels/c1", "/live/l1", "/live/l1/parts", "/live/l1/comments.csv"] {
                #expect(try await browsing.get("/studio\(path)").status == 404, "\(path)")
            }
            #expect(try await !browsing.get("/studio/videos?q=harbour").text.contains("/studio/videos/v1"))
            #expect(try await !browsing.get("/studio/find/videos?q=harbour").text.contains("v1"))
            #expect(try await !browsing.get("/studio/hashtags?channel=c1&filter=sea").text.contains("/studio/videos/v1"))
        }
    }

    @Test("Videos are found by text, and a hashtag expression finds what a feed does or shows its error")
    func finding() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            try await service.addChannel("c1")
            try await service.addVideo("v1", ["sea", "blue"]) { $0.caption = "Harbour at dawn" }
            try await service.addVideo("v2", ["sea"]) { $0.caption = "Boats" }
            try await service.addVideo("v3", ["sea", "blue"]) { ($0.caption, $0.access) = ("Not yet", .owners) }
            let found = try await browsing.get("/studio/videos?q=harb").text
            #expect(found.contains("/studio/videos/v1"))
            #expect(!found.contains("/studio/videos/v2"))
            let feed = try await browsing.get("/studio/hashtags?channel=c1&filter=(and%20sea%20blue)").text
            #expect(feed.contains("One video"))
            #expect(feed.contains("/studio/videos/v1"))
            #expect(!feed.contains("/studio/videos/v3"))
            let wrong = try await browsing.get("/studio/hashtags?channel=c1&filter=(and%20sea").text
            #expect(wrong.contains("At character 9"))
            #expect(wrong.contains("<mark>"))
            #expect(wrong.contains("aria-invalid"))
            let names = try await browsing.get("/studio/find/videos?q=boat").text
            #expect(names == #"[{"id":"v2","text":"Boats"}]"#)
        }
    }

    @Test("Lists are paged") func paging() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            try await service.addChannel("c1")
            for number in 0..<30 {
                try await service.addVideo("v\(number)")
                service.clock.advance(by: 1)
            }
            let first = try await browsing.get("/studio/videos").text
            let link = try #require(first.firstMatch(of: /href="(\?before_id=v5\.[0-9a-z]+)" rel="next"/))
            #expect(!first.contains("rel=\"prev\""))
            let second = try await browsing.get("/studio/videos\(link.1)").text
            #expect(second.contains("/studio/videos/v4\""))
            #expect(second.contains(/href="\?since_id=v4\.[0-9a-z]+" rel="prev"/))
        }
    }

    @Test("Hosts see private and hidden messages, and only they see the key") func room() async throws {
        try await RunningService.with { service in
            let browsing = try await StudioBrowsing.signedIn(service)
            try await service.addLive { $0.ingest = LiveIngest(url: "rtmp://ingest.example/live", key: "k-secret") }
            var message = ChatMessage(id: "m1", guestID: "g1", username: "Zoe", text: "Whisper")
            (message.isPrivate, message.deleted) = (true, true)
            let record = ChatRecord(id: "m1", streamID: "l1", guestID: "g1", message: message, createdAt: service.clock.now)
            try await service.catalogue.resources.save(record, at: service.clock.now)
            let parts = try await browsing.get("/studio/live/l1/parts").text
            #expect(parts.contains("Whisper"))
            #expect(parts.contains("messages/m1/show"))
            #expect(parts.contains("k-secret"))
            #expect(!parts.contains("<html"))
            let table = try await browsing.get("/studio/live/l1/comments.csv")
            #expect(table.status == 200)
            #expect(table.text.contains("Whisper"))
            #expect(table["Content-Disposition"]?.hasPrefix("attachment") == true)
        }
    }
}
