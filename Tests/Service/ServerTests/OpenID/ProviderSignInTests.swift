// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxOrigin

@testable import WindowboxServer

@Suite("Signing in with a provider", .onEachDatabase) struct ProviderSignInTests {
    static func with(
        _ change: @escaping @Sendable (inout OpenIDSettings) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningService, FakeProvider) async throws -> Void
    ) async throws {
        let clock = SetClock()
        let provider = try await FakeProvider(clock)
        try await RunningService.with { settings, _ in
            (settings.callsPerSecond, settings.tokensPerMinute, settings.passwordCost) = (1000, 6000, StudioPerson.cost)
            settings.providers = [provider.settings(change)]
        } _: { service in
            clock.advance(by: service.clock.now.timeIntervalSince(clock.now))
            for id in ["b1", "b2"] {
                try await service.catalogue.resources.save(Business(id: id, name: "Business \(id)"), at: service.clock.now)
            }
            try await body(service, provider)
        }
        await provider.origin.stop()
    }

    static func invite(_ service: RunningService, _ email: String = "ada@example.org", role: StudioRole = .editor, business: String = "b1")
        async throws -> Invitation
    {
        let body = try ContractJSON.text(PersonRequest(email: email, name: "Ada", role: role))
        let reply = try await Manager(service, business: business).send(.POST, "/v1/admin/people", json: body)
        try #require(reply.status == 201, "\(reply.text)")
        return try reply.json(Invitation.self)
    }

    static func person(_ service: RunningService, _ email: String = "ada@example.org") async throws -> PersonRecord? {
        try await PersonDirectory(catalogue: service.catalogue).find(email: email)
    }

    private static func operations(_ service: RunningService) async throws -> [String] {
        try await Manager(service).send(.GET, "/v1/admin/audit?page_size=100").json(ResourceList<AuditEntry>.self).data.map(\.operation)
    }

    @Test("Somebody who was invited signs in with the provider's account, without a password") func invited() async throws {
        try await Self.with { service, provider in
            let invitation = try await Self.invite(service)
            let link = try #require(invitation.url).dropFirst(service.address.count)
            #expect(try await service.get(String(link)).text.contains("/studio/sign-in/with/1"))
            var browser = ProviderBrowser(service)
            #expect(try await browser.get("/studio/sign-in").text.contains("Sign in with <bdi>Example ID</bdi>"))
            let address = try await browser.begin(next: "/studio/videos")
            let query = FakeProvider.values(String(address.split(separator: "?")[1]))
            #expect(address.hasPrefix("\(provider.issuer)/authorize?"))
            #expect(query["response_type"] == "code" && query["scope"] == "openid email profile")
            #expect(query["redirect_uri"] == "\(service.address)/studio/sign-in/return/1")
            #expect(query["code_challenge_method"] == "S256" && query["state"]?.count == 43 && query["nonce"]?.count == 43)
            let reply = try await browser.get(try provider.authorize(address))
            #expect(reply.status == 200 && reply.destination == "/studio/videos", "\(reply.text)")
            // The secret is in the header field only, and the cookie of the flow is gone.
            #expect(browser.cookies.keys.sorted() == ["windowbox_studio"])
            #expect(try await browser.get("/studio").text.contains("Ada"))
            let account = try await browser.get("/studio/account").text
            #expect(account.contains("Signs in with") && account.contains("Example ID") && !account.contains("Change the password"))
            #expect(Set(try await Self.operations(service)).isSuperset(of: ["signInByProvider", "connectProvider"]))
            // The link is used up, and the account is that of the subject, whatever address the provider tells.
            #expect(try await service.get(String(link)).status == 401)
            provider.change { $0.claims = ["email": "renamed@example.org", "email_verified": false] }
            var again = ProviderBrowser(service)
            #expect(try await again.signIn(provider).destination == "/studio")
            #expect(try await again.isSignedIn())
            // An owner ends the session, and then disconnects the provider.
            let (manager, person) = (try await Manager(service), try #require(try await Self.person(service)))
            #expect(try await manager.send(.GET, "/v1/admin/people/\(person.id)").json(Person.self).providers == [provider.issuer])
            let sessions = try await manager.send(.GET, "/v1/admin/people/\(person.id)/sessions").json(ResourceList<PersonSession>.self)
                .data
            for session in sessions {
                #expect(try await manager.send(.DELETE, "/v1/admin/people/\(person.id)/sessions/\(session.id)").status == 204)
            }
            #expect(try await !again.isSignedIn())
            #expect(try await again.signIn(provider).destination == "/studio")
            #expect(try await manager.send(.DELETE, "/v1/admin/people/\(person.id)/providers").status == 204)
            #expect(try await !again.isSignedIn())
            #expect(try await again.signIn(provider).status == 401)
        }
    }

    @Test("Whose sign-in was interrupted before it was entered into the directory signs in again") func interrupted() async throws {
        try await Self.with({ ($0.role, $0.businessID) = (.editor, "b1") }) { service, provider in
            var browser = ProviderBrowser(service)
            #expect(try await browser.signIn(provider).destination == "/studio")
            let account = try #require(try await Self.person(service)?.accounts?.first)
            #expect(try await service.catalogue.resources.delete(PersonIdentity.self, id: account.id))
            var again = ProviderBrowser(service)
            #expect(try await again.signIn(provider).destination == "/studio")
            #expect(try await Self.person(service)?.accounts?.map(\.id) == [account.id])
        }
    }

    @Test("Only a verified address with an open invitation is connected") func strangers() async throws {
        try await Self.with { service, provider in
            var browser = ProviderBrowser(service)
            #expect(try await browser.signIn(provider).refusal?.contains("is not connected to Studio") == true)
            _ = try await Self.invite(service)
            provider.change { $0.claims = ["email_verified": false] }
            #expect(try await browser.signIn(provider).refusal?.contains("has not verified your email address") == true)
            provider.change { $0.claims = ["email_verified": .null] }
            #expect(try await browser.signIn(provider).status == 401)
            provider.change { $0.claims = ["email": "bob@example.org"] }
            #expect(try await browser.signIn(provider).status == 401)
            provider.change { $0.claims = [:] }
            service.clock.advance(by: 8 * 86400)
            provider.clock.advance(by: 8 * 86400)
            #expect(try await browser.signIn(provider).status == 401)
            // An account with a password is not taken over; an owner's new invitation connects it.
            let person = try await StudioPerson.signedIn(service, .editor, email: "eve@example.org")
            provider.change { $0.claims = ["email": "eve@example.org"] }
            #expect(try await browser.signIn(provider).status == 401)
            #expect(try await Manager(service).send(.POST, "/v1/admin/people/\(person.id)/invitation").status == 201)
            #expect(try await browser.signIn(provider).status == 200)
            #expect(try await browser.isSignedIn())
            #expect(try await person.browsing.get("/studio/account").status == 401)
            #expect(try await !browser.get("/studio/sign-in").text.contains("sign-in-fault"))
            #expect(try await Self.operations(service).contains("connectProvider"))
            // Who was removed doesn't come back by the provider.
            #expect(try await Manager(service).send(.DELETE, "/v1/admin/people/\(person.id)").status == 204)
            #expect(try await browser.signIn(provider).status == 401)
            #expect(try await service.catalogue.resources.ids(PersonIdentity.self, parent: nil, limit: 10).isEmpty)
        }
    }

    @Test("A sign-in ends only in the browser that began it, once") func bindings() async throws {
        try await Self.with { service, provider in
            _ = try await Self.invite(service)
            var (browser, attacker) = (ProviderBrowser(service), ProviderBrowser(service))
            // Somebody else's code, with and without a sign-in of one's own in progress.
            let foreign = try provider.authorize(try await attacker.begin())
            #expect(try await browser.get(foreign).refusal?.contains("another window") == true)
            _ = try await browser.begin()
            #expect(try await browser.get(foreign).status == 401)
            #expect(provider.requests(to: "/token").isEmpty)
            // A code in another's state.
            let own = FakeProvider.values(String(try provider.authorize(try await browser.begin()).split(separator: "?")[1]))
            let stolen = FakeProvider.values(String(foreign.split(separator: "?")[1]))
            let mixed = "/studio/sign-in/return/1?code=\(stolen["code"] ?? "")&state=\(own["state"] ?? "")"
            #expect(try await browser.get(mixed).refusal?.contains("invalid_grant") == true)
            #expect(try await !browser.isSignedIn())
            // Another provider's answer, an error, and no code.
            for (more, text) in [
                ("&iss=https%3A%2F%2Fevil.example", "another provider"), ("&error=access_denied", "access_denied"),
                ("&error=%3Cb%3E%20call%20us", "bcallus"),
            ] {
                #expect(try await browser.get(try provider.authorize(try await browser.begin()) + more).refusal?.contains(text) == true)
            }
            let address = try await browser.begin()
            let state = FakeProvider.values(String(address.split(separator: "?")[1]))["state"] ?? ""
            #expect(try await browser.get("/studio/sign-in/return/1?state=\(state)").refusal?.contains("sent no code") == true)
            // An old one.
            let late = try provider.authorize(try await browser.begin())
            service.clock.advance(by: 601)
            #expect(try await browser.get(late).status == 401)
            provider.clock.advance(by: 601)
            // Repeated.
            let good = try provider.authorize(try await browser.begin())
            #expect(try await browser.get(good).status == 200)
            #expect(try await browser.get(good).status == 401)
            for path in ["/studio/sign-in/with/2", "/studio/sign-in/return/2?code=x&state=y", "/studio/sign-in/with/none"] {
                #expect(try await browser.get(path).status == 401)
            }
            // Only paths of Studio are opened afterwards.
            var other = ProviderBrowser(service)
            #expect(try await other.signIn(provider, next: "https%3A%2F%2Fevil.example").destination == "/studio")
        }
    }

    @Test("Hostile ID tokens sign nobody in") func hostileTokens() async throws {
        try await Self.with { service, provider in
            _ = try await Self.invite(service)
            let (impostor, real) = (TokenKey.makeElliptic("first"), TokenKey.makeElliptic("real"))
            let changes: [(inout FakeProvider.State) -> Void] = [
                { $0.signing = impostor }, { $0.header = ["alg": "none"] }, { $0.header = ["alg": "HS256"] },
                { $0.header = ["kid": "unknown"] }, { $0.claims = ["iss": "https://evil.example"] }, { $0.claims = ["aud": "other"] },
                { $0.claims = ["nonce": "other"] }, { $0.claims = ["exp": 1] }, { $0.claims = ["iat": 1] }, { $0.token = "x" },
                { $0.token = "a.b.c" },
            ]
            for (index, change) in changes.enumerated() {
                var browser = ProviderBrowser(service)
                provider.change { state in
                    (state.signing, state.published, state.claims, state.header, state.token) = (real, [real], [:], [:], nil)
                    change(&state)
                }
                // Keys are looked up again at most once in a while.
                service.clock.advance(by: OpenIDClient.pause + 1)
                provider.clock.advance(by: OpenIDClient.pause + 1)
                let reply = try await browser.signIn(provider)
                #expect(reply.status == 401 && reply.refusal?.contains("can’t be used") == true, "\(index): \(reply.refusal ?? "")")
                #expect(try await !browser.isSignedIn(), "\(index)")
            }
            #expect(try await Self.person(service)?.accounts == nil)
        }
    }

    @Test("New keys of the provider are found, and made-up ones cause no more than one request in a while") func rotation() async throws {
        try await Self.with { service, provider in
            _ = try await Self.invite(service)
            var browser = ProviderBrowser(service)
            #expect(try await browser.signIn(provider).status == 200)
            #expect(provider.requests(to: "/keys").count == 1)
            let second = try TokenKey.makeRSA("second")
            provider.change { ($0.signing, $0.published) = (second, [second]) }
            for _ in 0..<5 { #expect(try await browser.signIn(provider).status == 401) }
            #expect(provider.requests(to: "/keys").count == 1)
            service.clock.advance(by: OpenIDClient.pause)
            provider.clock.advance(by: OpenIDClient.pause)
            #expect(try await browser.signIn(provider).status == 200)
            #expect(provider.requests(to: "/keys").count == 2)
            #expect(provider.requests(to: "/.well-known/openid-configuration").count == 1)
        }
    }

    @Test("The provider's account is the first step only, unless the operator trusts its second factor", arguments: [true, false])
    func twoSteps(isTrusted: Bool) async throws {
        try await Self.with({ $0.trustsSecondFactor = isTrusted }) { service, provider in
            _ = try await Self.invite(service)
            var browser = ProviderBrowser(service)
            #expect(try await browser.signIn(provider).destination == "/studio")
            _ = try await service.catalogue.resources.update(Business.self, id: "b1", at: service.clock.now) { $0.requiresTwoSteps = true }
            #expect(try await browser.signIn(provider).destination == "/studio/sign-in/set-up")
            provider.change { $0.claims = ["amr": ["pwd", "mfa"]] }
            let reply = try await browser.signIn(provider)
            #expect(reply.destination == (isTrusted ? "/studio" : "/studio/sign-in/set-up"))
            // Setting it up here finishes the sign-in, also without a password.
            guard !isTrusted else { return }
            let page = try await browser.get("/studio/sign-in/set-up").text
            let secret = try TwoStepTests.secret(in: page)
            var browsing = try await StudioBrowsing(service)
            browsing.cookie = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let form = "setup=\(TwoStepTests.encoded(try TwoStepTests.field("setup", in: page)))&code=\(TwoStepTests.code(secret, service))"
            #expect(try await browsing.send(.POST, "/studio/sign-in/set-up", form: form).status == 200)
            var other = ProviderBrowser(service)
            #expect(try await other.signIn(provider).destination == "/studio/sign-in/code")
            #expect(try await !other.isSignedIn())
        }
    }

    @Test("People of certain domains get an account and a role, and others don't") func domains() async throws {
        try await Self.with({ ($0.domains, $0.role, $0.businessID) = (["example.org"], .analyst, "b1") }) { service, provider in
            var browser = ProviderBrowser(service)
            for email in ["ada@example.com", "ada@sub.example.org", "ada@evilexample.org", "ada@example.org.evil.example"] {
                provider.change { $0.claims = ["email": .string(email)] }
                #expect(try await browser.signIn(provider).refusal?.contains("example.org") == true, "\(email)")
            }
            provider.change { $0.claims = ["email_verified": false] }
            #expect(try await browser.signIn(provider).status == 401)
            provider.change { $0.claims = ["email": "ADA@Example.org"] }
            #expect(try await browser.signIn(provider).destination == "/studio")
            let person = try #require(try await Self.person(service))
            #expect(person.role == .analyst && person.businessID == "b1" && person.name == "Ada" && person.isActive)
            #expect(try await Self.operations(service).contains("joinByProvider"))
            // Who leaves the domain is out.
            provider.change { $0.claims = ["email": "ada@example.com"] }
            #expect(try await browser.signIn(provider).status == 401)
            // A provider of one business opens no other.
            _ = try await Self.invite(service, "bob@example.org", business: "b2")
            provider.change { $0.claims = ["email": "bob@example.org", "sub": "subject-2"] }
            #expect(try await browser.signIn(provider).status == 401)
        }
    }

    @Test("A profile is read from the provider if the ID token has none, and must be the same person's") func profile() async throws {
        try await Self.with { service, provider in
            _ = try await Self.invite(service)
            var browser = ProviderBrowser(service)
            provider.change { state in
                state.claims = ["email": .null, "email_verified": .null, "name": .null]
                state.profile = ["sub": "subject-2", "email": "ada@example.org", "email_verified": true]
            }
            #expect(try await browser.signIn(provider).refusal?.contains("says nothing about you") == true)
            provider.change { $0.profile = ["sub": "subject-1", "email": "ada@example.org", "email_verified": true] }
            #expect(try await browser.signIn(provider).destination == "/studio")
        }
    }

    @Test("A provider that can't be used is reported in plain words") func documents() async throws {
        for (document, text) in [
            (["issuer": "https://evil.example"], "calls itself https://evil.example"),
            (["token_endpoint": "http://evil.example/token"], "names an address without TLS"),
            (["jwks_uri": .null], "there is no provider"),
        ] as [([String: JSONValue], String)] {
            try await Self.with { service, provider in
                provider.change { $0.document = document }
                let reply = try await service.get("/studio/sign-in/with/1")
                #expect(reply.status == 401 && reply.refusal?.contains(text) == true, "\(reply.refusal ?? reply.text)")
            }
        }
        try await Self.with { service, provider in
            await provider.origin.stop()
            let reply = try await service.get("/studio/sign-in/with/1")
            #expect(reply.status == 503 && reply.refusal?.contains("can’t be reached") == true, "\(reply.refusal ?? reply.text)")
        }
    }

    @Test("Attempts are limited by address") func limits() async throws {
        let provider = try await FakeProvider(SetClock())
        try await RunningService.with { settings, _ in
            (settings.tokensPerMinute, settings.providers) = (10, [provider.settings()])
        } _: { service in
            var statuses: [Int] = []
            for _ in 0..<6 {
                var browser = ProviderBrowser(service)
                statuses.append(try await browser.get("/studio/sign-in/with/1").status)
            }
            #expect(statuses == [303, 303, 303, 303, 303, 429])
        }
        await provider.origin.stop()
    }
}
