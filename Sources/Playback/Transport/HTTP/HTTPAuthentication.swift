// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers the authentication challenges of one origin: Basic (RFC 7617) and Digest (RFC 7616).
struct HTTPAuthentication: Hashable {
    let credentials: HTTPCredentials
    private var challenge: HTTPChallenge?
    /// Number of requests answered with the current nonce.
    private var uses = 0

    init(_ credentials: HTTPCredentials) { self.credentials = credentials }

    /// Handles a refused request.
    /// - Parameter wasAnswered: whether that request carried an answer.
    /// - Returns: whether to retry: there is a supported challenge, and the last answer to it wasn't refused.
    mutating func take(_ challenges: [HTTPChallenge], wasAnswered: Bool) -> Bool {
        guard let best = Self.best(of: challenges) else { return false }
        let isStale = best.parameters["stale"]?.lowercased() == "true"
        // A plain-text password isn't sent to a server that asked for a digest before.
        if challenge?.scheme == "digest", best.scheme == "basic" { return false }
        guard !wasAnswered || isStale else { return false }
        challenge = best
        uses = 0
        return true
    }

    /// The most secure one that is supported; nil if none is.
    static func best(of challenges: [HTTPChallenge]) -> HTTPChallenge? {
        challenges.filter { strength($0) > 0 }.max { strength($0) < strength($1) }
    }

    /// Whether a user name and a password would answer one of the challenges.
    static func canAnswer(_ challenges: [HTTPChallenge]) -> Bool { best(of: challenges) != nil }

    private static func strength(_ challenge: HTTPChallenge) -> Int {
        switch challenge.scheme {
        case "basic": return 1
        case "digest":
            let offered = challenge.parameters["qop"].map { $0.split(separator: ",").map { $0.trimmed } }
            guard challenge.parameters["nonce"] != nil, offered?.contains("auth") ?? true else { return 0 }
            return switch algorithm(of: challenge).hash {
            case "md5": 2
            case "sha-256": 3
            default: 0
            }
        default: return 0
        }
    }

    private static func algorithm(of challenge: HTTPChallenge) -> (hash: String, isSession: Bool) {
        let name = (challenge.parameters["algorithm"] ?? "MD5").lowercased()
        return name.hasSuffix("-sess") ? (String(name.dropLast(5)), true) : (name, false)
    }

    /// The value of `Authorization`; nil until the server has sent a challenge.
    /// - Parameters:
    ///   - target: path and query of the request, as sent.
    ///   - clientNonce: an unpredictable value.
    mutating func answer(method: String, target: String, clientNonce: String) -> String? {
        guard let challenge else { return nil }
        if challenge.scheme == "basic" {
            return "Basic " + Data("\(credentials.user):\(credentials.password)".utf8).base64EncodedString()
        }
        uses += 1
        return digest(challenge, method: method, target: target, clientNonce: clientNonce)
    }

    private func digest(_ challenge: HTTPChallenge, method: String, target: String, clientNonce: String) -> String {
        let (hash, isSession) = Self.algorithm(of: challenge)
        func hashed(_ text: String) -> String {
            hash == "md5" ? Insecure.MD5.hash(data: Data(text.utf8)).hexadecimal : SHA256.hash(data: Data(text.utf8)).hexadecimal
        }
        let (realm, nonce) = (challenge.parameters["realm"] ?? "", challenge.parameters["nonce"] ?? "")
        var secret = hashed("\(credentials.user):\(realm):\(credentials.password)")
        if isSession { secret = hashed("\(secret):\(nonce):\(clientNonce)") }
        let request = hashed("\(method):\(target)")
        let count = String(uses, radix: 16)
        let counted = String(repeating: "0", count: max(8 - count.count, 0)) + count
        let hasQuality = challenge.parameters["qop"] != nil
        let response = hashed(hasQuality ? "\(secret):\(nonce):\(counted):\(clientNonce):auth:\(request)" : "\(secret):\(nonce):\(request)")
        var fields: [(String, String)] = []
        if challenge.parameters["userhash"]?.lowercased() == "true" {
            fields += [("username", Self.quoted(hashed("\(credentials.user):\(realm)"))), ("userhash", "true")]
        } else {
            fields.append(("username", Self.quoted(credentials.user)))
        }
        fields += [("realm", Self.quoted(realm)), ("nonce", Self.quoted(nonce)), ("uri", Self.quoted(target))]
        if let name = challenge.parameters["algorithm"] { fields.append(("algorithm", name)) }
        if hasQuality { fields += [("qop", "auth"), ("nc", counted)] }
        if hasQuality || isSession { fields.append(("cnonce", Self.quoted(clientNonce))) }
        fields.append(("response", Self.quoted(response)))
        if let opaque = challenge.parameters["opaque"] { fields.append(("opaque", Self.quoted(opaque))) }
        return "Digest " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension Sequence<UInt8> {
    fileprivate var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
