// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Encrypts stored values that must be readable later but useless to anyone with only the database or a copy of it (AES-256-GCM).
struct Vault: Sendable {
    private static let prefix = "v1:"
    private let keys: [SymmetricKey]
    private let fingerprintKeys: [SymmetricKey]

    /// - Parameter secrets: at least one. The first encrypts; the others can still decrypt.
    init(secrets: [String]) {
        precondition(!secrets.isEmpty, "A vault needs a secret")
        keys = secrets.map { Self.key(of: $0, for: "windowbox vault") }
        fingerprintKeys = secrets.map { Self.key(of: $0, for: "windowbox fingerprint") }
    }

    private static func key(of secret: String, for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: Data(secret.utf8)), info: Data(purpose.utf8), outputByteCount: 32)
    }

    /// Keyed hashes that show whether data is the same as before without revealing it: the first secret's, then those of older secrets.
    func fingerprints(of data: Data) -> [String] {
        fingerprintKeys.map { Data(HMAC<SHA256>.authenticationCode(for: data, using: $0)).base64URL }
    }

    func seal(_ text: String) throws -> String {
        // `combined` is nil only for nonces of other than 12 bytes, which this cipher never makes.
        guard let box = try AES.GCM.seal(Data(text.utf8), using: keys[0]).combined else { return "" }
        return Self.prefix + box.base64EncodedString()
    }

    /// The text re-encrypted with the first secret; nil if it already is, or can't be decrypted.
    func renewed(_ sealed: String) throws -> String? {
        if sealed.hasPrefix(Self.prefix), Vault(key: keys[0]).open(sealed) != nil { return nil }
        return try open(sealed).map(seal)
    }

    private init(key: SymmetricKey) { (keys, fingerprintKeys) = ([key], []) }

    /// Decrypts a text. Plain text that an earlier version stored is returned unchanged.
    /// - Returns: nil if none of the secrets encrypted it, or if it was altered.
    func open(_ sealed: String) -> String? {
        guard sealed.hasPrefix(Self.prefix) else { return sealed }
        guard let data = Data(base64Encoded: String(sealed.dropFirst(Self.prefix.count))), let box = try? AES.GCM.SealedBox(combined: data)
        else { return nil }
        for key in keys { if let text = try? AES.GCM.open(box, using: key) { return String(decoding: text, as: UTF8.self) } }
        return nil
    }
}
