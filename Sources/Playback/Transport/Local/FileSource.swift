// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Some bytes of a file, chunk by chunk.
final class FileSource: ByteSource {
    private let rest: Mutex<Range<Int>?>
    private let file: OpenFile
    private let start: Int
    private let chunkBytes: Int
    private let url: String

    init(_ file: OpenFile, range: Range<Int>, chunkBytes: Int, url: String) {
        self.file = file
        start = range.lowerBound
        rest = Mutex(range)
        self.chunkBytes = chunkBytes
        self.url = url
    }

    func next() async throws(TransportError) -> ByteChunk? {
        guard !Task.isCancelled, let rest = rest.withLock({ $0 }) else { throw .cancelled(url) }
        if rest.isEmpty { return nil }
        let (file, url, count) = (file, url, min(chunkBytes, rest.count))
        let buffer = try await blocking { file.read(at: rest.lowerBound, count: count, url: url) }.get()
        guard buffer.readableBytes > 0 else {
            throw .truncated(url, received: rest.lowerBound - start, announced: rest.upperBound - start)
        }
        self.rest.withLock { if $0 != nil { $0 = (rest.lowerBound + buffer.readableBytes)..<rest.upperBound } }
        return ByteChunk(buffer)
    }

    func cancel() { rest.withLock { $0 = nil } }
}
