// SPDX-License-Identifier: Apache-2.0

/// What a body is read from: one reader, in order.
public protocol ByteSource: AnyObject, Sendable {
    /// nil at the end. Not called again after it threw or ended.
    func next() async throws(TransportError) -> ByteChunk?
    /// The reader is gone: stop the transfer. Called from any thread, at most once, also after the end.
    func cancel()
}

/// The bytes of a response as they come. It can be read once; nothing is fetched far ahead of the reader.
///
/// Dropping a body that was not read to its end cancels its transfer.
public struct TransportBody: AsyncSequence, Sendable {
    public typealias Element = ByteChunk
    public typealias Failure = TransportError

    private let lease: Lease

    public init(_ source: some ByteSource) { lease = Lease(source) }

    /// A body that is in memory already.
    public init(_ chunks: [ByteChunk]) { self.init(MemorySource(chunks)) }

    public func makeAsyncIterator() -> Iterator { Iterator(lease: lease) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let lease: Lease
        public func next() async throws(TransportError) -> ByteChunk? { try await lease.source.next() }
        public func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> ByteChunk? {
            try await lease.source.next()
        }
    }

    /// Everything up to the end.
    public func collect(reserving: Int = 0) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Swift.min(reserving, 64 << 20))
        let iterator = makeAsyncIterator()
        while let chunk = try await iterator.next() { bytes.append(chunk) }
        return bytes
    }

    /// Stops the transfer without waiting for the last reference to go.
    public func cancel() { lease.source.cancel() }

    fileprivate final class Lease: Sendable {
        let source: any ByteSource
        init(_ source: any ByteSource) { self.source = source }
        deinit { source.cancel() }
    }
}
