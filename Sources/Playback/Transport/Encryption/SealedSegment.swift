// SPDX-License-Identifier: Apache-2.0

import Crypto

/// A segment encrypted with AES-256-GCM: a vector of 16 bytes, the ciphertext, a tag of 16 bytes (RFC 8216bis from draft 19 on).
struct SealedSegment: Sendable {
    private static let vectorBytes = 16
    private static let tagBytes = 16

    private let key: SymmetricKey

    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// - Throws: ``TransportError/Cause/decryption`` if any byte was changed or the key is wrong.
    func open(_ bytes: [UInt8], url: String) throws(TransportError) -> [UInt8] {
        guard bytes.count >= Self.vectorBytes + Self.tagBytes else {
            throw TransportError(
                .decryption, url: url,
                message: "The encrypted segment has \(bytes.count) bytes, too few for its nonce and tag: it was truncated.")
        }
        guard let nonce = try? AES.GCM.Nonce(data: bytes.prefix(Self.vectorBytes)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: bytes.dropFirst(Self.vectorBytes).dropLast(Self.tagBytes), tag: bytes.suffix(Self.tagBytes)),
            let plain = try? AES.GCM.open(box, using: key)
        else {
            throw TransportError(
                .decryption, url: url,
                message: "The segment failed authentication: it was modified or truncated in transit, or the key is wrong.")
        }
        return Array(plain)
    }
}
