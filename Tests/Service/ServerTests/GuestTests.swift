// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Guests and their tokens", .onEachDatabase) struct GuestTests {
    @Test("A device is the same guest again, and a different one in another app") func devices() async throws {
        try await RunningService.with { service in
            let first = try await service.client(device: "d1")
            #expect(try await service.client(device: "d1").guestID == first.guestID)
            #expect(try await service.client(app: "app2", device: "d1").guestID != first.guestID)
            #expect(try await service.client().guestID != service.client().guestID)
        }
    }

    @Test("An app accepts only its own packages") func packages() async throws {
        try await RunningService.with { service in
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.packageIDs = ["org.example.one"]
            try await service.catalogue.resources.save(app, at: service.clock.now)
            func ask(_ app: String, _ package: String) async throws -> ErrorCode? {
                try await service.send(.POST, "/v1/auth/guest", json: #"{"app_id":"\#(app)","package_id":"\#(package)"}"#).code
            }
            #expect(try await ask("app1", "org.example.one") == nil)
            #expect(try await ask("app1", "org.example.two") == .invalidApp)
            #expect(try await ask("app2", "org.example.one") == .invalidApp)
        }
    }

    @Test("Only a valid token is accepted, until it expires") func tokens() async throws {
        try await RunningService.with { service in
            let client = try await service.client()
            #expect(try await client.get("/v1/config").status == 200)
            let other = TokenSigner(secrets: ["another secret"])
            let tokenSigner = TokenSigner(secrets: ["a secret of the tests"])
            let until = Int(service.clock.now.timeIntervalSince1970) + 100
            let claim = GuestClaim(guest: client.guestID, until: until)
            let parts = client.token.split(separator: ".")
            let wrong = [
                "", "x", "x.y", client.token + "x", String(client.token.dropLast()), client.token + "=",
                parts.reversed().joined(separator: "."),
                "\(parts[0]).", try other.sign(claim, for: .guest), try tokenSigner.sign(claim, for: .administrator),
                try tokenSigner.sign(GuestClaim(guest: "nobody", until: until), for: .guest),
                try tokenSigner.sign(AdministratorClaim(client: "c", business: "b", scopes: [], until: until), for: .guest),
                String(repeating: "x", count: 5000),
            ]
            for token in wrong {
                let reply = try await service.get("/v1/config", [("Authorization", "Bearer \(token)")])
                #expect(reply.status == 401, "\(token)")
                #expect(reply.code == .invalidToken, "\(token)")
                #expect(reply["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
            }
            for field in ["Basic \(client.token)", client.token] {
                #expect(try await service.get("/v1/config", [("Authorization", field)]).code == .invalidToken)
            }
            #expect(try await service.get("/v1/config", [("Authorization", "bearer \(client.token)")]).status == 200)
            #expect(try await client.get("/v1/admin/videos").code == .invalidToken)
            service.clock.advance(by: 3601)
            #expect(try await client.get("/v1/config").code == .invalidToken)
        }
    }

    @Test("A guest's data can be exported, restricted and erased") func privacy() async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            let client = try await service.client(device: "d1")
            func start(_ id: String) async throws {
                let event = ViewerEvent(id: id, name: .start, ts: service.clock.now, videoID: "v1")
                #expect(try await client.post("/v1/events", EventBatch(events: [event])).status == 202)
            }
            func kept() async throws -> Int? { try await client.get("/v1/guests/me").json(JSONValue.self)["events"]?.elements?.count }
            try await start("e1")
            #expect(try await kept() == 1)
            let reply = try await client.send(.PATCH, "/v1/guests/me", json: #"{"tracking":"none"}"#)
            #expect(try reply.json(Guest.self).tracking == TrackingLevel.none)
            try await start("e2")
            #expect(try await kept() == 1)
            #expect(try await client.send(.PATCH, "/v1/guests/me", json: #"{"tracking":"some"}"#).error?.field == "tracking")
            let erased = try await client.send(.DELETE, "/v1/guests/me")
            #expect(erased.status == 204)
            #expect(erased.body.isEmpty)
            #expect(try await client.get("/v1/guests/me").code == .invalidToken)
            #expect(try await service.client(device: "d1").guestID != client.guestID)
        }
    }

    @Test("A device ID alone does not allow reading or erasing a guest's data") func proofs() async throws {
        try await RunningService.with { service in
            let owner = try await service.client(device: "d1")
            let secret = try #require(owner.secret)
            for wrong in [nil, "x", "guessed-secret-guessed-secret-guessed-secret"] {
                let stranger = try await service.client(device: "d1", secret: wrong)
                #expect(stranger.guestID == owner.guestID)
                #expect(stranger.secret == nil)
                for method in [HTTPMethod.GET, .DELETE] {
                    let reply = try await stranger.send(method, "/v1/guests/me")
                    #expect(reply.status == 403, "\(reply.text)")
                    #expect(reply.code == .proofRequired, "\(reply.text)")
                }
                // What the guest follows is stored data, too.
                #expect(try await stranger.get("/v1/guests/me/follows").code == .proofRequired)
                #expect(try await stranger.post("/v1/feeds", FeedRequest(source: .following)).code == .proofRequired)
                // Watching is still possible.
                #expect(try await stranger.get("/v1/config").status == 200)
            }
            let again = try await service.client(device: "d1", secret: secret)
            #expect(again.secret == nil)
            #expect(try await again.get("/v1/guests/me").status == 200)
            #expect(try await again.get("/v1/guests/me/follows").status == 200)
            #expect(try await again.post("/v1/feeds", FeedRequest(source: .following)).status == 200)
            #expect(try await again.send(.DELETE, "/v1/guests/me").status == 204)
            // A newly created guest gets another secret.
            let next = try await service.client(device: "d1", secret: secret)
            #expect(next.guestID != owner.guestID)
            #expect(next.secret != nil)
            #expect(next.secret != secret)
            #expect(try await service.client().get("/v1/guests/me").status == 200)
        }
    }

    @Test("Inactive guests are erased, and old events deleted") func expiry() async throws {
        try await RunningService.with { service in
            let tidying = Housekeeping(service.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let (gone, stays) = (try await service.client(device: "d1"), try await service.client(device: "d2"))
            let event = ViewerEvent(id: "e1", name: .start, ts: service.clock.now, videoID: "v1")
            for client in [gone, stays] { _ = try await client.post("/v1/events", EventBatch(events: [event])) }
            service.clock.advance(by: 300 * 86400)
            _ = try await service.client(device: "d2", secret: stays.secret)
            #expect(await tidying.tidy(at: service.clock.now) == [])
            #expect(try await service.catalogue.guests.guest(id: gone.guestID) != nil)
            service.clock.advance(by: 101 * 86400)
            #expect(await tidying.tidy(at: service.clock.now) == [])
            #expect(try await service.catalogue.guests.guest(id: gone.guestID) == nil)
            let kept = try #require(try await service.catalogue.guests.export(stays.guestID))
            #expect(kept["events"]?.elements?.isEmpty == true)
        }
    }

    @Test("Ad data of a guest is erased with the guest") func ads() async throws {
        try await RunningService.with { service in
            let (client, catalogue) = (try await service.client(), service.catalogue)
            for viewer in [client.guestID, "somebody"] {
                try await catalogue.houseAds.record("c1", viewer: viewer, at: service.clock.now)
                let document = #"{"parameters":{"viewer":"\#(viewer)"}}"#
                #expect(try await catalogue.stitchedSessions.save(document, of: "s-\(viewer)", over: 0, at: service.clock.now))
            }
            #expect(try await client.send(.DELETE, "/v1/guests/me").status == 204)
            let since = service.clock.now.addingTimeInterval(-60)
            let questions = [client.guestID, "somebody"].map { HouseAdQuery(campaign: "c1", viewer: $0, since: since) }
            #expect(try await catalogue.houseAds.counts(questions) == [0, 1])
            #expect(try await catalogue.stitchedSessions.find("s-\(client.guestID)") == nil)
            #expect(try await catalogue.stitchedSessions.find("s-somebody") != nil)
        }
    }

    @Test("An app gets its configuration") func configuration() async throws {
        try await RunningService.with { service in
            var app = ClientApp(id: "app1", name: "x", createdAt: service.clock.now)
            app.featureFlags = ["new": true]
            app.adsEnabled = true
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let ad = AdConfiguration(id: "a1", appID: "app1", placement: .feed, provider: .vast, tagURL: "https://example.org/vast")
            try await service.catalogue.resources.save(ad, at: service.clock.now)
            let client = try await service.client()
            let first = try await client.get("/v1/config")
            let configuration = try first.json(AppConfiguration.self)
            #expect(configuration.featureFlags == ["new": true])
            #expect(configuration.adConfigs == [ad])
            #expect(configuration.languages == ["ar", "de", "en", "es", "fr", "ja"])
            #expect(configuration.privacy["tracking"] == "all")
            app.adsEnabled = false
            try await service.catalogue.resources.save(app, at: service.clock.now)
            let second = try await client.get("/v1/config", [("If-None-Match", first["ETag"] ?? "")])
            #expect(second.status == 200)
            #expect(try second.json(AppConfiguration.self).adConfigs == [])
        }
    }
}
