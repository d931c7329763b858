// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import Testing
import WindowboxContract

@testable import WindowboxServer

@Suite("ID tokens") struct IDTokenTests {
    private static let now = SetClock.noon
    private static let seconds = Int64(now.timeIntervalSince1970)
    private static let rule = IDTokenRule(issuer: "https://id.example", clientID: "client", nonce: "nonce")
    private static let claims: [String: JSONValue] = [
        "iss": "https://id.example", "sub": "1", "aud": "client", "exp": .integer(seconds + 300), "iat": .integer(seconds),
        "nonce": "nonce",
    ]

    private static func keys(_ keys: TokenKey...) throws -> [JSONWebKey] {
        try keys.map { try ContractJSON.decode(JSONWebKey.self, from: ContractJSON.encode(try $0.published)) }
    }

    /// Nil if it is accepted.
    private static func fault(_ token: String, _ keys: [JSONWebKey]) -> IDTokenFault? {
        do {
            _ = try rule.claims(of: token, keys: keys, at: now)
            return nil
        } catch { return error }
    }

    @Test("A token that the provider has signed with RS256 or ES256 is accepted") func accepted() throws {
        for key in [try TokenKey.makeRSA("a"), TokenKey.makeElliptic("b")] {
            let keys = try Self.keys(try .makeRSA("other"), .makeElliptic("another"), key)
            #expect(Self.fault(try key.token(Self.claims), keys) == nil)
            // Without the name of the key, all are tried.
            #expect(Self.fault(try key.token(Self.claims, header: ["kid": .null]), keys) == nil)
            let several = Self.claims.merging(["aud": ["client", "other"], "azp": "client", "nbf": .integer(Self.seconds)]) { $1 }
            #expect(Self.fault(try key.token(several), keys) == nil)
        }
    }

    @Test("A token for somebody, somewhere or some time else is refused") func claims() throws {
        let key = TokenKey.makeElliptic("a")
        let keys = try Self.keys(key)
        let cases: [([String: JSONValue], IDTokenFault)] = [
            (["iss": "https://id.example/"], .issuer), (["iss": "https://evil.example"], .issuer), (["iss": .null], .claims),
            (["aud": "another"], .audience), (["aud": []], .audience), (["aud": ["client", "other"]], .audience),
            (["azp": "other"], .audience), (["aud": ["client", "other"], "azp": "other"], .audience), (["aud": .null], .claims),
            (["exp": .integer(Self.seconds - 61)], .expired), (["exp": .null], .claims), (["exp": "never"], .claims),
            (["iat": .integer(Self.seconds + 61)], .time), (["iat": .integer(Self.seconds - 700)], .time), (["iat": .null], .claims),
            (["nbf": .integer(Self.seconds + 61)], .time), (["nonce": "other"], .nonce), (["nonce": .null], .nonce),
            (["nonce": ""], .nonce),
            (["sub": ""], .claims), (["sub": .null], .claims), (["sub": .string(String(repeating: "x", count: 256))], .claims),
        ]
        for (change, expected) in cases {
            #expect(Self.fault(try key.token(Self.claims.merging(change) { $1 }), keys) == expected, "\(change)")
        }
        #expect(Self.fault(try key.token(Self.claims.merging(["exp": .integer(Self.seconds - 59)]) { $1 }), keys) == nil)
    }

    @Test("A token with another signature, or none, is refused") func signatures() throws {
        let (rsa, elliptic) = (try TokenKey.makeRSA("rsa"), TokenKey.makeElliptic("ec"))
        let keys = try Self.keys(rsa, elliptic)
        let token = try rsa.token(Self.claims)
        let parts = token.split(separator: ".").map(String.init)
        func with(_ header: [String: JSONValue], _ signature: String) throws -> String {
            "\(try ContractJSON.encode(header).base64URL).\(parts[1]).\(signature)"
        }
        #expect(Self.fault(try with(["alg": "none"], ""), keys) == .algorithm)
        for name in ["none", "None", "HS256", "RS512", "PS256", "ES384", "rs256", ""] {
            #expect(Self.fault(try with(["alg": .string(name), "kid": "rsa"], parts[2]), keys) == .algorithm, "\(name)")
        }
        // The public key as the secret of a MAC.
        let published = Data(try #require(try rsa.published["n"]?.text).utf8)
        let content = "\(try ContractJSON.encode(["alg": "HS256"] as [String: JSONValue]).base64URL).\(parts[1])"
        let code = Data(HMAC<SHA256>.authenticationCode(for: Data(content.utf8), using: SymmetricKey(data: published)))
        #expect(Self.fault("\(content).\(code.base64URL)", keys) == .algorithm)
        // Another key with the same name, and a key of another kind.
        #expect(Self.fault(try TokenKey.makeRSA("rsa").token(Self.claims), keys) == .signature)
        #expect(Self.fault(try TokenKey.makeElliptic("ec").token(Self.claims), keys) == .signature)
        #expect(Self.fault(try TokenKey.makeElliptic("rsa").token(Self.claims), keys) == .unknownKey)
        #expect(Self.fault(try TokenKey.makeElliptic("unknown").token(Self.claims), keys) == .unknownKey)
        #expect(Self.fault(try rsa.token(Self.claims, header: ["crit": ["exp"]]), keys) == .form)
        // Changed content, and pieces.
        let other = try ContractJSON.encode(Self.claims.merging(["sub": "2"]) { $1 }).base64URL
        #expect(Self.fault("\(parts[0]).\(other).\(parts[2])", keys) == .signature)
        for bad in ["", ".", "..", "a.b", "\(token).x", "\(parts[0]).\(parts[1])", "\(token)=", String(repeating: "a", count: 20_000)] {
            #expect(Self.fault(bad, keys) == .form, "\(bad.prefix(40))")
        }
        #expect(Self.fault("\(parts[0]).\(parts[1]).", keys) == .signature)
        let length = token.utf8.count
        for cut in stride(from: 0, to: length, by: 7) { #expect(Self.fault(String(token.prefix(cut)), keys) != nil) }
    }

    @Test("Keys for encryption, for other algorithms, on other curves, or too short sign nothing") func keys() throws {
        let (rsa, elliptic) = (try TokenKey.makeRSA("rsa"), TokenKey.makeElliptic("ec"))
        func key(_ key: TokenKey, _ change: [String: JSONValue]) throws -> JSONWebKey {
            try ContractJSON.decode(
                JSONWebKey.self, from: ContractJSON.encode(try key.published.merging(change) { $1 }.filter { $0.value != .null }))
        }
        #expect(Self.fault(try rsa.token(Self.claims), [try key(rsa, ["use": "enc"])]) == .unknownKey)
        #expect(Self.fault(try rsa.token(Self.claims), [try key(rsa, ["alg": "RS512"])]) == .unknownKey)
        #expect(Self.fault(try rsa.token(Self.claims), [try key(rsa, ["n": "AQAB"])]) == .signature)
        #expect(Self.fault(try rsa.token(Self.claims), [try key(rsa, ["e": .null])]) == .signature)
        #expect(Self.fault(try elliptic.token(Self.claims), [try key(elliptic, ["crv": "P-384"])]) == .signature)
        #expect(Self.fault(try elliptic.token(Self.claims), [try key(elliptic, ["x": "AAAA"])]) == .signature)
        #expect(Self.fault(try elliptic.token(Self.claims), []) == .unknownKey)
        let set = #"{"keys":[{"kty":5},"x",{"kty":"oct","k":"AAAA"},{"kty":"RSA","kid":"a"}]}"#
        #expect(try ContractJSON.decode(JSONWebKeySet.self, from: set).keys.map(\.kty) == ["oct", "RSA"])
    }

    @Test("Whether an address is verified is read as a value or as a text") func verified() throws {
        for (text, expected) in [("true", true), ("\"true\"", true), ("false", false), ("\"yes\"", false), ("1", false), ("null", false)] {
            let profile = try ContractJSON.decode(OpenIDProfile.self, from: "{\"email\":\"a@b.c\",\"email_verified\":\(text)}")
            #expect(profile.isEmailVerified == expected, "\(text)")
        }
        #expect(try ContractJSON.decode(OpenIDProfile.self, from: "{\"email\":\"a@b.c\"}").isEmailVerified == false)
    }
}
