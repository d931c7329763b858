// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Follows of channels", .onEachDatabase) struct FollowTests {
    private static func with(_ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
        } _: { service in
            for (number, channel) in ["c1", "c2", "c3"].enumerated() {
                try await service.addChannel(channel)
                for video in 0..<3 { try await service.addVideo("\(channel)-\(video)", channel: channel, minute: video * 10 + number) }
            }
            try await body(service)
        }
    }

    private static func follow(_ client: Client, _ channel: String, _ method: HTTPMethod = .PUT) async throws -> ChannelFollowers {
        let reply = try await client.send(method, "/v1/channels/\(channel)/followers\(method == .GET ? "" : "/me")")
        #expect(reply.status == 200, "\(reply.text)")
        return try reply.json(ChannelFollowers.self)
    }

    private static func feed(_ client: Client, pageSize: Int = 50) async throws -> [String] {
        var page = try await client.post("/v1/feeds", FeedRequest(source: .following, pageSize: pageSize)).json(FeedPage.self)
        var ids = page.items.compactMap { $0.video?.id }
        #expect(page.items.allSatisfy { $0.reason == .following })
        while let next = page.next {
            page = try await client.get(next).json(FeedPage.self)
            ids += page.items.compactMap { $0.video?.id }
        }
        return ids
    }

    @Test("A guest's follow counts once, is listed and exported, and goes with the guest or the channel") func course() async throws {
        try await Self.with { service in
            let (one, two) = (try await service.client(), try await service.client(device: "d"))
            for _ in 0..<3 { #expect(try await Self.follow(one, "c1") == ChannelFollowers(count: 1, followed: true)) }
            #expect(try await Self.follow(two, "c1", .GET) == ChannelFollowers(count: 1, followed: false))
            #expect(try await Self.follow(two, "c1", .DELETE) == ChannelFollowers(count: 1, followed: false))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try await Self.follow(two, "c1") } }
                try await group.waitForAll()
            }
            #expect(try await Self.follow(one, "c1", .GET) == ChannelFollowers(count: 2, followed: true))
            service.clock.advance(by: 1)
            _ = try await Self.follow(one, "c3")
            let listed = try await one.get("/v1/guests/me/follows").json(ResourceList<VideoChannel>.self)
            #expect(listed.data.map(\.id) == ["c3", "c1"])
            #expect(try await one.get("/v1/guests/me").text.contains("\"followed_at\""))
            #expect(try await two.send(.DELETE, "/v1/guests/me").status == 204)
            #expect(try await Self.follow(one, "c1", .GET) == ChannelFollowers(count: 1, followed: true))
            #expect(try await service.catalogue.resources.delete(VideoChannel.self, id: "c1"))
            #expect(try await one.get("/v1/channels/c1/followers").status == 404)
            try await service.addChannel("c1")
            #expect(try await Self.follow(one, "c1", .GET) == ChannelFollowers(count: 0, followed: false))
        }
    }

    @Test("The feed has the videos of the followed channels, newest first, page by page, as they are now") func feed() async throws {
        try await Self.with { service in
            let client = try await service.client()
            #expect(try await Self.feed(client) == [])
            for channel in ["c1", "c3"] { _ = try await Self.follow(client, channel) }
            let expected = ["c1-0", "c3-0", "c1-1", "c3-1", "c1-2", "c3-2"]
            for size in [1, 2, 4, 50] { #expect(try await Self.feed(client, pageSize: size) == expected, "\(size)") }
            // Also those seen already, because it isn't a recommendation.
            let event = ViewerEvent(id: "e1", name: .start, ts: service.clock.now, videoID: "c1-0")
            _ = try await service.catalogue.events.record(
                [event], of: Viewer(guestID: client.guestID, appID: "app1"), at: service.clock.now)
            #expect(try await Self.feed(client).first == "c1-0")
            _ = try await Self.follow(client, "c1", .DELETE)
            #expect(try await Self.feed(client) == ["c3-0", "c3-1", "c3-2"])
            _ = try await service.catalogue.resources.update(VideoChannel.self, id: "c3", at: service.clock.now) { $0.visibility = .owners }
            #expect(try await Self.feed(client) == [])
            #expect(try await client.get("/v1/guests/me/follows").json(ResourceList<VideoChannel>.self).data == [])
            // What isn't shown any more can still be unfollowed, without learning anything about it.
            #expect(try await client.get("/v1/channels/c3/followers").status == 404)
            #expect(try await client.send(.PUT, "/v1/channels/c3/followers/me").status == 404)
            #expect(try await Self.follow(client, "c3", .DELETE) == ChannelFollowers(count: 0, followed: false))
            #expect(try await client.send(.DELETE, "/v1/channels/c3/followers/me").status == 404)
        }
    }

    @Test("Channels of other businesses can't be followed in an app of a business") func tenants() async throws {
        try await Self.with { service in
            try await service.addChannel("foreign", business: "b2")
            var app = ClientApp(id: "own", name: "own", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let client = try await service.client(app: "own")
            for method in [HTTPMethod.PUT, .DELETE] {
                #expect(try await client.send(method, "/v1/channels/foreign/followers/me").status == 404)
            }
            #expect(try await client.get("/v1/channels/foreign/followers").status == 404)
        }
    }

    @Test("A guest can't follow more channels than a feed can read") func limit() async throws {
        try await Self.with { service in
            let (client, follows) = (try await service.client(), service.catalogue.follows)
            for number in 0..<FollowLimit.maxChannels {
                _ = try await follows.follow("other\(number)", guest: client.guestID, at: service.clock.now)
            }
            let error = await #expect(throws: APIError.self) {
                try await follows.follow("c1", guest: client.guestID, at: service.clock.now)
            }
            #expect(error?.code == .conflict)
            _ = try await follows.unfollow("other7", guest: client.guestID)
            #expect(try await follows.follow("c1", guest: client.guestID, at: service.clock.now).followed)
            // Repeating a follow is not another one.
            #expect(try await follows.follow("c1", guest: client.guestID, at: service.clock.now).followed)
        }
    }
}
