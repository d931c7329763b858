// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("People in Studio", .onEachDatabase) struct PeopleTests {
    private static func with(_ body: @escaping @Sendable (RunningService) async throws -> Void) async throws {
        try await RunningService.with { settings, _ in
            settings.callsPerSecond = 1000
            settings.passwordCost = StudioPerson.cost
        } _: { service in
            try await service.catalogue.resources.save(Business(id: "b1", name: "Business one"), at: service.clock.now)
            try await service.catalogue.resources.save(Business(id: "b2", name: "Business two"), at: service.clock.now)
            try await body(service)
        }
    }

    private static func invite(
        _ manager: Manager, _ email: String, _ role: StudioRole = .editor
    ) async throws -> Invitation {
        let reply = try await manager.send(
            .POST, "/v1/admin/people", json: ContractJSON.text(PersonRequest(email: email, name: "Ann <b>", role: role)))
        #expect(reply.status == 201, "\(reply.text)")
        return try reply.json(Invitation.self)
    }

    private static func path(_ invitation: Invitation) -> String {
        let url = invitation.url ?? ""
        return String(url[(url.range(of: "/studio")?.lowerBound ?? url.startIndex)...])
    }

    private static func signIn(_ browsing: StudioBrowsing, _ email: String, _ password: String) async throws -> Reply {
        func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
        return try await browsing.send(.POST, "/studio/sign-in", form: "email=\(encoded(email))&password=\(encoded(password))&next=")
    }

    @Test("An invitation sets a password once, and the person then signs in with it") func invitation() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            let invitation = try await Self.invite(manager, " Ann@Example.org ")
            #expect(try #require(invitation.url).hasPrefix("\(service.address)/studio/invitation/"))
            let path = Self.path(invitation)
            var browsing = try await StudioBrowsing(service)
            let page = try await browsing.get(path)
            #expect(page.status == 200)
            #expect(page.text.contains("Ann &lt;b&gt;"))
            #expect(page.text.contains("Business one"))
            #expect(page["Cache-Control"] == "no-store")
            // The address must not reach anybody else.
            #expect(page["Referrer-Policy"] == "no-referrer")
            // Nobody signs in before.
            #expect(try await Self.signIn(browsing, "ann@example.org", "").status == 401)
            for bad in ["short", "aaaaaaaaaaaaaaaaaa", "ann@example.org1"] {
                let refused = try await browsing.send(.POST, path, form: "password=\(bad)")
                #expect(refused.status == 422, "\(bad)")
                #expect(refused["Set-Cookie"] == nil)
            }
            #expect(try await browsing.send(.POST, path, [("Origin", "https://evil.example")], form: "password=x").status == 403)
            let set = try await browsing.send(.POST, path, form: "password=correct+horse+battery")
            #expect(set.status == 303, "\(set.text)")
            browsing.keep(set)
            #expect(try await browsing.get("/studio/videos").status == 200)
            #expect(try await browsing.get("/studio/people").status == 403)
            // The link is used up.
            #expect(try await browsing.get(path).status == 401)
            #expect(try await browsing.send(.POST, path, form: "password=another+horse+battery").status == 401)
            var other = try await StudioBrowsing(service)
            let wrong = try await Self.signIn(other, "ann@example.org", "correct horse batterie")
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("The email address or the password is wrong."))
            // The same is said of an account that doesn't exist.
            let unknown = try await Self.signIn(other, "bob@example.org", "correct horse battery")
            #expect(unknown.status == 401)
            #expect(unknown.text.contains("The email address or the password is wrong."))
            service.clock.advance(by: 60)
            let right = try await Self.signIn(other, "ANN@example.org", "correct horse battery")
            #expect(right.status == 303)
            other.keep(right)
            #expect(try await other.get("/studio").text.contains("Ann &lt;b&gt;"))
            let reported = try await manager.send(.GET, "/v1/admin/people/\(invitation.id)")
            #expect(try reported.json(Person.self).isActive)
            #expect(!reported.text.contains("scrypt"))
            #expect(!reported.text.contains("stamp"))
        }
    }

    @Test("Invitations expire, and a new one replaces earlier ones; a password works until the new link is used") func renewal()
        async throws
    {
        try await Self.with { service in
            let manager = try await Manager(service)
            let first = try await Self.invite(manager, "ann@example.org")
            let browsing = try await StudioBrowsing(service)
            service.clock.advance(by: 7 * 86_400)
            #expect(try await browsing.get(Self.path(first)).status == 401)
            let later = try await Manager(service)
            let path = "/v1/admin/people/\(first.id)/invitation"
            let second = try await later.send(.POST, path).json(Invitation.self)
            let third = try await later.send(.POST, path).json(Invitation.self)
            #expect(try await browsing.get(Self.path(second)).status == 401)
            #expect(try await browsing.send(.POST, Self.path(third), form: "password=correct+horse+battery").status == 303)
            let fourth = try await later.send(.POST, path).json(Invitation.self)
            var signed = browsing
            signed.keep(try await Self.signIn(browsing, "ann@example.org", "correct horse battery"))
            #expect(try await signed.get("/studio").status == 200)
            #expect(try await browsing.send(.POST, Self.path(fourth), form: "password=another+horse+battery").status == 303)
            // Whoever had the old password is signed out.
            #expect(try await signed.get("/studio").status == 401)
            #expect(try await Self.signIn(browsing, "ann@example.org", "correct horse battery").status == 401)
        }
    }

    @Test("Two requests with the same link set one password") func race() async throws {
        try await Self.with { service in
            let path = Self.path(try await Self.invite(try await Manager(service), "ann@example.org"))
            let browsing = try await StudioBrowsing(service)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask { try await browsing.send(.POST, path, form: "password=horse+number+\(number)+of+four").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 303 }.count == 1, "\(statuses)")
        }
    }

    @Test("An address has one account in the whole service, and requests are checked") func bad() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            _ = try await Self.invite(manager, "ann@example.org")
            let stranger = try await Manager(service, business: "b2")
            for manager in [manager, stranger] {
                let again = try await manager.send(
                    .POST, "/v1/admin/people", json: #"{"email":"ANN@example.org","name":"x","role":"owner"}"#)
                #expect(again.code == .conflict, "\(again.text)")
            }
            for (json, code, field) in [
                (#"{"email":"ann","name":"x","role":"owner"}"#, ErrorCode.emailInvalid, "email"),
                (#"{"email":"a@b.example","name":"","role":"owner"}"#, .invalidField, "name"),
                (#"{"email":"a@b.example","name":"x","role":"king"}"#, .invalidField, "role"),
            ] {
                let reply = try await manager.send(.POST, "/v1/admin/people", json: json)
                #expect(reply.code == code, "\(reply.text)")
                #expect(reply.error?.field == field)
            }
        }
    }

    @Test("Nobody gives, changes or takes a role that may do more than they may, or changes their own") func escalation() async throws {
        try await Self.with { service in
            let owner = try await StudioPerson.signedIn(service, .owner)
            let (all, own) = ("/v1/admin/people", "/v1/admin/people/\(owner.id)")
            let narrow = try await Manager(service, scopes: ["people:write", "insights:read"])
            func create(_ role: StudioRole) async throws -> Reply {
                try await narrow.send(
                    .POST, all, json: ContractJSON.text(PersonRequest(email: "\(role.rawValue)@new.example", name: "x", role: role)))
            }
            for role in StudioRole.known { #expect(try await create(role).code == .insufficientScope, "\(role.rawValue)") }
            #expect(try await narrow.send(.POST, "\(own)/invitation").code == .insufficientScope)
            #expect(try await narrow.send(.PATCH, own, json: #"{"role":"host"}"#).code == .insufficientScope)
            #expect(try await narrow.send(.DELETE, own).code == .insufficientScope)
            #expect(try await owner.send(.PATCH, own, json: #"{"role":"host"}"#).code == .conflict)
            #expect(try await owner.send(.DELETE, own).code == .conflict)
            #expect(try await owner.send(.PATCH, own, json: #"{"name":"New name"}"#).json(Person.self).name == "New name")
            // Another owner may, and it counts at once.
            let editor = try await StudioPerson.signedIn(service, .editor)
            #expect(try await editor.browsing.get("/studio/videos").status == 200)
            #expect(try await owner.send(.PATCH, "\(all)/\(editor.id)", json: #"{"role":"analyst"}"#).status == 200)
            #expect(try await editor.send(.POST, "/v1/admin/channels", json: #"{"name":"x"}"#).code == .insufficientScope)
            #expect(try await owner.send(.DELETE, "\(all)/\(editor.id)").status == 204)
            #expect(try await editor.browsing.get("/studio").status == 401)
            #expect(try await owner.send(.GET, "\(all)/\(editor.id)").code == .notFound)
        }
    }

    @Test("Another business sees and changes nobody") func tenants() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .editor)
            let stranger = try await Manager(service, business: "b2")
            let path = "/v1/admin/people/\(person.id)"
            #expect(try await stranger.send(.GET, "/v1/admin/people").json(ResourceList<Person>.self).data == [])
            for (method, rest, json) in [
                (HTTPMethod.GET, "", nil), (.PATCH, "", #"{"name":"x"}"#), (.DELETE, "", nil), (.POST, "/invitation", nil),
                (.GET, "/sessions", nil), (.DELETE, "/sessions/none", nil),
            ] as [(HTTPMethod, String, String?)] {
                #expect(try await stranger.send(method, path + rest, json: json).code == .notFound, "\(method) \(rest)")
            }
            #expect(try await person.browsing.get("/studio").status == 200)
        }
    }

    @Test("Sessions are listed and ended, one by one or all with a new password") func sessions() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .owner)
            var phone = try await StudioBrowsing(service)
            phone.keep(
                try await phone.send(
                    .POST, "/studio/sign-in", [("User-Agent", "Phone <b>")],
                    form: "email=\(person.email.replacing("@", with: "%40"))&password=correct+horse+battery&next="))
            #expect(try await phone.get("/studio").status == 200)
            let path = "/v1/admin/people/\(person.id)/sessions"
            let listed = try await person.send(.GET, path).json(ResourceList<PersonSession>.self).data
            #expect(listed.count == 2)
            #expect(listed.filter(\.isCurrent).count == 1)
            let other = try #require(listed.first { !$0.isCurrent })
            #expect(other.browser == "Phone <b>")
            let account = try await person.browsing.get("/studio/account").text
            #expect(account.contains("Phone &lt;b&gt;"))
            #expect(account.contains(person.email))
            #expect(try await person.send(.DELETE, "\(path)/\(other.id)").status == 204)
            #expect(try await phone.get("/studio").status == 401)
            #expect(try await person.send(.DELETE, "\(path)/\(other.id)").status == 404)
            // A new password ends all others.
            let second = try await StudioPerson.signedIn(service, .host)
            var tablet = try await StudioBrowsing(service)
            tablet.keep(try await Self.signIn(tablet, second.email, StudioPerson.password))
            #expect(try await tablet.get("/studio").status == 200)
            let token = try await tablet.token()
            func change(_ current: String, _ password: String, _ token: String) async throws -> Reply {
                try await tablet.send(.POST, "/studio/account/password", form: "token=\(token)&current=\(current)&password=\(password)")
            }
            #expect(try await change("correct+horse+battery", "entirely+new+words", "x").status == 403)
            let wrong = try await change("wrong+horse+battery", "entirely+new+words", token)
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("The current password is wrong."))
            #expect(try await change("correct+horse+battery", "short", token).status == 422)
            let right = try await change("correct+horse+battery", "entirely+new+words", token)
            #expect(right.status == 303, "\(right.text)")
            #expect(try await second.browsing.get("/studio").status == 401)
            #expect(try await tablet.get("/studio").status == 401)
            tablet.keep(right)
            #expect(try await tablet.get("/studio").status == 200)
            service.clock.advance(by: 60)
            #expect(try await Self.signIn(tablet, second.email, StudioPerson.password).status == 401)
            #expect(try await Self.signIn(tablet, second.email, "entirely new words").status == 303)
        }
    }

    @Test("A person ends an own session, but not somebody else's") func ownSessions() async throws {
        try await Self.with { service in
            let (ann, bob) = (try await StudioPerson.signedIn(service, .host), try await StudioPerson.signedIn(service, .analyst))
            let owner = try await StudioPerson.signedIn(service, .owner)
            func first(_ person: StudioPerson) async throws -> String {
                let reply = try await owner.send(.GET, "/v1/admin/people/\(person.id)/sessions")
                return try #require(try reply.json(ResourceList<PersonSession>.self).data.first).id
            }
            let (own, foreign) = (try await first(ann), try await first(bob))
            let token = try await ann.browsing.token()
            func end(_ session: String, _ token: String) async throws -> Reply {
                try await ann.browsing.send(.POST, "/studio/account/sessions/\(session)/end", form: "token=\(token)")
            }
            #expect(try await end(foreign, token).status == 303)
            #expect(try await bob.browsing.get("/studio").status == 200)
            #expect(try await end(own, "x").status == 403)
            #expect(try await end(own, token).status == 303)
            #expect(try await ann.browsing.get("/studio").status == 401)
        }
    }

    @Test("A higher role ends links that were made by somebody who may do less") func raisedRole() async throws {
        try await Self.with { service in
            let manager = try await Manager(service)
            let narrow = try await Manager(
                service, scopes: ["people:write"] + StudioRole.host.scopes)
            let invitation = try await Self.invite(narrow, "ann@example.org", .host)
            let path = "/v1/admin/people/\(invitation.id)"
            #expect(try await manager.send(.PATCH, path, json: #"{"name":"Ann B."}"#).status == 200)
            let browsing = try await StudioBrowsing(service)
            #expect(try await browsing.get(Self.path(invitation)).status == 200)
            #expect(try await manager.send(.PATCH, path, json: #"{"role":"owner"}"#).status == 200)
            // Whoever made the link could else become an owner.
            #expect(try await browsing.get(Self.path(invitation)).status == 401)
            #expect(try await browsing.send(.POST, Self.path(invitation), form: "password=correct+horse+battery").status == 401)
            #expect(try await narrow.send(.POST, path + "/invitation").code == .insufficientScope)
            let renewed = try await manager.send(.POST, path + "/invitation").json(Invitation.self)
            #expect(try await manager.send(.PATCH, path, json: #"{"role":"host"}"#).status == 200)
            #expect(try await browsing.send(.POST, Self.path(renewed), form: "password=correct+horse+battery").status == 303)
        }
    }

    @Test("An address has one account whatever requests do at the same time, and is free again after its removal") func addresses()
        async throws
    {
        try await Self.with { service in
            let managers = [try await Manager(service), try await Manager(service, business: "b2")]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let body = PersonRequest(email: "ann@example.org", name: "x", role: .host)
                        return try await managers[number % 2].send(.POST, "/v1/admin/people", json: ContractJSON.text(body)).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count <= 1 && statuses.allSatisfy { [201, 409].contains($0) }, "\(statuses)")
            var listed: [String] = []
            for manager in managers {
                listed += try await manager.send(.GET, "/v1/admin/people").json(ResourceList<Person>.self).data.map(\.id)
            }
            #expect(listed.count == statuses.filter { $0 == 201 }.count)
            for manager in managers {
                for id in listed { _ = try await manager.send(.DELETE, "/v1/admin/people/\(id)") }
            }
            let path = Self.path(try await Self.invite(managers[1], "ann@example.org"))
            #expect(try await StudioBrowsing(service).send(.POST, path, form: "password=correct+horse+battery").status == 303)
            #expect(try await Self.signIn(StudioBrowsing(service), "ann@example.org", "correct horse battery").status == 303)
        }
    }

    @Test("Accounts of earlier versions, whose IDs follow from their addresses, still work and keep their address") func older()
        async throws
    {
        try await Self.with { service in
            var record = PersonRecord(
                PersonRequest(email: "ann@example.org", name: "Ann", role: .editor), email: "ann@example.org", business: "b1",
                at: service.clock.now)
            record.id = PersonRecord.addressID(of: record.email)
            record.passwordHash = try await PasswordHasher(cost: StudioPerson.cost).hash(StudioPerson.password)
            try await service.catalogue.resources.save(record, at: service.clock.now)
            #expect(try await Self.signIn(StudioBrowsing(service), "ann@example.org", StudioPerson.password).status == 303)
            let manager = try await Manager(service, business: "b2")
            let body = #"{"email":"ann@example.org","name":"x","role":"host"}"#
            #expect(try await manager.send(.POST, "/v1/admin/people", json: body).code == .conflict)
            #expect(try await Manager(service).send(.DELETE, "/v1/admin/people/\(record.id)").status == 204)
            #expect(try await manager.send(.POST, "/v1/admin/people", json: body).status == 201)
        }
    }

    @Test("Guesses are limited per address and per account") func guesses() async throws {
        try await Self.with { service in
            let person = try await StudioPerson.signedIn(service, .host)
            let browsing = try await StudioBrowsing(service)
            for _ in 0..<5 { #expect(try await Self.signIn(browsing, person.email, "wrong horse battery").status == 401) }
            let refused = try await Self.signIn(browsing, person.email, StudioPerson.password)
            #expect(refused.status == 429)
            #expect(refused["Retry-After"] != nil)
            service.clock.advance(by: 11)
            #expect(try await Self.signIn(browsing, person.email, StudioPerson.password).status == 303)
        }
    }
}

@Suite("Password hashes") struct PasswordHasherTests {
    @Test("A hash matches its password only, in any form in which it can be typed, and differs each time") func matching() async throws {
        let hasher = PasswordHasher(cost: StudioPerson.cost)
        let hash = try await hasher.hash("Caf\u{E9} au lait, s'il vous plaît")
        #expect(hash.hasPrefix("scrypt$2$1$1$"))
        #expect(try await hasher.hash("Caf\u{E9} au lait, s'il vous plaît") != hash)
        #expect(try await hasher.matches("Cafe\u{301} au lait, s'il vous plaît", hash))
        #expect(try await !hasher.matches("Cafe au lait, s'il vous plaît", hash))
        #expect(try await !hasher.matches("", hash))
        #expect(try await !hasher.matches("x", nil))
        for broken in [
            "", "scrypt", "scrypt$2$1$1$$", "scrypt$99$1$1$AAAA$AAAA", "bcrypt$2$1$1$AAAA$AAAA", hash + "x", String(hash.dropLast(4)),
        ] {
            #expect(try await !hasher.matches("x", broken), "\(broken)")
        }
    }

    @Test("The parameters are those of the hash, so that they can be raised later") func parameters() async throws {
        let hash = try await PasswordHasher(cost: StudioPerson.cost).hash("correct horse battery")
        let later = PasswordHasher(cost: PasswordHasher.Cost(roundsExponent: 3, blockSize: 2, parallelism: 1))
        #expect(try await later.matches("correct horse battery", hash))
    }

    /// RFC 7914, section 12: scrypt("pleaseletmein", "SodiumChloride", 16384, 8, 1, 64), first 32 bytes.
    @Test("It is scrypt") func vector() async throws {
        let salt = Data("SodiumChloride".utf8).base64URL
        let bytes: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb, 0xfd, 0xa8, 0xfb, 0xba, 0x90,
            0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ]
        #expect(try await PasswordHasher().matches("pleaseletmein", "scrypt$14$8$1$\(salt)$\(Data(bytes).base64URL)"))
    }
}
