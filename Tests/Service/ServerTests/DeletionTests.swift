// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("References to deleted resources", .onEachDatabase) struct DeletionTests {
    private static func seed(_ service: RunningService) async throws {
        try await service.addChannel("c1")
        for id in ["v1", "v2", "trailer"] { try await service.addVideo(id) }
        var playlist = Playlist(id: "pl1", channelID: "c1", name: "List")
        playlist.items = [PlaylistItem(videoID: "v1", position: 0), PlaylistItem(videoID: "v2", position: 1)]
        var group = PlaylistGroup(id: "g1", businessID: "b1", name: "Group")
        group.playlistIDs = ["pl1", "pl2"]
        let (resources, now) = (service.catalogue.resources, service.clock.now)
        try await resources.save([playlist, Playlist(id: "pl2", channelID: "c1", name: "Other")], at: now)
        try await resources.save(group, at: now)
        try await service.addLive("l1", .idle) { $0.trailerVideoID = "trailer" }
    }

    @Test("A playlist, a group and a stream can be updated after something they reference was deleted") func changes() async throws {
        try await RunningService.with { service in
            try await Self.seed(service)
            let manager = try await Manager(service)
            for path in ["videos/v1", "videos/trailer", "playlists/pl2"] {
                #expect(try await manager.send(.DELETE, "/v1/admin/\(path)").status == 204, "\(path)")
            }
            let changes = [
                ("playlists/pl1", #"{"name":"New"}"#), ("playlist_groups/g1", #"{"name":"New"}"#), ("live_streams/l1", #"{"title":"New"}"#),
                ("live_streams/l1", #"{"trailer_video_id":null}"#),
            ]
            for (path, body) in changes {
                let reply = try await manager.send(.PATCH, "/v1/admin/\(path)", json: body)
                #expect(reply.status == 200, "\(path): \(reply.text)")
            }
            // The list can be sent again in another order; new items must exist.
            let items = #"[{"video_id":"v2","position":0},{"video_id":"v1","position":1}]"#
            #expect(try await manager.send(.PUT, "/v1/admin/playlists/pl1/items", json: #"{"items":\#(items)}"#).status == 200)
            let wrong = try await manager.send(
                .PUT, "/v1/admin/playlists/pl1/items", json: #"{"items":[{"video_id":"v2","position":0},{"video_id":"gone","position":1}]}"#
            )
            #expect(wrong.status == 422)
            #expect(wrong.error?.field == "items[1].video_id")
            let group = try await manager.send(.PATCH, "/v1/admin/playlist_groups/g1", json: #"{"playlist_ids":["pl1","pl2","gone"]}"#)
            #expect(group.error?.field == "playlist_ids[2]")
            let trailer = try await manager.send(.PATCH, "/v1/admin/live_streams/l1", json: #"{"trailer_video_id":"gone"}"#)
            #expect(trailer.error?.field == "trailer_video_id")
            // Viewers see the remaining items.
            #expect(try await service.client().get("/v1/playlists/pl1").json(Playlist.self).items.map(\.videoID) == ["v2"])
        }
    }

    @Test("A resource with dependent parts can't be deleted") func parts() async throws {
        try await RunningService.with { service in
            try await Self.seed(service)
            let manager = try await Manager(service)
            func delete(_ path: String) async throws -> Reply { try await manager.send(.DELETE, "/v1/admin/\(path)") }
            func refuse(_ path: String, _ word: String) async throws {
                let reply = try await delete(path)
                #expect(reply.status == 409, "\(path): \(reply.text)")
                #expect(reply.error?.message.contains(word) == true, "\(path): \(reply.text)")
            }
            try await refuse("channels/c1", "videos")
            try await refuse("videos/v-l1", "live stream")
            for id in ["v1", "v2", "trailer"] { #expect(try await delete("videos/\(id)").status == 204) }
            #expect(try await delete("live_streams/l1").status == 204)
            #expect(try await delete("videos/v-l1").status == 204)
            try await refuse("channels/c1", "playlists")
            for id in ["pl1", "pl2"] { #expect(try await delete("playlists/\(id)").status == 204) }
            #expect(try await delete("channels/c1").status == 204)
            // Ads belong to an app.
            var app = ClientApp(id: "a1", name: "x", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            try await service.catalogue.resources.save(
                AdConfiguration(id: "ad1", appID: "a1", placement: .feed, provider: .vast, tagURL: "https://x.example"),
                at: service.clock.now)
            try await refuse("apps/a1", "ad configurations")
            #expect(try await delete("ad_configs/ad1").status == 204)
            #expect(try await delete("apps/a1").status == 204)
        }
    }

    @Test("A channel that has only a stream can't be deleted either") func streamWithoutVideo() async throws {
        try await RunningService.with { service in
            try await service.addLive("l1", .idle)
            _ = try await service.catalogue.resources.delete(Video.self, id: "v-l1")
            let reply = try await Manager(service).send(.DELETE, "/v1/admin/channels/c1")
            #expect(reply.status == 409)
            #expect(reply.error?.message.contains("live streams") == true)
        }
    }

    @Test("A video's polls are deleted with it") func polls() async throws {
        try await RunningService.with { service in
            try await Self.seed(service)
            var poll = Interaction(id: "i1", type: .poll, prompt: "x")
            poll.videoID = "v1"
            try await service.catalogue.resources.save(poll, at: service.clock.now)
            let manager = try await Manager(service)
            #expect(try await manager.send(.DELETE, "/v1/admin/videos/v1").status == 204)
            #expect(try await service.catalogue.resources.find(Interaction.self, id: "i1") == nil)
        }
    }

    @Test("Paging continues after the last item of a page was deleted", arguments: ["next", "previous"])
    func paging(direction: String) async throws {
        try await RunningService.with { service in
            for number in 0..<9 {
                try await service.addChannel("c\(number)")
                service.clock.advance(by: 1)
            }
            let manager = try await Manager(service)
            func page(_ path: String) async throws -> (ids: [String], paging: Paging) {
                let list = try await manager.send(.GET, path).json(ResourceList<VideoChannel>.self)
                return (list.data.map(\.id), list.paging)
            }
            var found = try await page("/v1/admin/channels?page_size=3")
            #expect(found.ids == ["c8", "c7", "c6"])
            if direction == "previous" {
                found = try await page(try #require(found.paging.next))
                #expect(found.ids == ["c5", "c4", "c3"])
                #expect(try await manager.send(.DELETE, "/v1/admin/channels/c5").status == 204)
                found = try await page(try #require(found.paging.previous))
                #expect(found.ids == ["c8", "c7", "c6"])
            } else {
                #expect(try await manager.send(.DELETE, "/v1/admin/channels/c6").status == 204)
                found = try await page(try #require(found.paging.next))
                #expect(found.ids == ["c5", "c4", "c3"])
            }
            // The ID alone no longer gives its position, and the response is not an empty page.
            let gone = direction == "next" ? "c6" : "c5"
            let reply = try await manager.send(.GET, "/v1/admin/channels?before_id=\(gone)")
            #expect(reply.status == 422)
            #expect(reply.error?.field == "before_id")
            #expect(try await page("/v1/admin/channels?page_size=2&before_id=c2").ids == ["c1", "c0"])
        }
    }

    @Test("Webhook deliveries are listed after a deleted one") func deliveries() async throws {
        try await RunningService.with { service in
            try await service.catalogue.resources.save(
                Webhook(id: "w1", businessID: "b1", url: "https://x.example", types: ["*"]), at: service.clock.now)
            for number in 0..<4 {
                _ = try await service.catalogue.webhooks.publish(
                    "a", business: "b1", data: ["n": .integer(Int64(number))], at: service.clock.now)
                service.clock.advance(by: 1)
            }
            let manager = try await Manager(service)
            let all = try await service.catalogue.webhooks.deliveries(of: "w1", before: nil, limit: 10).map(\.id)
            let first = try await manager.send(.GET, "/v1/admin/webhooks/w1/deliveries?page_size=2").json(
                ResourceList<WebhookDelivery>.self)
            #expect(first.data.map(\.id) == Array(all.prefix(2)))
            let next = try #require(first.paging.next)
            // As when the guest in the message is erased.
            let guest = try await service.catalogue.guests.guest(app: "app1", device: nil, at: service.clock.now)
            _ = try await service.catalogue.webhooks.publish("a", business: "b1", data: ["guest": .string(guest.id)], at: service.clock.now)
            let made = try await service.catalogue.webhooks.deliveries(of: "w1", before: nil, limit: 1)[0]
            let cursor = PageCursor(id: made.id, created: Timestamp.milliseconds(made.createdAt))
            _ = try await service.catalogue.guests.erase(guest.id)
            let behind = try await manager.send(.GET, "/v1/admin/webhooks/w1/deliveries?page_size=2&before_id=\(cursor)").json(
                ResourceList<WebhookDelivery>.self)
            #expect(behind.data.map(\.id) == Array(all.prefix(2)))
            #expect(try await manager.send(.GET, "/v1/admin/webhooks/w1/deliveries?before_id=\(made.id)").error?.field == "before_id")
            let rest = try await manager.send(.GET, next).json(ResourceList<WebhookDelivery>.self)
            #expect(rest.data.map(\.id) == Array(all.suffix(2)))
        }
    }
}
