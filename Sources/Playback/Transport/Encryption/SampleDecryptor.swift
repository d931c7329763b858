// SPDX-License-Identifier: Apache-2.0

public import WindowboxStreaming

/// Decrypts samples individually, for streams whose structure is readable and only parts of the samples are encrypted.
///
/// Supports two families: SAMPLE-AES in MPEG-2 transport streams and packed audio, where the rules depend on the codec, and Common
/// Encryption in fragmented MP4 (ISO/IEC 23001-7), where the file states which bytes are protected.
public struct SampleDecryptor: Sendable {
    let key: [UInt8]
    /// For schemes with one vector for all samples.
    let vector: [UInt8]
    /// Has a key and a vector of 16 bytes, checked by the initialiser.
    var chain: BlockCipher

    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - vector: 16 bytes, from the playlist's key tag.
    ///   - url: URL of the key, for errors.
    public init(key: [UInt8], vector: [UInt8], url: String) throws(TransportError) {
        guard key.count == 16, let chain = BlockCipher(.chained, key: key, vector: vector) else {
            throw .wrongKeyLength(key.count, expected: 16, url: url)
        }
        self.key = key
        self.vector = vector
        self.chain = chain
    }

    /// - Parameter key: 16 bytes.
    /// - Throws: a key error if the key or the initialization vector has another length.
    public init(_ encryption: SegmentEncryption, key: [UInt8]) throws(TransportError) {
        try self.init(key: key, vector: encryption.initializationVector, url: encryption.keyURL)
    }

    /// Decrypts all complete blocks of a range in one chain that starts with ``vector``; a remainder shorter than a block is clear.
    func decryptBlocks(_ bytes: inout [UInt8], in range: Range<Int>) {
        let end = range.lowerBound + range.count / BlockCipher.blockBytes * BlockCipher.blockBytes
        guard end > range.lowerBound else { return }
        var chain = chain
        bytes.replaceSubrange(range.lowerBound..<end, with: chain.decrypt(Array(bytes[range.lowerBound..<end])))
    }
}
