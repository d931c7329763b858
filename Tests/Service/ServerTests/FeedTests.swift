// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Feeds over HTTP", .onEachDatabase) struct FeedTests {
    private func ids(_ page: FeedPage) -> [String] { page.items.compactMap { $0.video?.id ?? $0.playlist?.id } }

    @Test("A feed is delivered page by page, each item once") func paging() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<7 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let made = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 3))
            #expect(made.status == 200)
            var page = try made.json(FeedPage.self)
            var found = ids(page)
            while let next = page.next {
                // The requests come late, and requesting a page again returns the same page.
                service.clock.advance(by: 299)
                let reply = try await client.get(next)
                #expect(try await client.get(next).body == reply.body)
                page = try reply.json(FeedPage.self)
                found += ids(page)
            }
            #expect(found == (0..<7).map { "v\($0)" })
        }
    }

    @Test("A feed expires after five minutes without requests") func expiry() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<3 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let page = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 1)).json(FeedPage.self)
            service.clock.advance(by: 301)
            let reply = try await client.get(try #require(page.next))
            #expect(reply.status == 410)
            #expect(reply.code == .feedExpired)
        }
    }

    @Test("A feed ends when its app is deleted") func appIsGone() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<3 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let page = try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"), pageSize: 1)).json(FeedPage.self)
            _ = try await service.catalogue.resources.delete(ClientApp.self, id: "app1")
            #expect(try await client.get(try #require(page.next)).code == .invalidToken)
        }
    }

    @Test("A forged cursor is refused") func cursors() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for number in 0..<9 { try await service.addVideo("v\(number)", minute: number) }
            let client = try await service.client()
            let request = FeedRequest(source: .channel("c1"), pageSize: 1)
            let page = try await client.post("/v1/feeds", request).json(FeedPage.self)
            let other = try await client.post("/v1/feeds", request).json(FeedPage.self)
            let next = try #require(page.next)
            let cursor = try #require(next.split(separator: "=").last.map(String.init))
            let signature = try #require(cursor.split(separator: ".").last)
            let wrong = [
                "1", "2", "1.", ".1", "2.\(signature)", "\(cursor)x", "\(cursor).x", "1.AAAAAAAAAAAAAAAAAAAAAA", "%00", "-1.\(signature)",
            ]
            for cursor in wrong {
                let reply = try await client.get("/v1/feeds/\(page.feedID)?cursor=\(cursor)")
                #expect(reply.code == .invalidCursor || reply.code == .invalidField, "\(cursor)")
            }
            // Cursors of another feed of the same guest, and of another guest.
            #expect(try await client.get("/v1/feeds/\(other.feedID)?cursor=\(cursor)").code == .invalidCursor)
            #expect(try await service.client().get(next).code == .feedExpired)
            #expect(try await client.get("/v1/feeds/\(page.feedID)").error?.field == "cursor")
        }
    }

    @Test("An error in an expression is reported with its offset") func expressions() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1", ["a", "b"])
            let client = try await service.client()
            let found = try await client.post("/v1/feeds", FeedRequest(source: .hashtag(channel: "c1", filter: "(and a (not c))")))
            #expect(try ids(found.json(FeedPage.self)) == ["v1"])
            for (filter, offset) in [("(and a", 6), ("()", 1), ("", 0), ("a b", 2), ("(sport food)", 1)] {
                let reply = try await client.post("/v1/feeds", FeedRequest(source: .hashtag(channel: "c1", filter: filter)))
                #expect(reply.status == 422)
                #expect(reply.code == .invalidFilterExpression)
                #expect(reply.error?.field == "source.filter")
                #expect(reply.error?.offset == offset, "\(filter)")
            }
        }
    }

    @Test(
        "An invalid request is refused with its field",
        arguments: [
            (#"{"source":{"type":"channel"}}"#, "source.channel_id"), (#"{"source":{"type":"nonsense"}}"#, "source.type"),
            (#"{"source":{"type":"discover"},"page_size":0}"#, "page_size"),
            (#"{"source":{"type":"discover"},"page_size":101}"#, "page_size"),
            (#"{"source":{"type":"discover"},"page_size":1.5}"#, "page_size"),
            (#"{"source":{"type":"discover"},"max_videos":0}"#, "max_videos"),
            (#"{"source":{"type":"discover"},"exclude_ids":["../x"]}"#, "exclude_ids[0]"), (#"{"source":[]}"#, "source"),
            (#"{"source":{"type":"dynamic","channel_id":"c1","parameters":{"a":"b"}}}"#, "source.parameters.a"),
            (#"{"source":{"type":"sku","channel_id":"c1","product_ids":[]}}"#, "source.product_ids"), ("{}", "source"),
            (#"{"source":{"type":"channel","channel_id":"none"}}"#, "source.channel_id"),
        ])
    func fields(body: String, field: String) async throws {
        try await RunningService.with { service in
            let reply = try await service.client().send(.POST, "/v1/feeds", json: body)
            #expect(reply.status == 422 || reply.status == 404)
            #expect(reply.error?.field == field)
        }
    }

    @Test("An app shows only its own channels") func allowedChannels() async throws {
        try await RunningService.with { service in
            for channel in ["c1", "c2"] {
                try await service.addChannel(channel)
                try await service.addVideo("v-\(channel)", channel: channel)
            }
            var app = ClientApp(id: "app2", name: "x", createdAt: service.clock.now)
            app.allowedChannels = ["c1"]
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let client = try await service.client(app: "app2")
            #expect(try await client.post("/v1/feeds", FeedRequest(source: .channel("c1"))).status == 200)
            let reply = try await client.post("/v1/feeds", FeedRequest(source: .channel("c2")))
            #expect(reply.code == .notFound)
            #expect(reply.error?.field == "source.channel_id")
            for path in ["/v1/channels/c2", "/v1/videos/v-c2", "/v1/compositions/urn:windowbox:video:v-c2"] {
                #expect(try await client.get(path).code == .notFound, "\(path)")
            }
            #expect(try await client.get("/v1/videos/v-c1").status == 200)
        }
    }

    @Test("No playlist, ID, group or similarity reveals videos of another channel") func roundabout() async throws {
        try await RunningService.with { service in
            for channel in ["c1", "c2"] {
                try await service.addChannel(channel)
                for id in ["a", "b"] { try await service.addVideo("\(id)-\(channel)", ["tag"], channel: channel) }
            }
            try await service.addChannel("hidden") { $0.visibility = .owners }
            var lists = ["c1", "c2", "hidden"].map { Playlist(id: "p-\($0)", channelID: $0, name: "x") }
            lists[0].items = ["a-c2", "a-c1"].enumerated().map { PlaylistItem(videoID: $1, position: $0) }
            lists[1].items = [PlaylistItem(videoID: "a-c2", position: 0)]
            try await service.catalogue.resources.save(lists, at: service.clock.now)
            var group = PlaylistGroup(id: "g1", businessID: "b1", name: "x")
            group.playlistIDs = lists.map(\.id)
            try await service.catalogue.resources.save(group, at: service.clock.now)
            var app = ClientApp(id: "app2", name: "x", createdAt: service.clock.now)
            app.allowedChannels = ["c1", "hidden"]
            try await service.catalogue.resources.save(app, at: service.clock.now)
            func ids(_ source: FeedSource, _ client: Client) async throws -> [String]? {
                let reply = try await client.post("/v1/feeds", FeedRequest(source: source))
                if reply.status == 404 { return nil }
                return try reply.json(FeedPage.self).items.compactMap { $0.video?.id ?? $0.playlist?.id }
            }
            func list(_ id: String) -> FeedSource {
                var source = FeedSource(type: .playlist)
                source.playlistID = id
                return source
            }
            let bound = try await service.client(app: "app2")
            #expect(try await ids(list("p-c1"), bound) == ["a-c1"])
            for source in [list("p-c2"), list("p-hidden"), .single("a-c2"), .single("none")] {
                #expect(try await ids(source, bound) == nil, "\(source)")
            }
            #expect(try await ids(.playlistGroup("g1"), bound) == ["p-c1"])
            #expect(try await ids(.channel("c1"), bound)?.sorted() == ["a-c1", "b-c1"])
            #expect(try await ids(.discover, bound)?.sorted() == ["a-c1", "b-c1"])
            let first = try await bound.post("/v1/feeds", FeedRequest(source: .playlistGroup("g1"))).json(FeedPage.self).items.first
            #expect(first?.playlist?.count == 1)
            let starts = ["a-c1", "b-c1"].map { ViewerEvent(id: $0, name: .start, ts: service.clock.now, videoID: $0) }
            #expect(try await bound.post("/v1/events", EventBatch(events: starts)).status == 202)
            service.clock.advance(by: 1)
            // All videos were seen, and similar ones elsewhere are not available to this app, so the feed starts again.
            #expect(try await ids(.channel("c1"), bound)?.sorted() == ["a-c1", "b-c1"])
            #expect(try await bound.get("/v1/playlist_groups/g1").json(PlaylistGroup.self).playlistIDs == ["p-c1"])
            // Another app may show everything.
            let free = try await service.client()
            #expect(try await ids(list("p-c1"), free) == ["a-c2", "a-c1"])
            #expect(try await ids(list("p-c2"), free) == ["a-c2"])
            #expect(try await ids(.single("a-c2"), free) == ["a-c2"])
            #expect(try await ids(.playlistGroup("g1"), free) == ["p-c1", "p-c2"])
            #expect(try await ids(.channel("c1"), free)?.count == 4)
        }
    }
}
