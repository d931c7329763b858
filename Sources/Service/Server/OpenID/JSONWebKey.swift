// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation

/// How an ID token is signed (RFC 7518, 3.1). Others are refused: `none` proves nothing, and with `HS256` a public key could pass for a secret.
enum IDTokenAlgorithm: String, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"

    fileprivate var keyType: String { self == .rs256 ? "RSA" : "EC" }
}

/// A public key of a provider (RFC 7517).
struct JSONWebKey: Decodable, Hashable, Sendable {
    var kty: String
    var use: String?
    var alg: String?
    var kid: String?
    var n: String?
    var e: String?
    var crv: String?
    var x: String?
    var y: String?

    /// Whether it may have made a signature.
    /// - Parameter kid: the name of the key in the token; nil if it has none.
    func serves(_ algorithm: IDTokenAlgorithm, kid: String?) -> Bool {
        kty == algorithm.keyType && (use ?? "sig") == "sig" && (alg ?? algorithm.rawValue) == algorithm.rawValue
            && (kid == nil || kid == self.kid)
    }

    func isValid(_ signature: Data, of content: Data, _ algorithm: IDTokenAlgorithm) -> Bool {
        let digest = SHA256.hash(data: content)
        switch algorithm {
        case .rs256:
            guard let n = n.flatMap({ Data(base64URL: $0) }), let e = e.flatMap({ Data(base64URL: $0) }), n.count <= 1024, e.count <= 8,
                // Refuses keys of less than 2048 bits.
                let key = try? _RSA.Signing.PublicKey(n: n, e: e)
            else { return false }
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        case .es256:
            guard crv == "P-256", let x = x.flatMap({ Data(base64URL: $0) }), let y = y.flatMap({ Data(base64URL: $0) }), x.count == 32,
                y.count == 32, let key = try? P256.Signing.PublicKey(x963Representation: Data([4]) + x + y),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: digest)
        }
    }
}

/// A provider's keys. Those that can't be read are left out: they may be of a kind that is not used here.
struct JSONWebKeySet: Decodable, Sendable {
    private struct Entry: Decodable {
        let key: JSONWebKey?
        init(from decoder: any Decoder) throws { key = try? JSONWebKey(from: decoder) }
    }

    private static let maxKeys = 64
    let keys: [JSONWebKey]

    private enum CodingKeys: String, CodingKey { case keys }

    init(from decoder: any Decoder) throws {
        let entries = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .keys)
        keys = Array(entries.compactMap(\.key).prefix(Self.maxKeys))
    }
}
