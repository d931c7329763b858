// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A source of chunks that are already in memory.
final class MemorySource: ByteSource {
    private let remaining: Mutex<ArraySlice<ByteChunk>>

    init(_ chunks: [ByteChunk]) { remaining = Mutex(chunks[...]) }

    func next() async throws(TransportError) -> ByteChunk? {
        remaining.withLock { $0.popFirst() }
    }

    func cancel() { remaining.withLock { $0 = [] } }
}
