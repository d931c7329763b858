// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The bytes between the network and the reader, with flow control for the network.
struct TransferBuffer {
    private var chunks = CircularBuffer<ByteBuffer>()
    private(set) var bytes = 0
    private let highMark: Int

    /// - Parameter highMark: number of bytes at which the network must pause; a chunk that exceeds it is still kept.
    init(highMark: Int) { self.highMark = highMark }

    var isFull: Bool { bytes >= highMark }
    /// The network may resume below half of the mark, so that it doesn't stop and go with every chunk.
    var hasRoom: Bool { bytes <= highMark / 2 }

    mutating func append(_ chunk: ByteBuffer) {
        bytes += chunk.readableBytes
        chunks.append(chunk)
    }

    mutating func popFirst() -> ByteBuffer? {
        guard let chunk = chunks.popFirst() else { return nil }
        bytes -= chunk.readableBytes
        return chunk
    }

    mutating func removeAll() {
        chunks.removeAll()
        bytes = 0
    }
}
