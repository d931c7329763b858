// SPDX-License-Identifier: Apache-2.0

/// How the payload of a sample is encrypted.
public enum SampleProtection: Hashable, Sendable {
    /// By the rules of its codec, as SAMPLE-AES does in MPEG-TS; the key and the vector are the playlist's.
    case ofCodec
    /// By Common Encryption, as its file says.
    case common(CommonEncryption)
}

/// What a file says about the encryption of one sample (ISO/IEC 23001-7).
public struct CommonEncryption: Hashable, Sendable {
    /// Bytes left clear, and bytes protected after them.
    public struct Subsample: Hashable, Sendable {
        public var clear: Int
        public var protected: Int
    }

    /// Four characters: `cenc`, `cens`, `cbc1`, `cbcs`, or what else the file names.
    public var scheme: String
    /// The sample's own, or the track's constant one; 16 bytes.
    public var vector: [UInt8]
    /// Which key; 16 bytes. Playlists with identity keys do not use it.
    public var keyID: [UInt8]
    /// ``keyID`` is that of a sample group (`seig`) rather than the track's default.
    public var isKeyOfGroup = false
    /// Blocks of a pattern: the first are encrypted, the others are not; both 0 without a pattern.
    public var encryptedBlocks: Int
    public var skippedBlocks: Int
    /// Empty when the whole sample is protected.
    public var subsamples: [Subsample]
}
