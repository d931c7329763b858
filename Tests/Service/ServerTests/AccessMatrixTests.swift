// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxInsertion

@testable import WindowboxServer

/// Every path of the service, as every kind of caller. The paths are those of the route tree, so none can be forgotten.
@Suite("Who may use which path", .onEachDatabase) struct AccessMatrixTests {
    /// What a request brings along.
    private struct Caller: Sendable {
        let name: String
        var fields: [(String, String)] = []
    }

    private static func with(_ body: @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { settings, folder in
            let media = folder.appending(path: "media")
            try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
            settings.mediaFolder = media.path
            // Nothing listens there: sessions can't begin, but their paths exist.
            settings.insertion.origins = ["http://127.0.0.1:9/content"]
            (settings.callsPerSecond, settings.tokensPerMinute) = (100_000, 1_000_000)
            settings.passwordCost = StudioPerson.cost
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "Secret business"), at: service.clock.now)
            _ = try await PublicRoutes(service)
            try await body(service)
        }
    }

    private static func endpoints(_ service: RunningService) -> [Endpoint] { service.service.responder.routes.endpoints }

    private static func name(_ endpoint: Endpoint) -> String { "\(endpoint.method.rawValue.uppercased()) \(endpoint.path.text)" }

    /// The path with IDs that exist in the business `b1`, or with ones that don't exist anywhere.
    private static func path(_ endpoint: Endpoint, exists: Bool) -> (text: String, hasID: Bool) {
        let known = [
            "channels": "c1", "videos": "vs", "playlists": "pl1", "playlist_groups": "g1", "groups": "g1", "live_streams": "l1",
            "live": "l1", "products": "p1", "business_stores": "s1", "stores": "s1", "interactions": "i1", "watch": "vs", "embed": "vs",
        ]
        var (words, hasID): ([String], Bool) = ([], false)
        for word in endpoint.path.words {
            if word.hasPrefix("{"), word.hasSuffix("}") {
                let id = exists ? known[words.last ?? ""] : nil
                hasID = hasID || id != nil
                words.append(id ?? (word == "{lang}" ? "en" : "none"))
            } else {
                words.append(String(word))
            }
        }
        let query = (endpoint.contract?.query ?? []).filter(\.isRequired).map { "\($0.name)=1" }.joined(separator: "&")
        return ("/" + words.joined(separator: "/") + (query.isEmpty ? "" : "?\(query)"), hasID)
    }

    private static func send(_ service: RunningService, _ endpoint: Endpoint, _ caller: Caller, exists: Bool) async throws -> Reply {
        let type = endpoint.contract?.request.mediaType.map { $0 == "image/*" ? "image/png" : $0 }
        var fields = caller.fields
        if let type { fields.append(("Content-Type", type)) }
        return try await service.send(
            HTTPMethod(rawValue: endpoint.method.rawValue.uppercased()), path(endpoint, exists: exists).text, fields,
            json: type.map { $0 == "application/json" ? "{}" : "x" })
    }

    /// Credentials that open nothing: of somebody who was removed, expired, changed or made up.
    private static func deadCallers(_ service: RunningService) async throws -> [Caller] {
        func bearer(_ name: String, _ token: String) -> Caller { Caller(name: name, fields: [("Authorization", "Bearer \(token)")]) }
        func cookie(_ name: String, _ cookie: String) -> Caller { Caller(name: name, fields: [("Cookie", cookie)]) }
        /// The last letters may not be significant; those in the middle of the signature are.
        func changed(_ text: String) -> String {
            var letters = Array(text)
            let place = letters.count - 10
            letters[place] = letters[place] == "A" ? "B" : "A"
            return String(letters)
        }
        let (expiredClient, expiredGuest) = (try await Manager(service), try await service.client())
        let expiredUser = try await StudioBrowsing.signedIn(service)
        service.clock.advance(by: 3601)
        let erased = try await service.client()
        #expect(try await erased.send(.DELETE, "/v1/guests/me").status == 204)
        let (client, secret) = ClientProgram.make(business: "b1", name: "gone", scopes: ClientProgram.allScopes, at: service.clock.now)
        try await service.catalogue.resources.save(client, at: service.clock.now)
        let form = "grant_type=client_credentials&client_id=\(client.id)&client_secret=\(secret)"
        let removed = try await Manager.ask(service, form).json(AdminToken.self).accessToken
        let user = try await StudioBrowsing.signedIn(service)
        let removedUser = try await StudioBrowsing.signedIn(service)
        #expect(try await service.catalogue.resources.delete(ClientProgram.self, id: client.id))
        #expect(try await service.catalogue.resources.delete(ClientProgram.self, id: removedUser.client.id))
        return [
            bearer("expired client", expiredClient.token), bearer("expired guest", expiredGuest.token),
            bearer("removed client", removed), bearer("erased guest", erased.token),
            bearer("forged client", changed(try await Manager(service).token)),
            bearer("forged guest", changed(try await service.client().token)), bearer("no token", ""), bearer("garbage", "a.b.c"),
            cookie("expired user", expiredUser.cookie), cookie("removed user", removedUser.cookie),
            cookie("forged user", changed(user.cookie)), cookie("garbage user", "windowbox_studio=a.b"),
        ]
    }

    @Test("Each path has the access that was decided for it") func table() async throws {
        try await Self.with { service in
            let rows = Self.endpoints(service).map { endpoint in
                let access =
                    switch endpoint.access {
                    case .everyone: "everyone"
                    case .guest: "guest"
                    case .admin(let scope): scope
                    case .visitor: "everyone, users are recognised"
                    case .studio: "users of Studio"
                    }
                let body = endpoint.largestBody.map { ", body up to \($0)" } ?? ""
                return
                    "\(Self.name(endpoint)): \(access); limit \(endpoint.allowance)\(body)\(endpoint.isCrossOrigin ? "" : ", same origin")"
            }
            let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Golden/Service/access.txt")
            let text = rows.sorted().joined(separator: "\n") + "\n"
            let known = try? String(contentsOf: place, encoding: .utf8)
            #expect(known == text, "\(text)")
        }
    }

    @Test("Nobody, and who has only invalid credentials, gets nothing but what everyone may have") func deadCredentials() async throws {
        try await Self.with { service in
            let callers = [Caller(name: "nobody")] + (try await Self.deadCallers(service))
            for endpoint in Self.endpoints(service) {
                let open = try await Self.send(service, endpoint, Caller(name: "nobody"), exists: true)
                for caller in callers {
                    let reply = try await Self.send(service, endpoint, caller, exists: true)
                    let place = "\(Self.name(endpoint)) as \(caller.name): \(reply.status) \(reply.text.prefix(200))"
                    switch endpoint.access {
                    // Guesses of secrets are limited.
                    case .visitor where endpoint.method == .post: #expect([200, 401, 429].contains(reply.status), "\(place)")
                    case .everyone, .visitor: #expect(reply.status == open.status, "\(place)")
                    case .guest, .admin: #expect(reply.status == 401 && reply.code == .invalidToken, "\(place)")
                    case .studio:
                        #expect(reply.status == 401, "\(place)")
                        #expect(reply.text.contains("name=\"client_secret\""), "\(place)")
                        #expect(!reply.text.contains("studio-token"), "\(place)")
                        #expect(!reply.text.contains("Secret"), "\(place)")
                    }
                    #expect(reply.status < 500, "\(place)")
                }
            }
        }
    }

    @Test("A guest opens only what guests may use, a client only what its scopes include, and a user only Studio") func liveCredentials()
        async throws
    {
        try await Self.with { service in
            let manager = try await Manager(service)
            let user = Caller(name: "user", fields: [("Cookie", try await StudioBrowsing.signedIn(service).cookie)])
            let client = Caller(name: "client", fields: [("Authorization", "Bearer \(manager.token)")])
            for endpoint in Self.endpoints(service) {
                let nobody = try await Self.send(service, endpoint, Caller(name: "nobody"), exists: false)
                // A new one each time, because one of the paths erases it.
                let guest = Caller(name: "guest", fields: [("Authorization", "Bearer \(try await service.client().token)")])
                var narrow: Caller?
                if case .admin(let scope) = endpoint.access {
                    let others = ClientProgram.allScopes.filter {
                        !Administrator(clientID: "", businessID: "", scopes: [$0]).has(scope)
                    }
                    let token = try await Manager(service, scopes: others).token
                    narrow = Caller(name: "client without the scope", fields: [("Authorization", "Bearer \(token)")])
                }
                for caller in [guest, client, user] + [narrow].compactMap({ $0 }) {
                    let reply = try await Self.send(service, endpoint, caller, exists: false)
                    let place = "\(Self.name(endpoint)) as \(caller.name): \(reply.status) \(reply.text.prefix(200))"
                    switch (endpoint.access, caller.name) {
                    case (.guest, "guest"), (.admin, "client"):
                        #expect(reply.status != 401, "\(place)")
                        #expect(reply.code != .insufficientScope, "\(place)")
                    case (.studio, "user"):
                        // A socket needs the token of the user's own page, too.
                        #expect([200, 404].contains(reply.status) || endpoint.path.text.hasSuffix("/socket"), "\(place)")
                    case (.admin, "client without the scope"):
                        #expect(reply.status == 403, "\(place)")
                        #expect(reply.code == .insufficientScope, "\(place)")
                    // The cookie alone can't act for its user: another site's page could send it.
                    case (.guest, _), (.admin, _): #expect(reply.status == 401 && reply.code == .invalidToken, "\(place)")
                    case (.studio, _): #expect(reply.status == 401, "\(place)")
                    case (.visitor, "user"): break
                    case (.visitor, _) where endpoint.method == .post: #expect([200, 401, 429].contains(reply.status), "\(place)")
                    case (.everyone, _), (.visitor, _): #expect(reply.status == nobody.status, "\(place)")
                    }
                    // This process accepts no files.
                    #expect(reply.status < 500 || reply.code == .unavailable, "\(place)")
                }
            }
        }
    }

    @Test("Each role may do what was decided for it, and nothing else") func roles() async throws {
        try await Self.with { service in
            var people: [(role: StudioRole, caller: Caller)] = []
            for role in StudioRole.known {
                people.append((role, Caller(name: role.rawValue, fields: try await StudioPerson.signedIn(service, role).fields())))
            }
            var rows: [String] = []
            for endpoint in Self.endpoints(service) {
                guard case .admin(let scope) = endpoint.access else { continue }
                var allowed: [String] = []
                for (role, caller) in people {
                    let reply = try await Self.send(service, endpoint, caller, exists: false)
                    let place = "\(Self.name(endpoint)) as \(role.rawValue): \(reply.status) \(reply.text.prefix(200))"
                    let isRefused = reply.status == 403 && reply.code == .insufficientScope
                    let may = Administrator(clientID: "", businessID: "", scopes: Set(role.scopes)).has(scope)
                    #expect(isRefused != may, "\(place)")
                    #expect(reply.status != 401, "\(place)")
                    #expect(reply.status < 500 || reply.code == .unavailable, "\(place)")
                    if !isRefused { allowed.append(role.rawValue) }
                }
                rows.append("\(Self.name(endpoint)): \(allowed.joined(separator: " "))")
            }
            let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Golden/Service/roles.txt")
            let text = rows.sorted().joined(separator: "\n") + "\n"
            let known = try? String(contentsOf: place, encoding: .utf8)
            #expect(known == text, "\(text)")
        }
    }

    @Test("People's sessions that ended, were changed or belong to somebody who was removed open nothing") func deadPeople() async throws {
        try await Self.with { service in
            let ended = try await StudioPerson.signedIn(service, .owner, email: "ended@b1.example")
            let changed = try await StudioPerson.signedIn(service, .owner, email: "changed@b1.example")
            let removed = try await StudioPerson.signedIn(service, .owner, email: "removed@b1.example")
            let people = [ended, changed, removed]
            var callers: [Caller] = []
            for (number, person) in people.enumerated() {
                callers.append(Caller(name: "\(number)", fields: try await person.fields()))
            }
            let resources = service.catalogue.resources
            for id in try await resources.ids(StudioSession.self, parent: ended.id) {
                _ = try await resources.delete(StudioSession.self, id: id)
            }
            _ = try await resources.update(PersonRecord.self, id: changed.id, at: service.clock.now) { $0.stamp = "another" }
            _ = try await resources.delete(PersonRecord.self, id: removed.id)
            for endpoint in Self.endpoints(service) {
                for caller in callers {
                    let reply = try await Self.send(service, endpoint, caller, exists: true)
                    switch endpoint.access {
                    case .admin, .studio: #expect(reply.status == 401, "\(Self.name(endpoint)) as \(caller.name): \(reply.status)")
                    default: #expect(reply.status < 500, "\(Self.name(endpoint))")
                    }
                }
            }
        }
    }

    @Test("Who has taken only the first step of signing in gets nothing but the second one") func pendingSignIn() async throws {
        try await Self.with { service in
            var callers: [Caller] = []
            for (role, needsSetup) in [(StudioRole.owner, false), (.editor, true)] {
                let person = try await StudioPerson.signedIn(service, role)
                let sealed = try service.service.vault.seal(Base32.encoded(OneTimeCode.makeSecret()))
                let record = try await service.catalogue.resources.update(PersonRecord.self, id: person.id, at: service.clock.now) {
                    if !needsSetup {
                        $0.secondFactor = SecondFactor(sealedSecret: sealed, recoveryHashes: [], step: 0, at: service.clock.now)
                    }
                }
                let claim = PendingSignIn(try #require(record), "signIn", next: nil, at: service.clock.now)
                let cookie = try claim.setting(isSecure: false, signer: service.service.tokenSigner)
                let value = cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()
                let token = service.service.tokenSigner.signature(of: "token \(person.id)", for: .secondStep)
                // As it is, and in place of a session or a token.
                callers.append(Caller(name: "pending \(role.rawValue)", fields: [("Cookie", "windowbox_sign_in=\(value)")]))
                callers.append(
                    Caller(
                        name: "pending \(role.rawValue) as a session",
                        fields: [("Cookie", "windowbox_studio=\(value)"), ("X-Studio-Token", token)]))
                callers.append(Caller(name: "pending \(role.rawValue) as a token", fields: [("Authorization", "Bearer \(value)")]))
            }
            for endpoint in Self.endpoints(service) {
                let open = try await Self.send(service, endpoint, Caller(name: "nobody"), exists: true)
                for caller in callers {
                    let reply = try await Self.send(service, endpoint, caller, exists: true)
                    let place = "\(Self.name(endpoint)) as \(caller.name): \(reply.status) \(reply.text.prefix(200))"
                    switch endpoint.access {
                    case .guest, .admin: #expect(reply.status == 401 && reply.code == .invalidToken, "\(place)")
                    case .studio:
                        #expect(reply.status == 401, "\(place)")
                        #expect(!reply.text.contains("studio-token") && !reply.text.contains("Secret"), "\(place)")
                    case .visitor where endpoint.path.text.hasPrefix("/studio/sign-in/"):
                        #expect([200, 303, 401, 429].contains(reply.status), "\(place)")
                    case .visitor where endpoint.method == .post: #expect([200, 401, 429].contains(reply.status), "\(place)")
                    case .everyone, .visitor: #expect(reply.status == open.status, "\(place)")
                    }
                    #expect(reply["Set-Cookie"]?.contains("windowbox_studio=") != true, "\(place)")
                }
            }
        }
    }

    @Test("Another business's client and user find none of a business's resources") func strangers() async throws {
        try await Self.with { service in
            try await service.catalogue.resources.save(Business(id: "b2", name: "Other"), at: service.clock.now)
            let client = Caller(
                name: "client", fields: [("Authorization", "Bearer \(try await Manager(service, business: "b2").token)")])
            let user = Caller(name: "user", fields: [("Cookie", try await StudioBrowsing.signedIn(service, business: "b2").cookie)])
            var asked = 0
            for endpoint in Self.endpoints(service) where Self.path(endpoint, exists: true).hasID {
                let caller: Caller
                switch endpoint.access {
                case .admin: caller = client
                case .studio: caller = user
                case .everyone, .guest, .visitor: continue
                }
                let reply = try await Self.send(service, endpoint, caller, exists: true)
                let place = "\(Self.name(endpoint)) as \(caller.name): \(reply.status) \(reply.text.prefix(200))"
                // A body is validated first, and this process accepts no files. The same would be said of an ID that doesn't exist.
                let missing = try await Self.send(service, endpoint, caller, exists: false)
                #expect(reply.status == missing.status, "\(place)")
                #expect(reply.code == missing.code, "\(place)")
                #expect((400..<500).contains(reply.status) || reply.code == .unavailable, "\(place)")
                #expect(!reply.text.contains("Secret"), "\(place)")
                asked += 1
            }
            #expect(asked > 60)
            let owner = try await Manager(service)
            for path in [
                "channels/c1", "videos/vs", "playlists/pl1", "playlist_groups/g1", "live_streams/l1", "products/p1", "interactions/i1",
            ] {
                #expect(try await owner.send(.GET, "/v1/admin/\(path)").status == 200, "\(path)")
            }
        }
    }

    @Test("Each path names its methods to those that it lacks, and answers HEAD and OPTIONS") func methods() async throws {
        try await Self.with { service in
            let all = Self.endpoints(service)
            for (template, endpoints) in Dictionary(grouping: all, by: \.path.text) {
                let path = Self.path(endpoints[0], exists: false).text
                // The path of another endpoint may be the same here, such as /studio/none.
                let methods = Set(endpoints.map { $0.method.rawValue.uppercased() })
                let reply = try await service.send(.RAW(value: "PROPFIND"), path)
                #expect(reply.status == 405, "\(template): \(reply.status)")
                let allowed = Set(try #require(reply["Allow"]).split(separator: ",").map { $0.filter { $0 != " " } })
                #expect(allowed.isSuperset(of: methods.union(["OPTIONS"])), "\(template): \(allowed)")
                #expect(allowed.contains("HEAD") == allowed.contains("GET"), "\(template): \(allowed)")
                let options = try await service.send(.OPTIONS, path)
                #expect(options.status == 204, "\(template)")
                #expect(options["Allow"] == reply["Allow"], "\(template)")
                #expect((options["Access-Control-Allow-Methods"] != nil) == endpoints[0].isCrossOrigin, "\(template)")
                #expect((options["Access-Control-Allow-Origin"] == "*") == endpoints[0].isCrossOrigin, "\(template)")
                // HEAD begins no stitched session.
                guard methods.contains("GET"), !template.contains("/new/index.m3u8") else { continue }
                // A client that decompresses the response would miss the content of HEAD.
                let plain = [("Accept-Encoding", "identity")]
                let (head, got) = (try await service.send(.HEAD, path, plain), try await service.send(.GET, path, plain))
                #expect(head.status == got.status, "\(template)")
                #expect(head.body.isEmpty, "\(template)")
            }
        }
    }

    @Test("Each link and form of a page leads to a path that exists") func links() async throws {
        try await Self.with { service in
            let routes = service.service.responder.routes
            let user = try await StudioBrowsing.signedIn(service)
            var (pages, links) = (0, 0)
            for endpoint in routes.endpoints where endpoint.method == .get && [.page, .studio].contains(endpoint.errors) {
                let reply = try await user.get(Self.path(endpoint, exists: true).text)
                guard reply.status == 200, reply["Content-Type"]?.hasPrefix("text/html") == true else { continue }
                pages += 1
                let text = reply.text.replacing("&amp;", with: "&").replacing(/\{(id|lang)\}/, with: "en")
                let read = text.matches(of: /(?:href|src|data-room|data-then)="(?:tell [a-z]+ )?(\/[^"\/][^"]*|\/)"/).map {
                    ("get", String($0.1))
                }
                let written = text.matches(of: /data-method="([A-Z]+)" data-path="([^"]*)"/).map { ($0.1.lowercased(), String($0.2)) }
                let snapshots = text.matches(of: /data-snapshot="([^"]*)"/).map { ("put", String($0.1)) }
                for (method, link) in read + written + snapshots {
                    let path = String(link.prefix { $0 != "?" && $0 != "#" })
                    links += 1
                    guard case .endpoint(let target, _) = routes.match(APIRoute.Method(rawValue: method), path) else {
                        Issue.record("\(Self.name(endpoint)) leads to \(method) \(link)")
                        continue
                    }
                    // Everything below /studio/ matches this one, which answers 404.
                    #expect(target.path.text != "/studio/{page...}", "\(Self.name(endpoint)) leads to \(link)")
                }
            }
            #expect(pages > 30, "\(pages) pages with \(links) links")
            #expect(links > 1000, "\(pages) pages with \(links) links")
        }
    }
}
