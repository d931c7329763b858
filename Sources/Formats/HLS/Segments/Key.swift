// SPDX-License-Identifier: Apache-2.0

/// One way to decrypt segments (EXT-X-KEY, EXT-X-SESSION-KEY; RFC 8216bis 4.4.4.4).
public struct Key: Hashable, Sendable {
    /// The METHOD attribute; compare with the static members, methods outside the standard keep their name.
    public struct Method: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }
        public static var none: Method { Method("NONE") }
        public static var aes128: Method { Method("AES-128") }
        public static var sampleAES: Method { Method("SAMPLE-AES") }
        public static var sampleAESCTR: Method { Method("SAMPLE-AES-CTR") }
        /// Whole segments with 256-bit keys, as some packagers write; not in the standard.
        public static var aes256: Method { Method("AES-256") }
        public static var aes256CTR: Method { Method("AES-256-CTR") }
        /// Whole segments, each with its vector in front and its tag at the end; in the standard since draft 19.
        public static var aes256GCM: Method { Method("AES-256-GCM") }
    }

    public var method: Method
    /// Where the key is; nil only for methods outside the standard.
    public var uri: URIReference?
    /// Sixteen bytes when written; nil stands for the segment's sequence number, see ``MediaSegment/initializationVector(for:)``.
    public var initializationVector: [UInt8]?
    public var keyFormat: String
    /// KEYFORMATVERSIONS, in the order written; `[1]` when absent.
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

    /// The key format whose resource is the bare key.
    public static var identity: String { "identity" }
}
