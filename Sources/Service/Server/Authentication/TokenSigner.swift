// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxContract

/// Signs tokens that the service hands out and must get back unchanged.
///
/// Each purpose has its own key, so a token for one purpose is invalid for any other. Anybody can read a
/// token's content, but nobody else can create one.
struct TokenSigner: Sendable {
    enum Purpose: String, CaseIterable, Sendable {
        case guest, administrator, cursor, media, unlock, videoUnlock, studio, secondStep, providerSignIn
    }

    private let keys: [Purpose: [SymmetricKey]]

    /// - Parameter secrets: at least one. The first signs; signatures by the others are still accepted.
    init(secrets: [String]) {
        precondition(!secrets.isEmpty, "A token signer needs a secret")
        let materials = secrets.map { SymmetricKey(data: Data($0.utf8)) }
        keys = Dictionary(
            uniqueKeysWithValues: Purpose.allCases.map { purpose in
                let info = Data("windowbox \(purpose.rawValue)".utf8)
                return (purpose, materials.map { HKDF<SHA256>.deriveKey(inputKeyMaterial: $0, info: info, outputByteCount: 32) })
            })
    }

    /// The encoded value and its signature, separated by a dot; both are base64url.
    func sign(_ value: some Encodable, for purpose: Purpose) throws -> String {
        let content = try ContractJSON.encode(value).base64URL
        return "\(content).\(signature(of: content, for: purpose))"
    }

    /// Decodes a token's value; nil if it wasn't signed here for this purpose.
    func verify<Value: Decodable>(_ type: Value.Type, _ sealed: some StringProtocol, for purpose: Purpose) -> Value? {
        let parts = sealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, isSignature(parts[1], of: parts[0], for: purpose), let data = Data(base64URL: parts[0]) else { return nil }
        return try? ContractJSON.decode(type, from: data)
    }

    /// The first 128 bits of an HMAC-SHA256, as base64url.
    func signature(of text: some StringProtocol, for purpose: Purpose) -> String {
        Data(Self.code(text, keys[purpose]?.first)).base64URL
    }

    func isSignature(_ signature: some StringProtocol, of text: some StringProtocol, for purpose: Purpose) -> Bool {
        guard let signature = Data(base64URL: signature), signature.count == 16 else { return false }
        return (keys[purpose] ?? []).contains { key in
            // Compares all bytes, so that the time doesn't depend on the first difference.
            zip(Self.code(text, key), signature).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }

    private static func code(_ text: some StringProtocol, _ key: SymmetricKey?) -> [UInt8] {
        guard let key else { preconditionFailure("Each purpose has a key") }
        return Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key).prefix(16))
    }
}

extension Data {
    /// Without padding (RFC 4648 5).
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil for padding, another alphabet, or unused bits that aren't zero: each value has exactly one encoding.
    init?(base64URL text: some StringProtocol) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") }) else { return nil }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
        guard base64URL == text else { return nil }
    }
}
