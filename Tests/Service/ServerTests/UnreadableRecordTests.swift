// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Testing
import WindowboxContract

@testable import WindowboxCatalogue
@testable import WindowboxServer

/// Records that can't be read, as if another program or a damaged disk had changed the database.
@Suite("Unreadable records", .onEachDatabase) struct UnreadableRecordTests {
    private static let kinds = [
        "channels": VideoChannel.kind, "videos": Video.kind, "playlists": Playlist.kind, "playlist_groups": PlaylistGroup.kind,
        "live_streams": LiveStream.kind, "interactions": Interaction.kind, "apps": ClientApp.kind, "ad_configs": AdConfiguration.kind,
        "ad_campaigns": AdCampaign.kind, "business_stores": BusinessStore.kind, "products": Product.kind, "webhooks": Webhook.kind,
    ]

    private static func with(_ body: @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            for (id, business) in [("c1", "b1"), ("c2", "b1"), ("c9", "b2")] { try await service.addChannel(id, business: business) }
            for number in 0..<3 { try await service.addVideo("v\(number)", ["tag"], minute: number) { $0.products = ["p1"] } }
            try await service.addLive("l1", .idle)
            var poll = Interaction(id: "i1", type: .poll, prompt: "Which?")
            poll.videoID = "v0"
            poll.options = [InteractionOption(id: "a", text: "A"), InteractionOption(id: "b", text: "B")]
            var playlist = Playlist(id: "pl1", channelID: "c1", name: "List")
            playlist.items = ["v0", "v1", "v2"].enumerated().map { PlaylistItem(videoID: $1, position: $0) }
            var app = ClientApp(id: "a1", name: "App", createdAt: service.clock.now)
            app.businessID = "b1"
            let (resources, now) = (service.catalogue.resources, service.clock.now)
            try await resources.save(app, at: now)
            try await resources.save(poll, at: now)
            try await resources.save(playlist, at: now)
            try await resources.save(PlaylistGroup(id: "g1", businessID: "b1", name: "Group"), at: now)
            try await resources.save(AdConfiguration(id: "ac1", appID: "a1", placement: .feed, provider: .vast, tagURL: "/x"), at: now)
            try await resources.save(AdCampaign.blank(id: "cp1", business: "b1", at: now), at: now)
            try await resources.save(BusinessStore(id: "s1", businessID: "b1", name: "Store", currency: "EUR"), at: now)
            try await resources.save(Product(id: "p1", storeID: "s1", externalID: "e1", name: "Coat", currency: "EUR"), at: now)
            try await resources.save(
                Webhook(id: "w1", businessID: "b1", url: "https://a.test/", types: ["*"], secret: String(repeating: "s", count: 43)),
                at: now)
            try await body(service, try await Manager(service))
        }
    }

    private static func write(_ service: RunningService, _ statement: SQL) async throws {
        let store = try #require(service.catalogue.resources as? SQLResources).store
        _ = try await store.write { try $0.execute(statement) }
    }

    private static func damage(_ service: RunningService, _ kind: String, _ id: String, _ document: String = "{\"id\":") async throws {
        try await write(service, "UPDATE resource SET document = \(document) WHERE kind = \(kind) AND id = \(id)")
    }

    @Test(
        "An unreadable record is named in its list, reported by ID, and can be deleted; others stay listed", arguments: kinds.keys.sorted())
    func lists(path: String) async throws {
        try await Self.with { service, manager in
            let kind = try #require(Self.kinds[path])
            let all = try await manager.send(.GET, "/v1/admin/\(path)?page_size=100").json(ResourceList<JSONValue>.self)
            guard case .string(let id)? = all.data.last?["id"] else { throw CancellationError() }
            try await Self.damage(service, kind, id)
            let reply = try await manager.send(.GET, "/v1/admin/\(path)?page_size=100")
            #expect(reply.status == 200, "\(reply.text)")
            let list = try reply.json(ResourceList<JSONValue>.self)
            #expect(list.data == all.data.dropLast())
            #expect(list.damaged?.map(\.id) == [id])
            // Pages are as long as before, and continue after it.
            let first = try await manager.send(.GET, "/v1/admin/\(path)?page_size=1").json(ResourceList<JSONValue>.self)
            #expect(first.data.count + (first.damaged?.count ?? 0) == 1)
            // Its parts come first, if it has some that were created before.
            let one = try await manager.send(.GET, "/v1/admin/\(path)/\(id)")
            #expect(one.status == 500)
            #expect(one.code == .damagedRecord)
            let stranger = try await Manager(service, business: "b2")
            for method in [HTTPMethod.GET, .PATCH, .DELETE] {
                let reply = try await stranger.send(method, "/v1/admin/\(path)/\(id)", json: method == .PATCH ? "{}" : nil)
                #expect(reply.code == .notFound, "\(method): \(reply.text)")
            }
            #expect(try await stranger.send(.GET, "/v1/admin/\(path)").json(ResourceList<JSONValue>.self).damaged == nil)
            for part in Self.parts[path] ?? [] {
                #expect(try await manager.send(.DELETE, "/v1/admin/\(path)/\(id)").code == .conflict)
                #expect(try await manager.send(.DELETE, "/v1/admin/\(part)").status == 204, "\(part)")
            }
            let removal = try await manager.send(.DELETE, "/v1/admin/\(path)/\(id)")
            #expect(removal.status == 204, "\(removal.text)")
            #expect(try await manager.send(.GET, "/v1/admin/\(path)?page_size=100").json(ResourceList<JSONValue>.self).damaged == nil)
        }
    }

    /// What must be deleted before the oldest item of a list.
    private static let parts = [
        "channels": ["live_streams/l1", "videos/v-l1", "videos/v0", "videos/v1", "videos/v2", "playlists/pl1"],
        "apps": ["ad_configs/ac1"], "videos": ["live_streams/l1"], "business_stores": ["products/p1"],
    ]

    @Test("An unreadable record is repaired by setting the wrong field, as far as a new one may") func repair() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/videos/v1"
            let text = try await manager.send(.GET, path).text
            try await Self.damage(service, Video.kind, "v1", text.replacing("\"status\":\"ready\"", with: "\"status\":7"))
            let one = try await manager.send(.GET, path)
            #expect(one.code == .damagedRecord)
            #expect(one.error?.field == "status")
            #expect(try await manager.send(.PATCH, path, json: #"{"caption":"x"}"#).error?.field == "status")
            let foreign = try await manager.send(.PATCH, path, json: #"{"status":"ready","channel_id":"c9"}"#)
            #expect(foreign.status == 422, "\(foreign.text)")
            let repaired = try await manager.send(.PATCH, path, json: #"{"status":"ready","id":"other"}"#)
            #expect(repaired.status == 200, "\(repaired.text)")
            let video = try repaired.json(Video.self)
            #expect(video.id == "v1")
            #expect(video.products == ["p1"])
            #expect(try await service.client().get("/v1/videos/v1").status == 200)
            // A record that isn't JSON is created again.
            try await Self.damage(service, VideoChannel.kind, "c2", "\u{1}\u{2}")
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c2", json: "{}").error?.field == "name")
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c2", json: #"{"name":"New"}"#).status == 200)
            #expect(try await manager.send(.GET, "/v1/admin/channels/c2").json(VideoChannel.self).name == "New")
        }
    }

    @Test("An unreadable stream keeps its access code when repaired, and its video out of feeds until then") func lockedStream()
        async throws
    {
        try await Self.with { service, manager in
            let path = "/v1/admin/live_streams/l1"
            #expect(try await manager.send(.PATCH, path, json: #"{"access_code":"open"}"#).status == 200)
            let client = try await service.client()
            func fed() async throws -> [String] {
                try await client.post("/v1/feeds", FeedRequest(source: .channel("c1", isPersonal: false), pageSize: 50))
                    .json(FeedPage.self).items.compactMap { $0.video?.id }
            }
            #expect(try await fed().contains("v-l1"))
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let kept = try await store.read { try $0.rows("SELECT document FROM resource WHERE kind = 'live_stream'").first?.text(0) }
            try await Self.damage(service, LiveStream.kind, "l1", try #require(kept).replacing("\"hosts\":[]", with: "\"hosts\":[7]"))
            #expect(try await Set(fed()) == ["v0", "v1", "v2"])
            let video = try await client.get("/v1/videos/v-l1")
            #expect((try? video.json(Video.self))?.hlsURL == nil, "\(video.text)")
            #expect(try await manager.send(.PATCH, path, json: #"{"hosts":[]}"#).status == 200)
            #expect(try await service.catalogue.resources.find(LiveStream.self, id: "l1")?.isLocked == true)
        }
    }

    @Test("An unreadable record does not affect feeds, searches, pages and updates") func viewers() async throws {
        try await Self.with { service, manager in
            try await Self.damage(service, Video.kind, "v1")
            try await Self.damage(service, Playlist.kind, "pl1")
            try await Self.damage(service, Webhook.kind, "w1")
            try await Self.damage(service, AdConfiguration.kind, "ac1")
            let client = try await service.client(app: "a1")
            for source in [FeedSource.discover, .channel("c1", isPersonal: false), .hashtag(channel: "c1", filter: "tag")] {
                let reply = try await client.post("/v1/feeds", FeedRequest(source: source, pageSize: 50))
                #expect(reply.status == 200, "\(reply.text)")
                let ids = try reply.json(FeedPage.self).items.compactMap { $0.video?.id }
                #expect(Set(ids).isSuperset(of: ["v0", "v2"]))
                #expect(!ids.contains("v1"))
            }
            for path in ["/v1/products/p1/videos", "/v1/config"] { #expect(try await client.get(path).status == 200, "\(path)") }
            for path in ["/", "/?channel=c1", "/watch/v0"] { #expect(try await service.get(path).status == 200, "\(path)") }
            let hidden = try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"visibility":"private"}"#)
            #expect(hidden.status == 200, "\(hidden.text)")
            #expect(try await manager.send(.PATCH, "/v1/admin/videos/v0", json: #"{"caption":"New"}"#).status == 200)
            try await service.service.rotateSecrets()
            #expect(await Housekeeping(service.service, logger: Logger(label: "test")).tidy(at: service.clock.now) == [])
        }
    }

    @Test("The log names an unreadable record without its content") func log() throws {
        let record = UnreadableRecord(id: "v1", parentID: "c1", document: "s3cret")
        #expect("\(UnreadableRecordError<Video>(record: record))".contains("video v1"))
        #expect(!"\(UnreadableRecordError<Video>(record: record))".contains("s3cret"))
        #expect(!"\(record)".contains("s3cret"))
    }

    @Test("With an unreadable app the viewer pages use the next one") func pages() async throws {
        try await Self.with { service, _ in
            var other = ClientApp(id: "a2", name: "App", createdAt: service.clock.now)
            other.businessID = "b1"
            try await service.catalogue.resources.save(other, at: service.clock.now.addingTimeInterval(60))
            try await Self.write(service, "UPDATE resource SET document = '{' WHERE kind = 'app' AND id <> 'a2'")
            #expect(try await service.get("/").status == 200)
        }
    }

    @Test("An unreadable job or webhook delivery blocks no other") func queues() async throws {
        try await Self.with { service, _ in
            let (jobs, now) = (service.catalogue.jobs, service.clock.now)
            let bad = try await jobs.add(kind: "k", payload: [:], key: nil, runAt: now, maxAttempts: 1, at: now)
            let good = try await jobs.add(
                kind: "k", payload: ["a": 1], key: nil, runAt: now.addingTimeInterval(1), maxAttempts: 1, at: now)
            try await Self.write(service, "UPDATE job SET payload = '{' WHERE id = \(bad.id)")
            let later = now.addingTimeInterval(10)
            #expect(try await jobs.take(kinds: ["k"], worker: "w", for: 60, at: later)?.payload == .null)
            #expect(try await jobs.take(kinds: ["k"], worker: "w", for: 60, at: later)?.id == good.id)
            #expect(try await service.catalogue.webhooks.publish("video_created", business: "b1", data: [:], at: now) == 1)
            try await Self.damage(service, Webhook.kind, "w1")
            let deliveries = WebhookDeliveries(service.service, logger: Logger(label: "test"))
            // Deliveries of earlier events, and this one.
            while try await deliveries.sendOne(at: now) {}
            let failed = try await service.catalogue.webhooks.deliveries(of: "w1", before: nil, limit: 100)
            #expect(!failed.isEmpty)
            for delivery in failed { #expect(delivery.attempts.last?.error?.contains("can't be read") == true) }
            try await Self.write(service, "UPDATE delivery SET message = 'x', attempts = 'y'")
            let list = try await service.catalogue.webhooks.deliveries(of: "w1", before: nil, limit: 100)
            #expect(list.map(\.id) == failed.map(\.id))
        }
    }

    @Test("An unreadable order is named, repaired by confirming it again, and does not prevent export and erasure of guests")
    func orders() async throws {
        try await Self.with { service, manager in
            let guest = try await service.client(app: "a1")
            let id = try await guest.get("/v1/guests/me").json(JSONValue.self)["guest"]?["id"]?.text ?? ""
            let order =
                #"{"order":{"order_id":"1","order_value":"10","currency":"EUR","subtotal":"10","line_items":[]},"guest_id":"\#(id)"}"#
            let made = try await manager.send(.POST, "/v1/admin/orders", json: order).json(ShopOrder.self)
            #expect(try await manager.send(.PUT, "/v1/admin/orders/\(made.id)/refunded", json: #"{"refunded":"4"}"#).status == 200)
            let claim = #"{"order_id":"2","order_value":"10","currency":"EUR","subtotal":"10","line_items":[]}"#
            #expect(try await guest.send(.POST, "/v1/purchases", json: claim).status == 202)
            try await Self.write(service, "UPDATE shop_order SET document = '{'")
            try await Self.write(service, "UPDATE purchase SET document = '{'")
            let list = try await manager.send(.GET, "/v1/admin/orders").json(ResourceList<ShopOrder>.self)
            #expect(list.data.isEmpty)
            #expect(list.damaged?.map(\.id) == [made.id])
            let again = try await manager.send(.POST, "/v1/admin/orders", json: order)
            #expect(again.status == 200, "\(again.text)")
            let repaired = try again.json(ShopOrder.self)
            #expect(repaired.id == made.id)
            #expect(repaired.refunded == Amount("4"))
            try await Self.write(service, "UPDATE shop_order SET document = '{'")
            #expect(try await service.catalogue.guests.export(id) != nil)
            #expect(try await service.catalogue.guests.erase(id))
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let left = try await store.read { connection in
                try connection.rows(
                    "SELECT guest FROM shop_order WHERE guest IS NOT NULL UNION SELECT guest FROM purchase WHERE guest IS NOT NULL")
            }
            #expect(left.isEmpty)
        }
    }

    @Test("An unreadable video may have been published, so who may only write drafts neither replaces nor deletes it") func drafts()
        async throws
    {
        try await Self.with { service, _ in
            let author = try await Manager(service, scopes: ["drafts:write", "videos:read"])
            try await Self.damage(service, Video.kind, "v1")
            let json = #"{"channel_id":"c1","access":"private"}"#
            for (method, json) in [(HTTPMethod.PATCH, json), (.DELETE, nil)] {
                let reply = try await author.send(method, "/v1/admin/videos/v1", json: json)
                #expect(reply.status == 403 && reply.code == .insufficientScope, "\(method): \(reply.status) \(reply.text)")
            }
        }
    }
}
