// SPDX-License-Identifier: Apache-2.0

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
        let chunk = try await blocking(on: file.queue) { file.read(at: rest.lowerBound, count: count, url: url) }.get()
        guard !chunk.isEmpty else { throw .shortened(url, received: rest.lowerBound, announced: file.length) }
        self.rest.withLock { if $0 != nil { $0 = (rest.lowerBound + chunk.count)..<rest.upperBound } }
        return chunk
    }

    func cancel() { rest.withLock { $0 = nil } }
}
