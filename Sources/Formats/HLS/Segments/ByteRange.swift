// SPDX-License-Identifier: Apache-2.0

/// A byte range of a resource with a known offset; the parser resolves omitted offsets (RFC 8216bis 4.4.4.2).
public struct ByteRange: Hashable, Sendable {
    /// The number of bytes.
    public var length: Int
    /// The offset of the first byte, from 0.
    public var offset: Int

    public init(length: Int, offset: Int) {
        self.length = length
        self.offset = offset
    }

    /// The offset of the first byte after the range.
    public var end: Int { offset + length }
}
