// SPDX-License-Identifier: Apache-2.0

/// Replaces the chunk that wraps a network library's buffer.
public struct ByteChunk: Hashable, Sendable {
    fileprivate var bytes: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
    public init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    public var count: Int { bytes.count }
    public var isEmpty: Bool { bytes.isEmpty }
    public func prefix(_ length: Int) -> ByteChunk { ByteChunk(bytes.prefix(max(0, length))) }
    public func dropFirst(_ length: Int) -> ByteChunk { ByteChunk(bytes.dropFirst(max(0, length))) }
}

extension Array where Element == UInt8 {
    public init(_ chunk: ByteChunk) { self.init(chunk.bytes) }
    public mutating func append(_ chunk: ByteChunk) { append(contentsOf: chunk.bytes) }
}
