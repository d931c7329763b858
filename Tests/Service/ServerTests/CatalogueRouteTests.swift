// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Resources by ID", .onEachDatabase) struct CatalogueRouteTests {
    @Test("A guest sees only what is public") func visibility() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addChannel("c2") { $0.visibility = .owners }
            try await service.addVideo("open")
            try await service.addVideo("private") { $0.access = .owners }
            try await service.addVideo("pending") { $0.status = .pending }
            try await service.addVideo("later", minute: -5)
            try await service.addVideo("hidden", channel: "c2")
            let client = try await service.client()
            let video = try await client.get("/v1/videos/open").json(Video.self)
            #expect(video.caption == "Video open")
            #expect(video.hlsURL == "https://example.org/open.m3u8")
            for path in [
                "videos/private", "videos/pending", "videos/later", "videos/hidden", "videos/none", "channels/c2", "channels/none",
            ] {
                let reply = try await client.get("/v1/\(path)")
                #expect(reply.status == 404, "\(path)")
                #expect(reply.code == .notFound, "\(path)")
            }
            #expect(try await client.get("/v1/channels/c1").json(VideoChannel.self).name == "c1")
            service.clock.advance(by: 301)
            #expect(try await client.get("/v1/videos/later").status == 200)
        }
    }

    @Test("A region-blocked video is refused in that country") func regions() async throws {
        try await RunningService.with(
            { settings, _ in
                settings.proxies.ranges = [NetworkRange("127.0.0.1")].compactMap { $0 }
                settings.proxies.countryField = .init("X-Country")
            }
        ) { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1") { $0.regions = Regions(allow: ["CH"]) }
            let client = try await service.client()
            #expect(try await client.get("/v1/videos/v1", [("X-Country", "ch")]).status == 200)
            for country in ["DE", "", "CHE", "<>"] {
                let reply = try await client.get("/v1/videos/v1", [("X-Country", country)])
                #expect(reply.status == 403, "\(country)")
                #expect(reply.code == .regionBlocked, "\(country)")
            }
            let page = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1")), [("X-Country", "DE")]).json(FeedPage.self)
            #expect(page.items.first?.video?.regionBlocked == true)
            #expect(page.items.first?.video?.hlsURL == nil)
        }
    }

    @Test("A playlist lists its available videos in order") func playlists() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for id in ["a", "b", "c"] { try await service.addVideo(id) { if id == "b" { $0.access = .owners } } }
            var playlist = Playlist(id: "p1", channelID: "c1", name: "List")
            playlist.items = [("c", 0), ("b", 1), ("a", 2)].map { PlaylistItem(videoID: $0, position: $1) }
            var off = Playlist(id: "p2", channelID: "c1", name: "Off")
            off.enabled = false
            try await service.catalogue.resources.save([playlist, off], at: service.clock.now)
            var group = PlaylistGroup(id: "g1", businessID: "b1", name: "Group")
            group.playlistIDs = ["p2", "p1", "none"]
            try await service.catalogue.resources.save(group, at: service.clock.now)
            let client = try await service.client()
            #expect(try await client.get("/v1/playlists/p1").json(Playlist.self).items.map(\.videoID) == ["c", "a"])
            #expect(try await client.get("/v1/playlists/p2").code == .notFound)
            #expect(try await client.get("/v1/playlist_groups/g1").json(PlaylistGroup.self).playlistIDs == ["p1"])
        }
    }

    @Test("A product is found by any identifier, its own ID first, in the given store") func products() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            func store(_ id: String, _ name: String) async throws {
                try await service.catalogue.resources.save(
                    BusinessStore(id: id, businessID: "b1", name: name, currency: "EUR"), at: service.clock.now)
                service.clock.advance(by: 1)
            }
            try await store("s1", "First")
            try await store("s2", "Second")
            func product(_ id: String, _ store: String, sku: String, gtin: String? = nil) throws -> Product {
                var product = Product(id: id, storeID: store, externalID: "ext-\(id)", name: id, currency: "EUR")
                var unit = ProductUnit(id: "u", externalID: "unit-\(id)", name: "M", price: try #require(Amount("5.28")))
                (unit.sku, unit.gtin, unit.mpn) = (sku, gtin, "mpn-\(id)")
                product.units = [unit]
                return product
            }
            var hidden = try product("p4", "s1", sku: "secret")
            hidden.hidden = true
            try await service.catalogue.resources.save(
                [product("p1", "s1", sku: "A"), product("p2", "s1", sku: "p1", gtin: "A"), product("p3", "s2", sku: "A/1 ü"), hidden],
                at: service.clock.now)
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let client = try await service.client()
            func find(_ name: String, _ query: String = "") async throws -> String? {
                let reply = try await client.get("/v1/products/\(name)\(query)")
                return reply.status == 200 ? try reply.json(Product.self).id : nil
            }
            #expect(try await find("p1") == "p1")
            #expect(try await find("ext-p2") == "p2")
            #expect(try await find("unit-p2") == "p2")
            #expect(try await find("mpn-p1") == "p1")
            // A GTIN takes precedence over a SKU.
            #expect(try await find("A") == "p2")
            #expect(try await find("p3") == nil)
            #expect(try await find("p3", "?store_id=s2") == "p3")
            #expect(try await find("A%2F1%20%C3%BC", "?store_id=s2") == "p3")
            #expect(try await find("secret") == nil)
            #expect(try await find("nothing") == nil)
            try await service.addVideo("v1") { $0.products = ["p1", "p4", "gone"] }
            try await service.addVideo("v2") { $0.products = ["p2"] }
            let shown = try await client.get("/v1/videos/v1/products").json(ResourceList<Product>.self)
            #expect(shown.data.map(\.id) == ["p1"])
            let videos = try await client.get("/v1/products/ext-p1/videos").json(ResourceList<Video>.self)
            #expect(videos.data.map(\.id) == ["v1"])
            #expect(try await client.get("/v1/products/ext-p1/videos?channel_id=none").code == .notFound)
        }
    }
}
