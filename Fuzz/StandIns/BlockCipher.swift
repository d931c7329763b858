// SPDX-License-Identifier: Apache-2.0

/// Replaces AES, which needs a package: blocks are chained or counted in the same way, and mixed by addition. The target only tests
/// which bytes go through it.
struct BlockCipher: Sendable {
    enum Mode: Sendable { case chained, counted }
    static let blockBytes = 16

    private let key: [UInt8]
    private let mode: Mode
    private(set) var vector: [UInt8]

    init?(_ mode: Mode, key: [UInt8], vector: [UInt8]) {
        guard key.count == 16 || key.count == 32, vector.count == Self.blockBytes else { return nil }
        self.mode = mode
        self.key = key
        self.vector = vector
    }

    mutating func restart(_ vector: [UInt8]) { self.vector = vector }

    mutating func decrypt(_ bytes: [UInt8]) -> [UInt8] {
        precondition(mode == .counted || bytes.count % Self.blockBytes == 0, "CBC data must be a multiple of the block size")
        var plain: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: Self.blockBytes) {
            let block = Array(bytes[start..<min(bytes.count, start + Self.blockBytes)])
            for (index, byte) in block.enumerated() { plain.append(byte &- key[index] ^ vector[index]) }
            if mode == .chained { vector = block } else { vector[15] &+= 1 }
        }
        return plain
    }
}
