// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an ID token says (OpenID Connect Core 1.0, 2 and 5.1).
struct IDTokenClaims: Decodable, Hashable, Sendable {
    var issuer: String
    /// Unique at the issuer, and never given to somebody else. An address may be.
    var subject: String
    var audiences: [String]
    var authorizedParty: String?
    /// Seconds since 1970, as are the other times.
    var expires: Double
    var issued: Double
    var notBefore: Double?
    var nonce: String?
    /// How the person proved to be that.
    var methods: [String]
    var email: String?
    var isEmailVerified: Bool
    var name: String?

    /// Whether the provider says that it checked more than one factor (RFC 8176, 2).
    var hasSecondFactor: Bool { methods.contains("mfa") }

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss", subject = "sub", audiences = "aud", authorizedParty = "azp", expires = "exp", issued = "iat"
        case notBefore = "nbf", nonce, methods = "amr", email, isEmailVerified = "email_verified", name
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try values.decode(String.self, forKey: .issuer)
        subject = try values.decode(String.self, forKey: .subject)
        audiences =
            if let one = try? values.decode(String.self, forKey: .audiences) { [one] } else {
                try values.decode([String].self, forKey: .audiences)
            }
        authorizedParty = try values.decodeIfPresent(String.self, forKey: .authorizedParty)
        expires = try values.decode(Double.self, forKey: .expires)
        issued = try values.decode(Double.self, forKey: .issued)
        notBefore = try values.decodeIfPresent(Double.self, forKey: .notBefore)
        nonce = try values.decodeIfPresent(String.self, forKey: .nonce)
        methods = (try? values.decodeIfPresent([String].self, forKey: .methods)) ?? []
        let profile = try OpenIDProfile(from: decoder)
        (email, isEmailVerified, name) = (profile.email, profile.isEmailVerified, profile.name)
    }
}

/// What a provider says about a person, in an ID token or at its UserInfo endpoint (OpenID Connect Core 1.0, 5.3).
struct OpenIDProfile: Decodable, Hashable, Sendable {
    var subject: String?
    var email: String?
    var isEmailVerified: Bool
    var name: String?

    private enum CodingKeys: String, CodingKey { case subject = "sub", email, isEmailVerified = "email_verified", name }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        subject = try? values.decodeIfPresent(String.self, forKey: .subject)
        email = try? values.decodeIfPresent(String.self, forKey: .email)
        name = try? values.decodeIfPresent(String.self, forKey: .name)
        // Some providers write it as a text.
        let isVerified = try? values.decodeIfPresent(Bool.self, forKey: .isEmailVerified)
        let text = try? values.decodeIfPresent(String.self, forKey: .isEmailVerified)
        isEmailVerified = isVerified ?? (text == "true")
    }
}

/// Why an ID token proves nothing.
struct IDTokenFault: Error, Hashable, CustomStringConvertible {
    let description: String
    private init(_ description: String) { self.description = description }

    static let form = Self("it is not a signed token")
    static let algorithm = Self("it is not signed with RS256 or ES256")
    static let unknownKey = Self("it is signed with a key that the provider does not publish")
    static let signature = Self("its signature is wrong")
    static let claims = Self("something that it must say is missing")
    static let issuer = Self("another provider issued it")
    static let audience = Self("it was issued to another client")
    static let expired = Self("it has expired: compare the clocks of this service and of the provider")
    static let time = Self("it is from another time: compare the clocks of this service and of the provider")
    static let nonce = Self("it belongs to another sign-in")

    /// Whether newer keys of the provider may help.
    var isOfKeys: Bool { self == .unknownKey || self == .signature }
}

/// Checks ID tokens of one sign-in (OpenID Connect Core 1.0, 3.1.3.7).
struct IDTokenRule: Sendable {
    let issuer: String
    let clientID: String
    let nonce: String

    /// Seconds by which clocks may differ, and the greatest age of a token, which was issued just now.
    static let (skew, maxAge) = (60.0, 600.0)
    private static let (maxBytes, maxCandidates, maxSubject) = (1 << 14, 16, 255)

    private struct Header: Decodable {
        var alg: String
        var kid: String?
        /// Extensions that must be understood; none is here (RFC 7515, 4.1.11).
        var crit: [String]?
    }

    func claims(of token: String, keys: [JSONWebKey], at now: Date) throws(IDTokenFault) -> IDTokenClaims {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= Self.maxBytes, parts.count == 3, let head = Data(base64URL: parts[0]),
            let body = Data(base64URL: parts[1]), let signature = Data(base64URL: parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: head), header.crit == nil
        else { throw .form }
        guard let algorithm = IDTokenAlgorithm(rawValue: header.alg) else { throw .algorithm }
        let candidates = keys.filter { $0.serves(algorithm, kid: header.kid) }.prefix(Self.maxCandidates)
        guard !candidates.isEmpty else { throw .unknownKey }
        let content = Data("\(parts[0]).\(parts[1])".utf8)
        guard candidates.contains(where: { $0.isValid(signature, of: content, algorithm) }) else { throw .signature }
        guard let claims = try? JSONDecoder().decode(IDTokenClaims.self, from: body),
            (1...Self.maxSubject).contains(claims.subject.utf8.count)
        else { throw .claims }
        try check(claims, at: now.timeIntervalSince1970)
        return claims
    }

    private func check(_ claims: IDTokenClaims, at now: Double) throws(IDTokenFault) {
        guard claims.issuer == issuer else { throw .issuer }
        guard claims.audiences.contains(clientID), claims.audiences.count == 1 || claims.authorizedParty != nil,
            claims.authorizedParty.map({ $0 == clientID }) ?? true
        else { throw .audience }
        guard claims.expires > now - Self.skew else { throw .expired }
        guard claims.issued < now + Self.skew, claims.issued > now - Self.maxAge - Self.skew, (claims.notBefore ?? now) < now + Self.skew
        else { throw .time }
        guard let given = claims.nonce, SecretText.isSame(given, nonce) else { throw .nonce }
    }
}

/// Compares secrets.
enum SecretText {
    /// In constant time, so that the duration doesn't reveal where they differ.
    static func isSame(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
