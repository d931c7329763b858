// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia
import WindowboxPackager

/// Talks to one provider: reads its documents, and exchanges codes for ID tokens.
actor OpenIDClient {
    nonisolated let settings: OpenIDSettings
    /// The operator has named the provider's host, which may be in a private network. The documents of a provider may name others.
    private let own: EgressFetcher
    private let others: EgressFetcher
    private var document: (value: OpenIDDocument, until: Date)?
    private var keys: [JSONWebKey] = []
    private var keysRequestedAt: Date?

    /// Seconds for which documents are kept, and after which keys are looked up again for a token that none of them has signed.
    static let (life, pause) = (3600.0, 60.0)
    private static let (seconds, maxBytes) = (10.0, 1 << 18)

    init(_ settings: OpenIDSettings, rule: AddressPolicy) {
        self.settings = settings
        (own, others) = (EgressFetcher(rule: .any), EgressFetcher(rule: rule))
    }

    /// Where a browser begins to sign in.
    func address(for pending: PendingProviderSignIn, at now: Date) async throws -> String {
        let start = try await found(at: now).authorization
        let query = OpenIDForm.text([
            ("response_type", "code"), ("client_id", settings.clientID), ("redirect_uri", pending.redirect),
            ("scope", "openid email profile"), ("state", pending.state), ("nonce", pending.nonce),
            ("code_challenge", pending.challenge), ("code_challenge_method", "S256"),
        ])
        return "\(start)\(start.contains("?") ? "&" : "?")\(query)"
    }

    /// Exchanges the code with which a browser came back.
    /// - Throws: ``SignInRefusal``.
    func claims(code: String, of pending: PendingProviderSignIn, at now: Date) async throws -> IDTokenClaims {
        let document = try await found(at: now)
        let tokens = try await exchange(code, of: pending, document)
        var claims = try await checked(tokens.idToken, nonce: pending.nonce, document, at: now)
        if claims.email == nil, let address = document.userInfo, let token = tokens.accessToken {
            let answer = try await ask(address, fields: [("Authorization", "Bearer \(token)"), ("Accept", "application/json")])
            guard answer.status == 200, let profile = try? JSONDecoder().decode(OpenIDProfile.self, from: Data(answer.bytes)),
                // The token could be somebody else's.
                profile.subject == claims.subject
            else { throw unusable("it says nothing about you") }
            (claims.email, claims.isEmailVerified, claims.name) = (profile.email, profile.isEmailVerified, claims.name ?? profile.name)
        }
        return claims
    }

    /// Why signing in with it failed; nil if that is not known.
    func fault(at now: Date) async -> String? {
        do {
            let document = try await found(at: now)
            let keys = try await usableKeys(document, at: now, isNewer: false)
            return keys.isEmpty ? "\(settings.name) publishes no keys for RS256 or ES256." : nil
        } catch { return "\(error)" }
    }

    // MARK: Documents

    private func found(at now: Date) async throws -> OpenIDDocument {
        if let document, document.until > now { return document.value }
        let base = settings.issuer.hasSuffix("/") ? String(settings.issuer.dropLast()) : settings.issuer
        let answer = try await ask("\(base)/.well-known/openid-configuration")
        guard answer.status == 200, let value = try? JSONDecoder().decode(OpenIDDocument.self, from: Data(answer.bytes)) else {
            throw unusable("there is no provider at \(settings.issuer)")
        }
        guard value.issuer == settings.issuer else { throw unusable("it calls itself \(value.issuer.prefix(200)): set that as its issuer") }
        guard [value.authorization, value.token, value.keys].allSatisfy(settings.allows) else {
            throw unusable("it names an address without TLS")
        }
        document = (value, now.addingTimeInterval(Self.life))
        return value
    }

    private func checked(_ token: String, nonce: String, _ document: OpenIDDocument, at now: Date) async throws -> IDTokenClaims {
        let rule = IDTokenRule(issuer: settings.issuer, clientID: settings.clientID, nonce: nonce)
        do {
            do { return try rule.claims(of: token, keys: try await usableKeys(document, at: now, isNewer: false), at: now) } catch let fault
                as IDTokenFault where fault.isOfKeys
            {
                // The provider may have new keys.
                return try rule.claims(of: token, keys: try await usableKeys(document, at: now, isNewer: true), at: now)
            }
        } catch let fault as IDTokenFault { throw unusable("\(fault)") }
    }

    /// - Parameter isNewer: whether the known keys are not enough. Forged tokens must not cause a request each.
    private func usableKeys(_ document: OpenIDDocument, at now: Date, isNewer: Bool) async throws -> [JSONWebKey] {
        if let last = keysRequestedAt, now.timeIntervalSince(last) < (isNewer || keys.isEmpty ? Self.pause : Self.life), now >= last {
            return keys
        }
        // Before the request, so that others don't send one, too.
        keysRequestedAt = now
        let answer: EgressFetcher.Response
        do { answer = try await ask(document.keys) } catch {
            if keys.isEmpty { keysRequestedAt = nil }
            throw error
        }
        guard answer.status == 200, let set = try? JSONDecoder().decode(JSONWebKeySet.self, from: Data(answer.bytes)) else {
            if keys.isEmpty { keysRequestedAt = nil }
            throw unusable("its keys can’t be read")
        }
        keys = set.keys.filter { $0.serves(.rs256, kid: nil) || $0.serves(.es256, kid: nil) }
        return keys
    }

    // MARK: Requests

    private func exchange(_ code: String, of pending: PendingProviderSignIn, _ document: OpenIDDocument) async throws -> OpenIDTokens {
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", pending.redirect), ("code_verifier", pending.verifier),
        ]
        var fields = [(name: "Accept", value: "application/json")]
        switch settings.clientSecret {
        case nil: form.append(("client_id", settings.clientID))
        case let secret? where document.wantsSecretInForm: form += [("client_id", settings.clientID), ("client_secret", secret)]
        case let secret?:
            let text = "\(OpenIDForm.encoded(settings.clientID)):\(OpenIDForm.encoded(secret))"
            fields.append(("Authorization", "Basic \(Data(text.utf8).base64EncodedString())"))
        }
        let answer = try await ask(document.token, form: OpenIDForm.text(form), fields: fields)
        guard answer.status == 200, let tokens = try? JSONDecoder().decode(OpenIDTokens.self, from: Data(answer.bytes)) else {
            let reason =
                (try? JSONDecoder().decode(OpenIDRefusal.self, from: Data(answer.bytes))).map { ": \(OpenIDForm.shown($0.error))" } ?? ""
            throw SignInRefusal("\(settings.name) refused this sign-in\(reason). Try again.")
        }
        return tokens
    }

    private func ask(_ address: String, form: String? = nil, fields: [(name: String, value: String)] = []) async throws
        -> EgressFetcher.Response
    {
        guard settings.allows(address) else { throw unusable("it names an address without TLS") }
        do {
            return try await (settings.isOwn(address) ? own : others).ask(
                address, form: form, fields: fields, seconds: Self.seconds, maxBytes: Self.maxBytes)
        } catch let error as UploadError {
            throw SignInRefusal("\(settings.name) can’t be reached: \(error) Try again later.", isUnavailable: true)
        }
    }

    private func unusable(_ cause: String) -> SignInRefusal {
        SignInRefusal("The answer of \(settings.name) can’t be used: \(cause). Try again, or tell whoever runs this service.")
    }
}

/// What a provider says about itself (OpenID Connect Discovery 1.0, 3).
struct OpenIDDocument: Decodable, Hashable, Sendable {
    var issuer: String
    var authorization: String
    var token: String
    var keys: String
    var userInfo: String?
    private var methods: [String]?

    /// Whether the client's secret is sent in the form, rather than in a field, which is usual.
    var wantsSecretInForm: Bool { methods.map { $0.contains("client_secret_post") && !$0.contains("client_secret_basic") } ?? false }

    private enum CodingKeys: String, CodingKey {
        case issuer, authorization = "authorization_endpoint", token = "token_endpoint", keys = "jwks_uri", userInfo = "userinfo_endpoint"
        case methods = "token_endpoint_auth_methods_supported"
    }
}

/// What a provider gives for a code (RFC 6749, 5.1).
private struct OpenIDTokens: Decodable {
    var idToken: String
    var accessToken: String?

    enum CodingKeys: String, CodingKey { case idToken = "id_token", accessToken = "access_token" }
}

private struct OpenIDRefusal: Decodable {
    var error: String
}

/// The encoding of forms and queries.
enum OpenIDForm {
    static func encoded(_ text: String) -> String { PercentEncoding.encoded(text) }

    static func text(_ pairs: [(String, String)]) -> String { pairs.map { "\($0.0)=\(encoded($0.1))" }.joined(separator: "&") }

    /// A provider's error code (RFC 6749, 4.1.2.1), without anything that only looks like a message of this service.
    static func shown(_ code: String) -> String {
        let letters = code.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return letters.isEmpty ? "no reason" : letters
    }
}
