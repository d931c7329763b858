// SPDX-License-Identifier: Apache-2.0

/// Bytes of a body, shared without copying when passed on or sliced.
public struct ByteChunk: Sendable {
    private enum Storage: Sendable {
        case shared(ByteStorage, Range<Int>)
        case array(ArraySlice<UInt8>)
    }
    private var storage: Storage

    /// Shares the array's storage.
    public init(_ bytes: [UInt8]) { storage = .array(bytes[...]) }
    public init(_ bytes: ArraySlice<UInt8>) { storage = .array(bytes) }
    init(_ bytes: ByteStorage, _ range: Range<Int>) { storage = .shared(bytes, range) }

    public var count: Int {
        switch storage {
        case .shared(_, let range): range.count
        case .array(let bytes): bytes.count
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// The pointer is valid only inside the closure.
    @inline(__always)
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> =
            switch storage {
            case .shared(let bytes, let range): withExtendedLifetime(bytes) { attempt(bytes.bytes(range), body) }
            case .array(let array): array.withUnsafeBytes { bytes in attempt(bytes, body) }
            }
        return try outcome.get()
    }

    /// A slice without a copy; indices count from the chunk's first byte and are clamped to it.
    public subscript(range: Range<Int>) -> ByteChunk {
        let range = range.clamped(to: 0..<count)
        switch storage {
        case .shared(let bytes, let own):
            return ByteChunk(bytes, (own.lowerBound + range.lowerBound)..<(own.lowerBound + range.upperBound))
        case .array(let bytes):
            return ByteChunk(bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)])
        }
    }

    public func prefix(_ length: Int) -> ByteChunk { length >= count ? self : self[0..<max(0, length)] }
    public func dropFirst(_ length: Int) -> ByteChunk { length <= 0 ? self : self[min(length, count)..<count] }
}

extension ByteChunk: Hashable {
    public static func == (left: ByteChunk, right: ByteChunk) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { right in left.elementsEqual(right) } }
    }
    public func hash(into hasher: inout Hasher) { withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension Array where Element == UInt8 {
    public init(_ chunk: ByteChunk) { self = chunk.withUnsafeBytes { Array($0) } }
    public mutating func append(_ chunk: ByteChunk) { chunk.withUnsafeBytes { append(contentsOf: $0) } }
}

@inline(__always)
private func attempt<Value, Failure: Error>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
) -> Result<Value, Failure> {
    do throws(Failure) { return .success(try body(bytes)) } catch { return .failure(error) }
}
