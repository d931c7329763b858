// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import Synchronization
import WindowboxContract
import WindowboxOrigin

@testable import WindowboxServer

/// Keys with which tests sign ID tokens.
enum TokenKey: Sendable {
    case rsa(_RSA.Signing.PrivateKey, id: String)
    case elliptic(P256.Signing.PrivateKey, id: String)

    static func makeRSA(_ id: String, bits: _RSA.Signing.KeySize = .bits2048) throws -> TokenKey {
        .rsa(try _RSA.Signing.PrivateKey(keySize: bits), id: id)
    }
    static func makeElliptic(_ id: String) -> TokenKey { .elliptic(P256.Signing.PrivateKey(), id: id) }

    var algorithm: String { if case .rsa = self { "RS256" } else { "ES256" } }
    var id: String {
        switch self {
        case .rsa(_, let id), .elliptic(_, let id): id
        }
    }

    /// As a provider publishes it.
    var published: [String: JSONValue] {
        get throws {
            switch self {
            case .rsa(let key, let id):
                let parts = try key.publicKey.getKeyPrimitives()
                return [
                    "kty": "RSA", "use": "sig", "kid": .string(id), "n": .string(parts.modulus.base64URL),
                    "e": .string(parts.publicExponent.base64URL),
                ]
            case .elliptic(let key, let id):
                let point = key.publicKey.x963Representation
                return [
                    "kty": "EC", "crv": "P-256", "kid": .string(id), "x": .string(point.dropFirst().prefix(32).base64URL),
                    "y": .string(point.suffix(32).base64URL),
                ]
            }
        }
    }

    func signature(of content: Data) throws -> Data {
        let digest = SHA256.hash(data: content)
        switch self {
        case .rsa(let key, _): return try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
        case .elliptic(let key, _): return try key.signature(for: digest).rawRepresentation
        }
    }

    /// - Parameter header: members that replace the usual ones; null for none.
    func token(_ claims: [String: JSONValue], header: [String: JSONValue] = [:]) throws -> String {
        let usual: [String: JSONValue] = ["alg": .string(algorithm), "typ": "JWT", "kid": .string(id)]
        let head = usual.merging(header) { $1 }.filter { $0.value != .null }
        let content = "\(try ContractJSON.encode(head).base64URL).\(try ContractJSON.encode(claims.filter { $0.value != .null }).base64URL)"
        return "\(content).\(try signature(of: Data(content.utf8)).base64URL)"
    }
}

/// A provider that does what a test says. A provider of others is in ``OpenIDProviderTests``.
final class FakeProvider: Sendable {
    struct State: Sendable {
        var signing: TokenKey
        var published: [TokenKey]
        /// Members that replace those of the next ID tokens; null for none.
        var claims: [String: JSONValue] = [:]
        var header: [String: JSONValue] = [:]
        /// An answer that replaces a token.
        var token: String?
        var profile: [String: JSONValue]?
        var document: [String: JSONValue] = [:]
        /// The codes that were not exchanged yet.
        var codes: [String: [String: String]] = [:]
        var requests: [OriginRequest] = []
    }

    private final class Kept: Sendable {
        let state: Mutex<State>
        init(_ state: State) { self.state = Mutex(state) }
    }

    let origin: Origin
    private let kept: Kept
    let clock: SetClock
    static let (client, secret) = ("studio client", "a secret of the client")

    init(_ clock: SetClock, key: TokenKey? = nil) async throws {
        let key = key ?? .makeElliptic("first")
        let kept = Kept(State(signing: key, published: [key]))
        (self.kept, self.clock) = (kept, clock)
        origin = try await Origin { request in
            kept.state.withLock { state in
                state.requests.append(request)
                return (try? FakeProvider.answer(request, &state, at: clock.now)) ?? OriginResponse(status: 500)
            }
        }
    }

    var issuer: String { origin.address }
    func change(_ change: (inout State) -> Void) { kept.state.withLock { change(&$0) } }
    func requests(to path: String) -> [OriginRequest] { kept.state.withLock { $0.requests.filter { $0.path == path } } }

    func settings(_ change: (inout OpenIDSettings) -> Void = { _ in }) -> OpenIDSettings {
        var settings = OpenIDSettings(name: "Example ID", issuer: issuer, clientID: Self.client)
        settings.clientSecret = Self.secret
        change(&settings)
        return settings
    }

    /// Signs somebody in, as a browser at the provider does.
    /// - Returns: the path and query with which the browser goes back.
    func authorize(_ address: String) throws -> String {
        let parts = address.split(separator: "?", maxSplits: 1)
        let query = Self.values(parts.count == 2 ? String(parts[1]) : "")
        let code = "code-\(UUID().uuidString)"
        kept.state.withLock { $0.codes[code] = query }
        let back = try Self.required(URL(string: query["redirect_uri"] ?? ""))
        return "\(back.path())?code=\(code)&state=\(query["state"] ?? "")"
    }

    static func values(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            values[parts[0]] = parts.count == 2 ? parts[1] : ""
        }
        return values
    }

    private struct Fault: Error {}
    private static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Fault() }
        return value
    }

    private static func answer(_ request: OriginRequest, _ state: inout State, at now: Date) throws -> OriginResponse {
        let host = try required(request.headers.first { $0.name.lowercased() == "host" }?.value)
        let issuer = "http://\(host)"
        switch request.path {
        case "/.well-known/openid-configuration":
            let document: [String: JSONValue] = [
                "issuer": .string(issuer), "authorization_endpoint": .string("\(issuer)/authorize"),
                "token_endpoint": .string("\(issuer)/token"), "jwks_uri": .string("\(issuer)/keys"),
                "userinfo_endpoint": .string("\(issuer)/profile"),
            ]
            return try json(document.merging(state.document) { $1 })
        case "/keys": return try json(["keys": .array(try state.published.map { .object(try $0.published) })])
        case "/profile": return try json(state.profile ?? [:])
        case "/token":
            let form = values(String(decoding: request.body, as: UTF8.self))
            let client = Data("\(OpenIDForm.encoded(client)):\(OpenIDForm.encoded(secret))".utf8).base64EncodedString()
            let query = try required(state.codes.removeValue(forKey: form["code"] ?? ""))
            let challenge = Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))).base64URL
            guard request.headers.contains(where: { $0.value == "Basic \(client)" }), form["grant_type"] == "authorization_code",
                query["code_challenge_method"] == "S256", query["code_challenge"] == challenge,
                form["redirect_uri"] == query["redirect_uri"]
            else { return try json(["error": "invalid_grant"], status: 400) }
            let token = try state.token ?? state.signing.token(usual(issuer, query, now).merging(state.claims) { $1 }, header: state.header)
            return try json(["access_token": "access", "token_type": "Bearer", "id_token": .string(token)])
        default: return OriginResponse(status: 404)
        }
    }

    static func usual(_ issuer: String, _ query: [String: String], _ now: Date) -> [String: JSONValue] {
        let seconds = Int64(now.timeIntervalSince1970)
        return [
            "iss": .string(issuer), "sub": "subject-1", "aud": .string(client), "exp": .integer(seconds + 300), "iat": .integer(seconds),
            "nonce": .string(query["nonce"] ?? ""), "email": "ada@example.org", "email_verified": true, "name": "Ada",
        ]
    }

    private static func json(_ members: [String: JSONValue], status: Int = 200) throws -> OriginResponse {
        OriginResponse(
            status: status, headers: [("Content-Type", "application/json")], body: .bytes(Array(try ContractJSON.encode(members))))
    }
}
