// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import HTTPTypes
import NIOHTTP1
import Testing
import WindowboxContract

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("Tokens, limits and addresses") struct TokenSignerTests {
    private let claim = GuestClaim(guest: "g1", until: 7)

    @Test("A token is valid for its purpose and secret only") func purposes() throws {
        let tokenSigner = TokenSigner(secrets: ["one"])
        let token = try tokenSigner.sign(claim, for: .guest)
        #expect(tokenSigner.verify(GuestClaim.self, token, for: .guest)?.guest == "g1")
        for purpose in TokenSigner.Purpose.allCases where purpose != .guest {
            #expect(tokenSigner.verify(GuestClaim.self, token, for: purpose) == nil)
        }
        #expect(TokenSigner(secrets: ["two"]).verify(GuestClaim.self, token, for: .guest) == nil)
        // A new secret signs; the old one is still accepted.
        let turned = TokenSigner(secrets: ["two", "one"])
        #expect(turned.verify(GuestClaim.self, token, for: .guest) != nil)
        #expect(try TokenSigner(secrets: ["one"]).verify(GuestClaim.self, turned.sign(claim, for: .guest), for: .guest) == nil)
    }

    @Test("No character of a token can be changed") func integrity() throws {
        let tokenSigner = TokenSigner(secrets: ["one"])
        let token = try tokenSigner.sign(claim, for: .guest)
        for index in token.indices {
            for letter in ["A", "z", "-", ".", "="] where String(token[index]) != letter {
                let changed = token.replacingCharacters(in: index...index, with: letter)
                #expect(tokenSigner.verify(GuestClaim.self, changed, for: .guest) == nil, "\(changed)")
            }
        }
    }

    @Test("An allowance is used up and refills with time") func buckets() {
        var state = RateLimitState(limits: [.ordinary: RateLimit(perSecond: 2, burst: 3)], maximumKeys: 3)
        let key = RateLimitState.Key(caller: "a", allowance: .ordinary)
        for _ in 0..<3 { #expect(state.take(key, at: 10) == nil) }
        #expect(state.take(key, at: 10) == 0.5)
        #expect(state.take(key, at: 10.5) == nil)
        #expect(state.take(key, at: 10.5) == 0.5)
        // A clock that goes back adds no tokens.
        #expect(state.take(key, at: 3) == 0.5)
        #expect(state.take(RateLimitState.Key(caller: "a", allowance: .none), at: 0) == nil)
        #expect(state.take(key, at: 1000) == nil)
    }

    @Test("The number of remembered callers is limited") func flood() {
        var state = RateLimitState(limits: [.ordinary: RateLimit(perSecond: 1, burst: 2)], maximumKeys: 10)
        for number in 0..<1000 { _ = state.take(RateLimitState.Key(caller: "\(number)", allowance: .ordinary), at: 0) }
        #expect(state.count <= 11)
        #expect(state.take(RateLimitState.Key(caller: "new", allowance: .ordinary), at: 0) != nil)
        // Callers who did not return are forgotten.
        #expect(state.take(RateLimitState.Key(caller: "new", allowance: .ordinary), at: 100) == nil)
        #expect(state.count < 10)
    }

    @Test(
        "A network contains the addresses with its prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.168.1.128/25", "192.168.1.200", true),
            ("192.168.1.128/25", "192.168.1.100", false), ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false),
            ("0.0.0.0/0", "8.8.8.8", true), ("::1", "::1", true), ("2001:db8::/32", "2001:db8:1::5", true),
            ("2001:db8::/32", "2001:db9::", false),
            ("127.0.0.0/8", "::ffff:127.0.0.1", true), ("::/0", "127.0.0.1", false),
        ])
    func networks(network: String, address: String, isIn: Bool) throws {
        let range = try #require(NetworkRange(network))
        #expect(try range.contains(#require(NetworkAddress(address))) == isIn)
    }

    @Test(
        "Invalid networks are refused",
        arguments: ["", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "x", "1.2.3.4/8/8", "::1/129"])
    func noNetworks(text: String) { #expect(NetworkRange(text) == nil) }

    @Test("The forwarded address is accepted only from a trusted proxy") func proxies() throws {
        let proxies = TrustedProxies(ranges: try [#require(NetworkRange("10.0.0.0/8"))], countryField: .init("X-Country"))
        func address(_ peer: String, _ forwarded: String?) -> String? {
            var fields = HTTPFields()
            fields[.forwardedFor] = forwarded
            return proxies.origin(peer: NetworkAddress(peer), fields).address?.limitKey
        }
        #expect(address("10.0.0.1", "8.8.8.8") == "8.8.8.8")
        #expect(address("9.9.9.9", "8.8.8.8") == "9.9.9.9")
        #expect(address("10.0.0.1", "1.1.1.1, 8.8.8.8, 10.0.0.2") == "8.8.8.8")
        #expect(address("10.0.0.1", nil) == "10.0.0.1")
        #expect(address("10.0.0.1", "1.1.1.1, nonsense") == "10.0.0.1")
        #expect(address("10.0.0.1", "2001:db8:1:2:3:4:5:6") == address("10.0.0.1", "2001:db8:1:2::"))
        #expect(address("10.0.0.1", "2001:db8:1:3::") != address("10.0.0.1", "2001:db8:1:2::"))
    }
}

@Suite("Encrypted storage") struct VaultTests {
    @Test("A sealed value is readable with its secret, also an older one, and by nobody else") func secrets() throws {
        let sealed = try Vault(secrets: ["one"]).seal("a secret")
        #expect(!sealed.contains("secret"))
        #expect(try Vault(secrets: ["one"]).seal("a secret") != sealed)
        #expect(Vault(secrets: ["two", "one"]).open(sealed) == "a secret")
        #expect(Vault(secrets: ["two"]).open(sealed) == nil)
        for damaged in [String(sealed.dropLast(4)), sealed.replacing("v1:", with: "v1:AAAA"), "v1:", "v1:x"] {
            #expect(Vault(secrets: ["one"]).open(damaged) == nil, "\(damaged)")
        }
        // An earlier version stored it as plain text.
        #expect(Vault(secrets: ["one"]).open("plain") == "plain")
        #expect(try Vault(secrets: ["one"]).open(Vault(secrets: ["one"]).seal("")) == "")
    }

    @Test("Values encrypted with an older secret, or not at all, are encrypted again with the first", .onEachDatabase) func renewal()
        async throws
    {
        try await RunningService.with({ settings, _ in settings.secrets = ["new", "old"] }) { service in
            let secrets = [
                "w1": "plain secret", "w2": try Vault(secrets: ["old"]).seal("older"), "w3": try Vault(secrets: ["new"]).seal("x"),
            ]
            for (id, secret) in secrets {
                let webhook = Webhook(id: id, businessID: "b1", url: "https://a.test", types: ["*"], secret: secret)
                try await service.catalogue.resources.save(webhook, at: service.clock.now)
            }
            try await service.service.rotateSecrets()
            func kept(_ id: String) async throws -> String {
                try #require(await service.catalogue.resources.find(Webhook.self, id: id)?.secret)
            }
            let newest = Vault(secrets: ["new"])
            let first = try await kept("w1")
            #expect(newest.open(first) == "plain secret")
            #expect(first != "plain secret")
            #expect(try await newest.open(kept("w2")) == "older")
            #expect(try await kept("w3") == secrets["w3"])
        }
    }

    @Test("A repeated call is recognized by a keyed fingerprint, also with an older secret", .onEachDatabase)
    func fingerprints() async throws {
        try await RunningService.with({ settings, _ in settings.secrets = ["new", "old"] }) { service in
            let manager = try await Manager(service)
            let body = #"{"url":"https://8.8.8.8/","types":["*"]}"#
            func ask(_ key: String) async throws -> Reply {
                try await manager.send(.POST, "/v1/admin/webhooks", json: body, [("Idempotency-Key", key)])
            }
            #expect(try await ask("k1").status == 201)
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let kept = try await store.read { try $0.rows("SELECT fingerprint FROM idempotency").map { $0.text(0) } }
            let digest = try #require(
                ["", "\(body.utf8.count)\n"].map { Data(SHA256.hash(data: Data("createWebhook\n\n\n\($0)\(body)".utf8))) }
                    .first { kept == Array(Vault(secrets: ["new", "old"]).fingerprints(of: $0).prefix(1)) })
            #expect(!kept.contains(digest.base64URL))
            // As made with an older secret, and as made by an earlier version, which used none.
            for earlier in Vault(secrets: ["old"]).fingerprints(of: digest) + [digest.base64URL] {
                _ = try await store.write { try $0.execute("UPDATE idempotency SET fingerprint = \(earlier)") }
                #expect(try await ask("k1")["Idempotency-Replayed"] == "true")
            }
            let stranger = try #require(Vault(secrets: ["stranger"]).fingerprints(of: digest).first)
            _ = try await store.write { try $0.execute("UPDATE idempotency SET fingerprint = \(stranger)") }
            #expect(try await ask("k1").code == .idempotencyMismatch)
        }
    }

    @Test("A new webhook's secret is not in the database in plain text", .onEachDatabase) func webhooks() async throws {
        try await RunningService.with { service in
            let manager = try await Manager(service)
            let fields = [("Idempotency-Key", "k1")]
            let body = #"{"url":"https://8.8.8.8/","types":["*"]}"#
            let made = try await manager.send(.POST, "/v1/admin/webhooks", json: body, fields)
            let webhook = try made.json(Webhook.self)
            let secret = try #require(webhook.secret)
            let kept = try #require(try await service.catalogue.resources.find(Webhook.self, id: webhook.id)?.secret)
            #expect(kept != secret)
            #expect(service.service.vault.open(kept) == secret)
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let answers = try await store.read { try $0.rows("SELECT answer FROM idempotency").compactMap { $0.optionalText(0) } }
            #expect(answers.count == 1)
            #expect(!answers.contains { $0.contains(secret) })
            // A repeated request with the key gets the same response.
            let again = try await manager.send(.POST, "/v1/admin/webhooks", json: body, fields)
            #expect(again.body == made.body)
            #expect(again["Idempotency-Replayed"] == "true")
            // Changing it requires no secret.
            let path = "/v1/admin/webhooks/\(webhook.id)"
            #expect(try await manager.send(.PATCH, path, json: #"{"types":["video_created"]}"#).status == 200)
            #expect(try await manager.send(.PATCH, path, json: #"{"secret":"\#(secret)"}"#).error?.field == "secret")
        }
    }
}
