// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// A byte range of a file, read in chunks.
final class FileByteSource: ByteSource {
    private let rest: Mutex<Range<Int>?>
    private let file: OpenFile
    private let chunkBytes: Int
    private let url: String

    init(_ file: OpenFile, range: Range<Int>, chunkBytes: Int, url: String) {
        self.file = file
        rest = Mutex(range)
        self.chunkBytes = chunkBytes
        self.url = url
    }

    func next() async throws(TransportError) -> ByteChunk? {
        guard !Task.isCancelled, let rest = rest.withLock({ $0 }) else { throw .cancelled(url) }
        if rest.isEmpty { return nil }
        let (file, url, count) = (file, url, min(chunkBytes, rest.count))
        let buffer = try await blocking { file.read(at: rest.lowerBound, count: count, url: url) }.get()
        guard buffer.readableBytes > 0 else { throw .shortened(url, received: rest.lowerBound, announced: file.length) }
        self.rest.withLock { if $0 != nil { $0 = (rest.lowerBound + buffer.readableBytes)..<rest.upperBound } }
        return ByteChunk(buffer)
    }

    func cancel() { rest.withLock { $0 = nil } }
}
