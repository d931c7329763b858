// SPDX-License-Identifier: Apache-2.0

/// One way to decrypt segments (EXT-X-KEY, EXT-X-SESSION-KEY; RFC 8216bis 4.4.4.4).
public struct Key: Hashable, Sendable {
    /// The METHOD attribute. Compare with the static members; non-standard methods keep their names.
    public struct Method: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }
        public static var none: Method { Method("NONE") }
        public static var aes128: Method { Method("AES-128") }
        public static var sampleAES: Method { Method("SAMPLE-AES") }
        public static var sampleAESCTR: Method { Method("SAMPLE-AES-CTR") }
        /// Full-segment encryption with 256-bit keys, as some packagers write it; not in the standard.
        public static var aes256: Method { Method("AES-256") }
        public static var aes256CTR: Method { Method("AES-256-CTR") }
        /// Full-segment encryption, with the vector before and the authentication tag after each segment; in the standard since draft 19.
        public static var aes256GCM: Method { Method("AES-256-GCM") }
    }

    public var method: Method
    /// The key's location; nil only for non-standard methods.
    public var uri: URIReference?
    /// Sixteen bytes if stated; nil means the segment's sequence number, see ``MediaSegment/initializationVector(for:)``.
    public var initializationVector: [UInt8]?
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
