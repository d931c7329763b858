// SPDX-License-Identifier: Apache-2.0

/// A source of a body's bytes for one reader, in order.
public protocol ByteSource: AnyObject, Sendable {
    /// nil at the end. Not called again after an error or the end.
    func next() async throws(TransportError) -> ByteChunk?
    /// The reader was released: stops the transfer. Called from any thread, at most once, possibly after the end.
    func cancel()
}

/// The bytes of a response as they arrive. Can be read once; little is fetched ahead of the reader.
///
/// Releasing a body before its end cancels its transfer.
public struct TransportBody: AsyncSequence, Sendable {
    public typealias Element = ByteChunk
    /// Thrown at the end of what has arrived.
    public typealias Failure = TransportError

    private let lease: Lease

    /// - Parameter source: read by one reader at a time, and cancelled when the body and its iterators have been released.
    public init(_ source: some ByteSource) { lease = Lease(source) }

    /// Creates a body from chunks in memory.
    public init(_ chunks: [ByteChunk]) { self.init(MemorySource(chunks)) }

    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    /// Reads the chunks of a body in order.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease
        public func next() async throws(TransportError) -> ByteChunk? { try await lease.source.next() }
        public func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> ByteChunk? {
            try await lease.source.next()
        }
    }

    /// Reads everything up to the end.
    public func collect(reserving: Int = 0) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Swift.min(reserving, 64 << 20))
        let iterator = makeAsyncIterator()
        while let chunk = try await iterator.next() { bytes.append(chunk) }
        return bytes
    }

    /// Cancels the transfer at once, without waiting for the last reference to be released.
    public func cancel() { lease.source.cancel() }

    fileprivate final class Lease: Sendable {
        let source: any ByteSource
        init(_ source: any ByteSource) { self.source = source }
        deinit { source.cancel() }
    }
}
