// SPDX-License-Identifier: Apache-2.0

/// How the payload of a sample is encrypted.
public enum SampleProtection: Hashable, Sendable {
    /// By the rules of its codec, like SAMPLE-AES in MPEG-TS. The playlist provides the key and the vector.
    case ofCodec
    /// By Common Encryption, as described in its file.
    case common(CommonEncryption)
}

/// A file's description of the encryption of one sample (ISO/IEC 23001-7).
public struct CommonEncryption: Hashable, Sendable {
    /// Clear bytes, followed by protected bytes.
    public struct Subsample: Hashable, Sendable {
        /// The number of clear bytes.
        public var clear: Int
        /// The number of protected bytes after them.
        public var protected: Int
    }

    /// Four characters: `cenc`, `cens`, `cbc1`, `cbcs`, or another scheme named in the file.
    public var scheme: String
    /// The sample's own vector, or the track's constant one; 16 bytes.
    public var vector: [UInt8]
    /// The key ID, 16 bytes. Playlists with identity keys don't use it.
    public var keyID: [UInt8]
    /// ``keyID`` is that of a sample group (`seig`) rather than the track's default.
    public var isKeyOfGroup = false
    /// Blocks of a pattern: the first are encrypted, the others are not; both 0 without a pattern.
    public var encryptedBlocks: Int
    /// See ``encryptedBlocks``.
    public var skippedBlocks: Int
    /// Empty when all of the sample is protected.
    public var subsamples: [Subsample]
}
