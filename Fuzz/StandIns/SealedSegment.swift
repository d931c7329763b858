// SPDX-License-Identifier: Apache-2.0

/// Replaces AES-256-GCM, which needs a package: the unchanged bytes between a vector and a tag that states their length.
struct SealedSegment: Sendable {
    init(key: [UInt8]) {}

    func open(_ bytes: [UInt8], url: String) throws(TransportError) -> [UInt8] {
        guard bytes.count >= 32, Int(bytes[bytes.count - 1]) == bytes.count & 255 else {
            throw TransportError(.decryption, url: url, message: "The segment failed authentication.")
        }
        return Array(bytes[16..<(bytes.count - 16)])
    }
}
