// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Testing

@testable import WindowboxServer

@Suite("Seals, limits and addresses") struct SealTests {
    private let claim = GuestClaim(guest: "g1", until: 7)

    @Test("what is sealed is read for its purpose, by who has the secret") func purposes() throws {
        let seal = Seal(secrets: ["one"])
        let token = try seal.seal(claim, for: .guest)
        #expect(seal.open(GuestClaim.self, token, for: .guest)?.guest == "g1")
        for purpose in Seal.Purpose.allCases where purpose != .guest { #expect(seal.open(GuestClaim.self, token, for: purpose) == nil) }
        #expect(Seal(secrets: ["two"]).open(GuestClaim.self, token, for: .guest) == nil)
        // A new secret signs; the old one is still taken.
        let turned = Seal(secrets: ["two", "one"])
        #expect(turned.open(GuestClaim.self, token, for: .guest) != nil)
        #expect(try Seal(secrets: ["one"]).open(GuestClaim.self, turned.seal(claim, for: .guest), for: .guest) == nil)
    }

    @Test("no letter of a token can be another") func integrity() throws {
        let seal = Seal(secrets: ["one"])
        let token = try seal.seal(claim, for: .guest)
        for index in token.indices {
            for letter in ["A", "z", "-", ".", "="] where String(token[index]) != letter {
                let changed = token.replacingCharacters(in: index...index, with: letter)
                #expect(seal.open(GuestClaim.self, changed, for: .guest) == nil, "\(changed)")
            }
        }
    }

    @Test("an allowance is used up and comes back with time") func buckets() {
        var state = RateLimitState(limits: [.ordinary: RateLimit(perSecond: 2, burst: 3)], mostKeys: 3)
        let key = RateLimitState.Key(caller: "a", allowance: .ordinary)
        for _ in 0..<3 { #expect(state.take(key, at: 10) == nil) }
        #expect(state.take(key, at: 10) == 0.5)
        #expect(state.take(key, at: 10.5) == nil)
        #expect(state.take(key, at: 10.5) == 0.5)
        // A clock that goes back gives nothing.
        #expect(state.take(key, at: 3) == 0.5)
        #expect(state.take(RateLimitState.Key(caller: "a", allowance: .none), at: 0) == nil)
        #expect(state.take(key, at: 1000) == nil)
    }

    @Test("no more callers are remembered than a number, whoever they are") func flood() {
        var state = RateLimitState(limits: [.ordinary: RateLimit(perSecond: 1, burst: 2)], mostKeys: 10)
        for number in 0..<1000 { _ = state.take(RateLimitState.Key(caller: "\(number)", allowance: .ordinary), at: 0) }
        #expect(state.count <= 11)
        #expect(state.take(RateLimitState.Key(caller: "new", allowance: .ordinary), at: 0) != nil)
        // Those who did not come again are forgotten.
        #expect(state.take(RateLimitState.Key(caller: "new", allowance: .ordinary), at: 100) == nil)
        #expect(state.count < 10)
    }

    @Test(
        "a network has the addresses that begin as it does",
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
        "what is no network is none", arguments: ["", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "x", "1.2.3.4/8/8", "::1/129"])
    func noNetworks(text: String) { #expect(NetworkRange(text) == nil) }

    @Test("only a proxy of ours is believed whom it asks for") func proxies() throws {
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
