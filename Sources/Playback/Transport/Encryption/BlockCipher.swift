// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras

/// AES decryption of consecutive runs of blocks, which carries the chaining block or the counter from one run to the next.
struct BlockCipher: Sendable {
    enum Mode: Sendable { case chained, counted }
    static let blockBytes = 16

    private let key: SymmetricKey
    private let mode: Mode
    /// The previous ciphertext block, or the counter of the next block.
    private(set) var vector: [UInt8]

    /// Returns nil unless the key has 16 or 32 bytes and the vector 16.
    init?(_ mode: Mode, key: [UInt8], vector: [UInt8]) {
        guard key.count == 16 || key.count == 32, vector.count == Self.blockBytes else { return nil }
        self.mode = mode
        self.key = SymmetricKey(data: key)
        self.vector = vector
    }

    mutating func restart(_ vector: [UInt8]) { self.vector = vector }

    /// - Precondition: in chained mode the length is a multiple of 16. In counter mode the last call may end with a partial block.
    mutating func decrypt(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return [] }
        switch mode {
        case .chained:
            precondition(bytes.count % Self.blockBytes == 0, "CBC data must be a multiple of the block size")
            guard let iv = try? AES._CBC.IV(ivBytes: vector), let plain = try? AES._CBC.decrypt(bytes, using: key, iv: iv, noPadding: true)
            else { preconditionFailure("sizes were checked on entry") }
            vector = Array(bytes.suffix(Self.blockBytes))
            return Array(plain)
        case .counted:
            guard let nonce = try? AES._CTR.Nonce(nonceBytes: vector), let plain = try? AES._CTR.decrypt(bytes, using: key, nonce: nonce)
            else { preconditionFailure("sizes were checked on entry") }
            advanceCounter(by: (bytes.count + Self.blockBytes - 1) / Self.blockBytes)
            return Array(plain)
        }
    }

    /// The counter is a big-endian 128-bit number.
    private mutating func advanceCounter(by blocks: Int) {
        var carry = blocks
        for index in vector.indices.reversed() where carry > 0 {
            carry += Int(vector[index])
            vector[index] = UInt8(truncatingIfNeeded: carry)
            carry >>= 8
        }
    }
}
