// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// A program that manages a business.
struct Manager: Sendable {
    let service: RunningService
    let token: String

    init(_ service: RunningService, business: String = "b1", scopes: [String] = ClientProgram.allScopes) async throws {
        let (client, secret) = ClientProgram.make(business: business, name: "test", scopes: scopes, at: service.clock.now)
        try await service.catalogue.resources.save(client, at: service.clock.now)
        self.service = service
        token = try await Self.ask(service, "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)").json(
            AdminToken.self
        )
        .accessToken
    }

    /// The same program as a client of another process.
    init(_ other: Manager, port: Int) {
        service = RunningService(catalogue: other.service.catalogue, port: port, clock: other.service.clock)
        token = other.token
    }

    static func ask(_ service: RunningService, _ form: String, _ fields: [(String, String)] = []) async throws -> Reply {
        try await service.send(.POST, "/oauth/token", fields + [("Content-Type", "application/x-www-form-urlencoded")], json: form)
    }

    func send(_ method: HTTPMethod, _ path: String, json: String? = nil, _ fields: [(String, String)] = []) async throws -> Reply {
        try await service.send(method, path, fields + [("Authorization", "Bearer \(token)")], json: json)
    }
}

@Suite("Administration", .onEachDatabase) struct AdministrationTests {
    @Test("A client's secret gets a token, with no more than the client's scopes") func tokens() async throws {
        try await RunningService.with { service in
            let (client, secret) = ClientProgram.make(
                business: "b1", name: "x", scopes: ["videos:write", "channels:read"], at: service.clock.now)
            try await service.catalogue.resources.save(client, at: service.clock.now)
            let good = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"
            let reply = try await Manager.ask(service, good)
            let token = try reply.json(AdminToken.self)
            #expect(reply.status == 200)
            #expect(token.tokenType == "Bearer")
            #expect(token.expiresIn == 3600)
            #expect(token.scope == "videos:write channels:read")
            let basic = Data("\(client.id):\(secret)".utf8).base64EncodedString()
            #expect(try await Manager.ask(service, "grant_type=client_credentials", [("Authorization", "Basic \(basic)")]).status == 200)
            // The write scope includes reading.
            #expect(try await Manager.ask(service, good + "&scope=videos%3Aread").json(AdminToken.self).scope == "videos:read")
            #expect(try await Manager.ask(service, good + "&scope=channels:write").code == .insufficientScope)
            #expect(try await Manager.ask(service, good + "x").code == .invalidClient)
            #expect(try await Manager.ask(service, "grant_type=client_credentials&client_id=none&client_secret=x").code == .invalidClient)
            #expect(try await Manager.ask(service, "grant_type=password").error?.field == "grant_type")
            #expect(try await service.send(.POST, "/oauth/token", json: "{}").code == .unsupportedMedia)
        }
    }

    @Test("A scope opens exactly its routes") func scopes() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service, scopes: ["channels:read"])
            #expect(try await manager.send(.GET, "/v1/admin/channels").status == 200)
            let reply = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"x"}"#)
            #expect(reply.status == 403)
            #expect(reply.code == .insufficientScope)
            #expect(try await manager.send(.GET, "/v1/admin/videos").code == .insufficientScope)
            #expect(try await manager.send(.GET, "/v1/config").code == .invalidToken)
            service.clock.advance(by: 3601)
            #expect(try await manager.send(.GET, "/v1/admin/channels").code == .invalidToken)
        }
    }

    @Test("Revoked scopes apply to existing tokens at once, and deleting a client revokes all") func revocation() async throws {
        try await RunningService.with { service in
            let (made, secret) = ClientProgram.make(
                business: "b1", name: "x", scopes: ["channels:write", "videos:read"], at: service.clock.now)
            var client = made
            try await service.catalogue.resources.save(client, at: service.clock.now)
            let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"
            let fields = [("Authorization", "Bearer \(try await Manager.ask(service, form).json(AdminToken.self).accessToken)")]
            #expect(try await service.get("/v1/admin/channels", fields).status == 200)
            client.scopes = ["channels:read"]
            try await service.catalogue.resources.save(client, at: service.clock.now)
            // The token's write scope has been removed, and with it the read access that it implied.
            #expect(try await service.get("/v1/admin/videos", fields).code == .insufficientScope)
            #expect(try await service.get("/v1/admin/channels", fields).status == 200)
            let writing = try await service.send(.POST, "/v1/admin/channels", fields, json: #"{"name":"x"}"#)
            #expect(writing.code == .insufficientScope)
            #expect(try await service.catalogue.resources.delete(ClientProgram.self, id: client.id))
            #expect(try await service.get("/v1/admin/channels", fields).code == .invalidToken)
            #expect(try await Manager.ask(service, form).code == .invalidClient)
        }
    }

    @Test("A resource is created, read, updated in part and removed") func resources() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let made = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"News","id":"mine","language":"de"}"#)
            #expect(made.status == 201)
            let channel = try made.json(VideoChannel.self)
            #expect(channel.name == "News")
            #expect(channel.id != "mine")
            #expect(channel.businessID == "b1")
            let path = "/v1/admin/channels/\(channel.id)"
            let changed = try await manager.send(.PATCH, path, json: #"{"bio":"About","language":null}"#).json(VideoChannel.self)
            #expect(changed.name == "News")
            #expect(changed.bio == "About")
            #expect(changed.language == nil)
            #expect(try await manager.send(.GET, path).json(VideoChannel.self) == changed)
            let video = try await manager.send(
                .POST, "/v1/admin/videos",
                json:
                    #"{"channel_id":"\#(channel.id)","caption":"One","hashtags":["a"],"status":"ready","published_at":"2025-11-22T11:00:00Z"}"#
            )
            #expect(video.status == 201)
            let id = try video.json(Video.self).id
            #expect(try await service.client().get("/v1/videos/\(id)").status == 200)
            #expect(try await manager.send(.DELETE, path).code == .conflict)
            #expect(try await manager.send(.PATCH, "/v1/admin/videos/\(id)", json: #"{"status":"pending"}"#).code == .invalidTransition)
            #expect(try await manager.send(.DELETE, "/v1/admin/videos/\(id)").status == 204)
            #expect(try await manager.send(.DELETE, path).status == 204)
            #expect(try await manager.send(.GET, path).code == .notFound)
        }
    }

    @Test("With If-Match nothing that changed meanwhile is updated or removed") func conditions() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let id = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"News"}"#).json(VideoChannel.self).id
            let path = "/v1/admin/channels/\(id)"
            let first = try #require(try await manager.send(.GET, path)["ETag"])
            #expect(try await manager.send(.GET, path)["ETag"] == first)
            let changed = try await manager.send(.PATCH, path, json: #"{"bio":"One"}"#, [("If-Match", "\"other\", \(first)")])
            #expect(changed.status == 200)
            let second = try #require(changed["ETag"])
            #expect(second != first)
            #expect(try await manager.send(.GET, path)["ETag"] == second)
            for tag in [first, "W/\(second)", "none", ""] {
                let late = try await manager.send(.PATCH, path, json: #"{"bio":"Two"}"#, [("If-Match", tag)])
                #expect(late.status == 412, "\(tag)")
                #expect(late.code == .preconditionFailed)
                #expect(try await manager.send(.DELETE, path, [("If-Match", tag)]).status == 412, "\(tag)")
            }
            #expect(try await manager.send(.GET, path).json(VideoChannel.self).bio == "One")
            #expect(try await manager.send(.PATCH, path, json: #"{"bio":"Two"}"#, [("If-Match", "*")]).status == 200)
            let third = try #require(try await manager.send(.GET, path)["ETag"])
            #expect(try await manager.send(.DELETE, path, [("If-Match", third)]).status == 204)
            #expect(try await manager.send(.DELETE, path, [("If-Match", third)]).status == 404)
        }
    }

    @Test("Of several simultaneous updates of one state one succeeds") func race() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let id = try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"News"}"#).json(VideoChannel.self).id
            let path = "/v1/admin/channels/\(id)"
            let tag = try #require(try await manager.send(.GET, path)["ETag"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask { try await manager.send(.PATCH, path, json: #"{"bio":"\#(number)"}"#, [("If-Match", tag)]).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
            #expect(statuses.allSatisfy { [200, 409, 412].contains($0) }, "\(statuses)")
        }
    }

    @Test("A video's status changes only along allowed transitions", arguments: UInt64(1)...4) func states(seed: UInt64)
        async throws
    {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            let manager = try await Manager(service)
            let id = try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c1"}"#).json(Video.self).id
            var (status, state) = (VideoStatus.pending, seed)
            for _ in 0..<30 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let next = VideoStatus.known[Int(state >> 33) % VideoStatus.known.count]
                let reply = try await manager.send(.PATCH, "/v1/admin/videos/\(id)", json: #"{"status":"\#(next.rawValue)"}"#)
                #expect(status.mayBecome(next) ? reply.status == 200 : reply.code == .invalidTransition)
                if status.mayBecome(next) { status = next }
                #expect(try await manager.send(.GET, "/v1/admin/videos/\(id)").json(Video.self).status == status)
            }
        }
    }

    @Test("Another business's resources are not found") func tenancy() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1", business: "b1")
            try await service.addChannel("c2", business: "b2")
            try await service.addVideo("v2", channel: "c2")
            let manager = try await Manager(service, business: "b1")
            for path in ["channels/c2", "videos/v2"] {
                #expect(try await manager.send(.GET, "/v1/admin/\(path)").code == .notFound)
                #expect(try await manager.send(.PATCH, "/v1/admin/\(path)", json: "{}").code == .notFound)
                #expect(try await manager.send(.DELETE, "/v1/admin/\(path)").code == .notFound)
            }
            #expect(try await manager.send(.GET, "/v1/admin/channels").json(ResourceList<VideoChannel>.self).data.map(\.id) == ["c1"])
            #expect(try await manager.send(.GET, "/v1/admin/videos").json(ResourceList<Video>.self).data.isEmpty)
            // Nothing can be added to another business, or given away.
            #expect(try await manager.send(.POST, "/v1/admin/videos", json: #"{"channel_id":"c2"}"#).code == .invalidField)
            #expect(try await manager.send(.PATCH, "/v1/admin/channels/c1", json: #"{"business_id":"b2"}"#).code == .invalidField)
            #expect(try await manager.send(.POST, "/v1/admin/channels", json: #"{"name":"x","business_id":"b2"}"#).code == .invalidField)
            let playlist = #"{"channel_id":"c1","name":"x","items":[{"video_id":"v2","position":0}]}"#
            #expect(try await manager.send(.POST, "/v1/admin/playlists", json: playlist).error?.field == "items[0].video_id")
        }
    }

    @Test("Lists are paged in both directions, newest first") func lists() async throws {
        try await RunningService.with { service in
            for number in 0..<7 {
                try await service.addChannel("c\(number)")
                service.clock.advance(by: 1)
            }
            let manager = try await Manager(service)
            func page(_ path: String) async throws -> ResourceList<VideoChannel> {
                try await manager.send(.GET, path).json(ResourceList.self)
            }
            let first = try await page("/v1/admin/channels?page_size=3")
            #expect(first.data.map(\.id) == ["c6", "c5", "c4"])
            #expect(first.paging.previous == nil)
            let second = try await page(try #require(first.paging.next))
            #expect(second.data.map(\.id) == ["c3", "c2", "c1"])
            let third = try await page(try #require(second.paging.next))
            #expect(third.data.map(\.id) == ["c0"])
            #expect(third.paging.next == nil)
            #expect(try await page(try #require(third.paging.previous)).data == second.data)
            let back = try await page(try #require(second.paging.previous))
            #expect(back.data == first.data)
            #expect(back.paging.previous == nil)
            for size in ["0", "101", "x"] {
                #expect(try await manager.send(.GET, "/v1/admin/channels?page_size=\(size)").error?.field == "page_size")
            }
        }
    }

    @Test(
        "An invalid field is named in the response",
        arguments: [
            ("channels", #"{}"#, "name"), ("channels", #"{"name":7}"#, "name"),
            ("channels", #"{"name":"x","visibility":"secret"}"#, "visibility"),
            ("channels", #"{"name":"x","country":"che"}"#, "country"),
            ("channels", #"{"name":"x","avatar_url":"javascript:alert(1)"}"#, "avatar_url"),
            ("videos", #"{"channel_id":"c1","hashtags":["a b"]}"#, "hashtags[0]"),
            ("videos", #"{"channel_id":"c1","published_at":"tomorrow"}"#, "published_at"),
            ("videos", #"{"channel_id":"c1","segments":[{"id":"s","title":"t","start_ms":5,"end_ms":5}]}"#, "segments[0].end_ms"),
            ("videos", #"{"channel_id":"c1","cta":{"type":"buy"}}"#, "cta.title"),
            ("business_stores", #"{"name":"x","currency":"euro"}"#, "currency"),
            (
                "products",
                #"{"store_id":"s1","name":"x","external_id":"e","currency":"EUR","units":[{"id":"u","external_id":"e","name":"n","price":5,"is_available":true,"options":[],"position":0}]}"#,
                "units[0].price"
            ),
            ("playlists", #"{"channel_id":"c1","name":"x","position":"first"}"#, "position"),
            ("channels", #"{"name":"x","language":"a language"}"#, "language"),
            ("videos", #"{"channel_id":"c1","duration_ms":-1}"#, "duration_ms"),
            ("videos", #"{"channel_id":"c1","width":-9}"#, "width"), ("videos", #"{"channel_id":"c1","language":"-"}"#, "language"),
            (
                "videos", #"{"channel_id":"c1","social_attribution":{"platform":"p","handle":"h","url":"javascript:alert(1)"}}"#,
                "social_attribution.url"
            ),
            ("videos", #"{"channel_id":"c1","products":["none"]}"#, "products[0]"),
            // These belong to another business.
            ("videos", #"{"channel_id":"c1","products":["p2"]}"#, "products[0]"),
            ("playlists", #"{"channel_id":"c1","name":"x","cohorts":{"":["a"]}}"#, "cohorts"),
            ("apps", #"{"name":"x","discover":{"country":"Chile"}}"#, "discover.country"),
            ("apps", #"{"name":"x","package_ids":["a",""]}"#, "package_ids[1]"),
            ("ad_configs", #"{"app_id":"a1","tag_url":"https://a.test","max_per_session":-1}"#, "max_per_session"),
            (
                "products",
                #"{"store_id":"s1","name":"x","external_id":"e","currency":"EUR","units":[{"id":"u","external_id":"e","name":"n","price":"5","original_price":"-5","is_available":true,"options":[],"position":0}]}"#,
                "units[0].original_price"
            ),
        ])
    func fields(kind: String, body: String, field: String) async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.catalogue.resources.save(
                BusinessStore(id: "s1", businessID: "b1", name: "x", currency: "EUR"), at: service.clock.now)
            try await service.catalogue.resources.save(
                BusinessStore(id: "s2", businessID: "b2", name: "x", currency: "EUR"), at: service.clock.now)
            try await service.catalogue.resources.save(
                Product(id: "p2", storeID: "s2", externalID: "e", name: "x", currency: "EUR"), at: service.clock.now)
            var app = ClientApp(id: "a1", name: "x", createdAt: service.clock.now)
            app.businessID = "b1"
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let reply = try await Manager(service).send(.POST, "/v1/admin/\(kind)", json: body)
            #expect(reply.status == 422)
            #expect(reply.error?.field == field)
        }
    }
}
