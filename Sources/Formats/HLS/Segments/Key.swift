// SPDX-License-Identifier: Apache-2.0

/// One way to decrypt segments (EXT-X-KEY, EXT-X-SESSION-KEY; RFC 8216bis 4.4.4.4).
public struct Key: Hashable, Sendable {
    /// The METHOD attribute. Compare with the static members; non-standard methods keep their names.
    public struct Method: Hashable, Sendable {
        /// The METHOD attribute as written.
        public let name: String
        /// - Parameter name: a METHOD attribute, such as `AES-128`.
        public init(_ name: String) { self.name = name }
        /// No encryption.
        public static var none: Method { Method("NONE") }
        /// Full-segment encryption in CBC mode, with 128-bit keys.
        public static var aes128: Method { Method("AES-128") }
        /// Encryption of samples in CBC mode; in fragmented MP4, the scheme `cbcs`.
        public static var sampleAES: Method { Method("SAMPLE-AES") }
        /// Encryption of samples in counter mode: the scheme `cenc` in fragmented MP4.
        public static var sampleAESCTR: Method { Method("SAMPLE-AES-CTR") }
        /// Full-segment encryption with 256-bit keys, as some packagers write it; not in the standard.
        public static var aes256: Method { Method("AES-256") }
        /// Full-segment encryption in counter mode, with 256-bit keys; not in the standard.
        public static var aes256CTR: Method { Method("AES-256-CTR") }
        /// Full-segment encryption, with the vector before and the authentication tag after each segment; in the standard since draft 19.
        public static var aes256GCM: Method { Method("AES-256-GCM") }
    }

    /// How segments are encrypted.
    public var method: Method
    /// The key's location; nil only for non-standard methods.
    public var uri: URIReference?
    /// Sixteen bytes if stated; nil means the segment's sequence number, see ``MediaSegment/initializationVector(for:)``.
    public var initializationVector: [UInt8]?
    /// KEYFORMAT; ``identity`` if absent.
    public var keyFormat: String
    /// KEYFORMATVERSIONS, in the order written; `[1]` if absent.
    public var keyFormatVersions: [Int]

    public init(
        method: Method, uri: URIReference?, initializationVector: [UInt8]? = nil, keyFormat: String = Key.identity,
        keyFormatVersions: [Int] = [1]
    ) {
        self.method = method
        self.uri = uri
        self.initializationVector = initializationVector
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// The key format whose resource is the raw key.
    public static var identity: String { "identity" }
}
