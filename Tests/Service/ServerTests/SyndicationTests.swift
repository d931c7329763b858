// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxXML

@testable import WindowboxServer

@Suite("For feed readers and search engines", .onEachDatabase) struct SyndicationTests {
    private static let hostile = "</title><script>alert(1)</script>]]>&amp; \u{FFFE}\u{1}"

    private static func channel(_ reply: Reply) throws -> MarkupElement {
        try #require(try MarkupDocument.read(Array(reply.body), mode: .strict).root.first("channel"))
    }

    @Test("A channel's RSS lists its videos, newest first, with user text escaped") func rss() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1") { ($0.name, $0.language) = (Self.hostile, "en") }
            try await service.addVideo("v1", minute: 2) { ($0.caption, $0.posterURL) = (Self.hostile, "/media/videos/v1/poster.jpg") }
            try await service.addVideo("v2", minute: 1)
            // Creates the app whose videos are shown.
            _ = try await service.client()
            let reply = try await service.get("/rss.xml?channel=c1")
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply["Content-Type"] == "application/rss+xml; charset=utf-8")
            let channel = try Self.channel(reply)
            #expect(channel.first("title")?.text.hasPrefix("</title><script>alert(1)</script>]]>&amp;") == true)
            #expect(channel.children.allSatisfy { $0.name != "script" })
            let items = channel.all("item")
            let links = items.compactMap { $0.first("link")?.text }
            #expect(links == ["\(service.address)/watch/v2", "\(service.address)/watch/v1"])
            #expect(items.compactMap { $0.first("guid")?.text } == links)
            #expect(items.compactMap { $0.first("pubDate")?.text }.count == 2)
            #expect(items.contains { $0.first("title")?.text.hasPrefix("</title>") == true })
            let page = try await service.get("/?channel=c1")
            #expect(page.text.contains("href=\"/rss.xml?channel=c1\""))
        }
    }

    @Test("Videos that aren't public are in neither the RSS nor the sitemap") func hidden() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addChannel("private") { $0.visibility = .owners }
            try await service.addVideo("open")
            try await service.addVideo("blocked") { $0.blockingReason = "legal" }
            try await service.addVideo("over") { $0.availableUntil = service.clock.now.addingTimeInterval(-1) }
            try await service.addVideo("own") { $0.access = .ownApps }
            try await service.addVideo("later") { $0.publishedAt = service.clock.now.addingTimeInterval(3600) }
            try await service.addVideo("inside", channel: "private")
            try await service.addChannel("apps") { $0.visibility = .ownApps }
            try await service.addVideo("within", channel: "apps")
            // An app of the business may show all of it, but not to everybody.
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            _ = try await service.client()
            let feed = try Self.channel(try await service.get("/rss.xml?channel=c1"))
            #expect(feed.all("item").map { $0.first("link")?.text } == ["\(service.address)/watch/open"])
            for path in ["/rss.xml?channel=private", "/rss.xml?channel=apps", "/rss.xml?channel=none", "/rss.xml", "/rss.xml?channel=%00"] {
                #expect(try await service.get(path).status == 404, "\(path)")
            }
            let map = try await service.get("/sitemap.xml")
            #expect(try MarkupDocument.read(Array(map.body), mode: .strict).root.name == "urlset")
            #expect(map["Content-Type"] == "application/xml; charset=utf-8")
            let base = service.address
            #expect(map.text.contains("<loc>\(base)/watch/open</loc>"))
            #expect(map.text.contains("<loc>\(base)/?channel=c1</loc>"))
            for id in ["blocked", "over", "own", "later", "inside", "private", "within", "apps"] {
                #expect(!map.text.contains(id), "\(id)")
            }
            #expect(try await service.get("/robots.txt").text.contains("Sitemap: \(base)/sitemap.xml"))
        }
    }

    @Test("The sitemap is made anew when something changes, appears or expires, and after what another process did") func cache()
        async throws
    {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            let now = service.clock.now
            try await service.addVideo("first")
            try await service.addVideo("ending") { $0.availableUntil = now.addingTimeInterval(2) }
            try await service.addVideo("coming") { $0.publishedAt = now.addingTimeInterval(4) }
            _ = try await service.client()
            func listed() async throws -> Set<String> {
                let text = try await service.get("/sitemap.xml").text
                return Set(text.matches(of: /watch\/(\w+)</).map { String($0.1) })
            }
            #expect(try await listed() == ["first", "ending"])
            service.clock.advance(by: 2)
            #expect(try await listed() == ["first"])
            service.clock.advance(by: 2)
            #expect(try await listed() == ["first", "coming"])
            try await service.addVideo("second")
            #expect(try await listed() == ["first", "coming", "second"])
            let other = try await Catalogue(service.database)
            _ = try await other.resources.update(Video.self, id: "first", at: now) { $0.blockingReason = "legal" }
            try await other.close()
            // This process can't know of it at once.
            #expect(try await listed().contains("first"))
            service.clock.advance(by: SiteMapCache.life)
            #expect(try await listed() == ["coming", "second"])
            _ = try await service.catalogue.resources.update(Video.self, id: "second", at: now) { $0.blockingReason = "legal" }
            #expect(try await listed() == ["coming"])
        }
    }
}
