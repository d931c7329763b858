// SPDX-License-Identifier: Apache-2.0

/// The bytes between the network and the reader, with flow control for the network.
struct TransferBuffer {
    /// A block of memory and the part of it that was written and not yet read.
    private struct Block {
        let storage: ByteStorage
        var unread: Range<Int>
    }

    /// Only the last block is written to.
    private var blocks: [Block] = []
    private(set) var bytes = 0
    private let highMark: Int
    private var nextCapacity = Self.smallestBlock

    private static let smallestBlock = 16 << 10
    private static let largestBlock = 256 << 10

    /// - Parameter highMark: number of bytes at which the network must pause; bytes that exceed it are still kept.
    init(highMark: Int) { self.highMark = highMark }

    var isFull: Bool { bytes >= highMark }
    /// The network may resume below half of the mark, so that it doesn't stop and go with every chunk.
    var hasCapacity: Bool { bytes <= highMark / 2 }

    /// - Parameter expected: number of bytes to come, including these; nil if unknown.
    mutating func append(_ added: UnsafeRawBufferPointer, expected: Int?) {
        bytes += added.count
        var rest = UnsafeRawBufferPointer(rebasing: added[...])
        while !rest.isEmpty {
            if blocks.last.map({ $0.unread.upperBound == $0.storage.capacity }) ?? true {
                addBlock(for: rest.count, expected: expected.map { max(0, $0) - (added.count - rest.count) })
            }
            let last = blocks.count - 1
            let end = blocks[last].unread.upperBound
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(blocks[last].storage.capacity - end))
            blocks[last].storage.space(from: end).copyMemory(from: part)
            blocks[last].unread = blocks[last].unread.lowerBound..<(end + part.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    /// Blocks grow with a body of unknown length, and fit one of known length.
    private mutating func addBlock(for count: Int, expected: Int?) {
        let capacity = min(max(expected ?? nextCapacity, count), Self.largestBlock)
        nextCapacity = min(nextCapacity * 2, Self.largestBlock)
        blocks.append(Block(storage: ByteStorage(capacity: capacity), unread: 0..<0))
    }

    mutating func popFirst() -> ByteChunk? {
        guard let first = blocks.first, !first.unread.isEmpty else { return nil }
        bytes -= first.unread.count
        if blocks.count > 1 || first.unread.upperBound == first.storage.capacity {
            blocks.removeFirst()
        } else {
            blocks[0].unread = first.unread.upperBound..<first.unread.upperBound
        }
        return ByteChunk(first.storage, first.unread)
    }

    mutating func removeAll() {
        blocks = []
        bytes = 0
    }
}
