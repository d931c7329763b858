// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// Checks for every route of the contract, including those that will be added.
@Suite("Hostile calls of any route", .onEachDatabase) struct HostileRequestTests {
    private static func method(_ route: APIRoute) -> HTTPMethod { .RAW(value: route.method.rawValue.uppercased()) }

    /// - Parameter id: Replaces `{id}`, or the named parameter.
    private static func path(_ route: APIRoute, _ id: String = "none", for name: String? = nil) -> String {
        route.parameters.reduce(route.path) { path, parameter in
            path.replacing("{\(parameter)}", with: parameter == name ?? "id" ? id : "none")
        }
    }

    @Test("A token opens exactly the routes of its scope") func scopes() async throws {
        try await RunningService.with { settings, _ in
            settings.tokensPerMinute = 1000
        } _: { service in
            let guest = try await service.client()
            var managers: [String: Manager] = [:]
            for case .admin(let scope) in Set(APIRoute.all.map(\.access)) {
                let others = ClientProgram.allScopes.filter { !Administrator(clientID: "", businessID: "", scopes: [$0]).has(scope) }
                managers[scope] = try await Manager(service, scopes: others)
            }
            let all = try await Manager(service)
            for route in APIRoute.all {
                let (method, path) = (Self.method(route), Self.path(route))
                switch route.access {
                case .everyone: continue
                case .guest: #expect(try await all.send(method, path).code == .invalidToken, "\(route.operationID)")
                case .admin(let scope):
                    let other = try #require(managers[scope])
                    let reply = try await other.send(method, path)
                    #expect(reply.status == 403, "\(route.operationID)")
                    #expect(reply.code == .insufficientScope, "\(route.operationID)")
                    #expect(try await guest.send(method, path).code == .invalidToken, "\(route.operationID)")
                }
                let nobody = try await service.send(method, path)
                #expect(nobody.status == 401, "\(route.operationID)")
                #expect(nobody.code == .invalidToken, "\(route.operationID)")
            }
        }
    }

    @Test("A modified, expired or orphaned token opens no route") func deadTokens() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let guest = try await service.client()
            let gone = try await service.client()
            #expect(try await gone.send(.DELETE, "/v1/guests/me").status == 204)
            let (client, secret) = ClientProgram.make(
                business: "b1", name: "gone", scopes: ClientProgram.allScopes, at: service.clock.now)
            try await service.catalogue.resources.save(client, at: service.clock.now)
            let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"
            let removed = try await Manager.ask(service, form).json(AdminToken.self).accessToken
            #expect(try await service.catalogue.resources.delete(ClientProgram.self, id: client.id))
            /// The last letters may not be significant; those in the middle of the signature are.
            func changed(_ token: String) -> String {
                var letters = Array(token)
                let index = letters.count - 10
                letters[index] = letters[index] == "A" ? "B" : "A"
                return String(letters)
            }
            func check(_ tokens: [(String, String)]) async throws {
                for route in APIRoute.all where route.access != .everyone {
                    for (what, token) in tokens {
                        let reply = try await service.send(Self.method(route), Self.path(route), [("Authorization", "Bearer \(token)")])
                        #expect(reply.status == 401, "\(what): \(route.operationID)")
                        #expect(reply.code == .invalidToken, "\(what): \(route.operationID)")
                    }
                }
            }
            try await check([
                ("changed", changed(manager.token)), ("changed", changed(guest.token)), ("removed", removed), ("erased", gone.token),
                ("none", ""), ("not a token", "a.b.c"),
            ])
            service.clock.advance(by: 3601)
            try await check([("over", manager.token), ("over", guest.token)])
        }
    }

    /// Creates one resource of each kind that has an ID in its path; the keys are the first path components.
    private static func addTheirs(_ service: RunningService) async throws -> [String: String] {
        let (resources, now) = (service.catalogue.resources, service.clock.now)
        try await service.addChannel("theirs1", business: "b2")
        try await service.addVideo("theirs2", channel: "theirs1")
        try await resources.save(Playlist(id: "theirs3", channelID: "theirs1", name: "x"), at: now)
        try await resources.save(PlaylistGroup(id: "theirs4", businessID: "b2", name: "x"), at: now)
        try await resources.save(LiveStream(id: "theirs5", videoID: "theirs2", channelID: "theirs1", title: "x"), at: now)
        var interaction = Interaction(id: "theirs6", type: .poll, prompt: "x")
        interaction.liveStreamID = "theirs5"
        try await resources.save(interaction, at: now)
        try await resources.save(BusinessStore(id: "theirs7", businessID: "b2", name: "x", currency: "EUR"), at: now)
        try await resources.save(Product(id: "theirs8", storeID: "theirs7", externalID: "x", name: "x", currency: "EUR"), at: now)
        var app = ClientApp(id: "theirs9", name: "x", createdAt: now)
        app.businessID = "b2"
        try await resources.save(app, at: now)
        let advert = AdConfiguration(id: "theirs10", appID: "theirs9", placement: .feed, provider: .vast, tagURL: "https://a.test")
        try await resources.save(advert, at: now)
        let hook = Webhook(id: "theirs11", businessID: "b2", url: "https://a.test", types: ["*"])
        try await resources.save(hook, at: now)
        let paid = PurchaseRequest(orderID: "x", orderValue: .zero, currency: "EUR", subtotal: .zero, lineItems: [])
        let order = try await service.catalogue.orders.confirm(OrderConfirmation(order: paid), business: "b2", at: now).order
        let viewer = Viewer(guestID: "theirs12", appID: "theirs9")
        let claim = try await service.catalogue.purchases.record(paid, of: viewer, at: now)
        return [
            "channels": "theirs1", "videos": "theirs2", "playlists": "theirs3", "playlist_groups": "theirs4", "live_streams": "theirs5",
            "interactions": "theirs6", "business_stores": "theirs7", "products": "theirs8", "apps": "theirs9", "ad_configs": "theirs10",
            "webhooks": "theirs11", "orders": order.id, "purchases": claim.id,
        ]
    }

    @Test("Every route treats another business's resources as missing, and leaves them unchanged") func enumeration() async throws {
        try await RunningService.with { service in
            let theirs = try await Self.addTheirs(service)
            let manager = try await Manager(service)
            func comparable(_ reply: Reply) -> String {
                "\(reply.status) \(reply.error?.code.rawValue ?? reply.text) \(reply.error?.field ?? "") \(reply.error?.message ?? "")"
            }
            var asked = 0
            for route in APIRoute.all where route.parameters.contains("id") && route.status != 101 {
                guard case .admin = route.access, let id = theirs[String(route.path.split(separator: "/")[2])] else { continue }
                let body = route.request.mediaType == "application/json" ? "{}" : nil
                let found = try await manager.send(Self.method(route), Self.path(route, id), json: body)
                let missing = try await manager.send(Self.method(route), Self.path(route), json: body)
                #expect(comparable(found) == comparable(missing), "\(route.operationID)")
                // This process accepts no files, and reports that first.
                #expect([404, 415, 422, 503].contains(found.status), "\(route.operationID): \(found.status)")
                asked += 1
            }
            #expect(asked > 50)
            let owner = try await Manager(service, business: "b2")
            for (kind, id) in theirs { #expect(try await owner.send(.GET, "/v1/admin/\(kind)/\(id)").status == 200, "\(kind)") }
        }
    }

    private static let injections = [
        "x%0D%0ASet-Cookie:%20a=b", "%0d%0a%0d%0a<script>", "..%2F..%2F..%2Fetc%2Fpasswd", "%2e%2e%2f%2e%2e%2fconfig", "%00", "a%00b",
        "'%20OR%20'1'='1", "1;%20DROP%20TABLE%20resource;--", "%22%7D%2C%7B%22", "%7B%7B7*7%7D%7D", "$%7B7*7%7D", "%25s%25n", "%FF%FE",
        "%E2%80%AE", String(repeating: "a", count: 4000),
    ]

    @Test("Path and query values can't inject header fields, paths, SQL or templates", arguments: injections)
    func injection(text: String) async throws {
        try await RunningService.with({ settings, _ in settings.callsPerSecond = 100_000 }) { service in
            try await service.addLive()
            let (guest, manager) = (try await service.client(), try await Manager(service))
            for route in APIRoute.all where route.method == .get && route.status != 101 {
                let send: (String) async throws -> Reply =
                    if case .admin = route.access { { try await manager.send(.GET, $0) } } else { { try await guest.send(.GET, $0) } }
                var paths = route.parameters.map { Self.path(route, text, for: $0) }
                paths += route.query.map { "\(Self.path(route))?\($0.name)=\(text)" }
                for path in paths {
                    let reply = try await send(path)
                    #expect(reply.status < 500, "\(route.operationID) \(path.prefix(200)): \(reply.text)")
                    #expect(reply.fields["Set-Cookie"].isEmpty, "\(route.operationID)")
                    #expect(!reply.text.contains("<script>"), "\(route.operationID)")
                    #expect(!reply.text.contains("root:"), "\(route.operationID)")
                }
            }
            #expect(try await manager.send(.GET, "/v1/admin/live_streams/l1").status == 200)
        }
    }

    @Test("No secret is logged, wherever it is sent") func secrets() async throws {
        let log = RecordedLog()
        try await RunningService.with(log: log, { settings, _ in settings.guestTokenSeconds = 600 }) { service in
            try await service.addLive()
            let (client, secret) = ClientProgram.make(
                business: "b1", name: "x", scopes: ClientProgram.allScopes, at: service.clock.now)
            try await service.catalogue.resources.save(client, at: service.clock.now)
            let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret="
            var secrets = [secret, "guessed-secret", "sesame-7", "wrong-code-7", "person@example.org", "forged-token-7", "hook-secret-"]
            let basic = Data("\(client.id):\(secret)".utf8).base64EncodedString()
            secrets.append(basic)
            secrets.append(try await Manager.ask(service, form + secret).json(AdminToken.self).accessToken)
            _ = try await Manager.ask(service, form + "guessed-secret")
            _ = try await Manager.ask(service, "grant_type=client_credentials", [("Authorization", "Basic \(basic)")])
            let manager = try await Manager(service)
            secrets.append(manager.token)
            let stream = "/v1/admin/live_streams/l1"
            #expect(try await manager.send(.PATCH, stream, json: #"{"access_code":"sesame-7"}"#).status == 200)
            let hook = "hook-secret-\(String(repeating: "x", count: 32))"
            let made = try await manager.send(
                .POST, "/v1/admin/webhooks", json: #"{"url":"https://a.test/\#(hook)","types":["*"],"secret":"\#(hook)"}"#)
            #expect(made.status == 201)
            let guest = try await service.client(device: "device-7")
            secrets += [guest.token, "device-7"]
            for code in ["wrong-code-7", "sesame-7"] {
                let reply = try await guest.send(.POST, "/v1/live_streams/l1/unlock", json: #"{"code":"\#(code)"}"#)
                if let token = try? reply.json(JSONValue.self)["unlock_token"]?.text { secrets.append(token) }
            }
            #expect(secrets.count == 13)
            _ = try await service.get("/v1/live_streams/l1/socket?access_token=\(guest.token)&unlock_token=sesame-7")
            _ = try await service.get("/v1/config", [("Authorization", "Bearer forged-token-7")])
            _ = try await service.get("/v1/config", [("Cookie", "windowbox_studio=forged-token-7")])
            try await service.addInteraction("i1", .giveaway, state: .active) { $0.collectEmail = true }
            let entry = #"{"answer":"yes","email":"person@example.org"}"#
            _ = try await guest.send(.POST, "/v1/videos/v-l1/interactions/i1/entries", json: entry)
            #expect(log.lines.count > 10)
            for secret in secrets { #expect(!log.lines.contains { $0.contains(secret) }, "\(secret)") }
        }
    }
}
