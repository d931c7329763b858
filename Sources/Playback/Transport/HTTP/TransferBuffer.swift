// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The bytes between the network and the reader, and whether the network has to wait.
struct TransferBuffer {
    private var chunks = CircularBuffer<ByteBuffer>()
    private(set) var bytes = 0
    private let highMark: Int

    /// - Parameter highMark: Bytes at which the network is told to wait; a chunk that crosses it is still kept.
    init(highMark: Int) { self.highMark = highMark }

    var isFull: Bool { bytes >= highMark }
    /// Below half of the mark the network may go on, so that it does not stop and go with every chunk.
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
