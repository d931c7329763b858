// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Encrypts what must be known again later and is nothing for whoever reads the database or a copy of it (AES-256-GCM).
struct Vault: Sendable {
    private static let prefix = "v1:"
    private let keys: [SymmetricKey]
    private let fingerprintKeys: [SymmetricKey]

    /// - Parameter secrets: the first encrypts; what an older one encrypted is still read. There is one at least.
    init(secrets: [String]) {
        precondition(!secrets.isEmpty, "A vault needs a secret")
        keys = secrets.map { Self.key(of: $0, for: "windowbox vault") }
        fingerprintKeys = secrets.map { Self.key(of: $0, for: "windowbox fingerprint") }
    }

    private static func key(of secret: String, for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: Data(secret.utf8)), info: Data(purpose.utf8), outputByteCount: 32)
    }

    /// Tells whether it is the same as before, and to nobody who lacks the secrets what it is: the first secret's, then those of older ones.
    func fingerprints(of data: Data) -> [String] {
        fingerprintKeys.map { Data(HMAC<SHA256>.authenticationCode(for: data, using: $0)).base64URL }
    }

    func seal(_ text: String) throws -> String {
        // A nonce of twelve bytes, which every box of this kind has, makes it one piece.
        guard let box = try AES.GCM.seal(Data(text.utf8), using: keys[0]).combined else { return "" }
        return Self.prefix + box.base64EncodedString()
    }

    /// The same sealed by the first secret; nil where it is already, or can't be read.
    func renewed(_ sealed: String) throws -> String? {
        if sealed.hasPrefix(Self.prefix), Vault(key: keys[0]).open(sealed) != nil { return nil }
        return try open(sealed).map(seal)
    }

    private init(key: SymmetricKey) { (keys, fingerprintKeys) = ([key], []) }

    /// What an earlier version wrote as it is comes back as it is.
    /// - Returns: nil for what none of the secrets encrypted, or what was changed.
    func open(_ sealed: String) -> String? {
        guard sealed.hasPrefix(Self.prefix) else { return sealed }
        guard let data = Data(base64Encoded: String(sealed.dropFirst(Self.prefix.count))), let box = try? AES.GCM.SealedBox(combined: data)
        else { return nil }
        for key in keys { if let text = try? AES.GCM.open(box, using: key) { return String(decoding: text, as: UTF8.self) } }
        return nil
    }
}
