// SPDX-License-Identifier: Apache-2.0

import WindowboxTransport

/// Loaded bytes of a file, in blocks. The least recently used blocks are evicted.
struct BlockCache {
    private struct Block {
        var bytes: [UInt8]
        /// The file offsets of the valid bytes.
        var range: Range<Int>
        var used: Int
    }

    private static let blockSize = 32 << 10

    private var blocks: [Int: Block] = [:]
    private var uses = 0

    /// The bytes of memory that the blocks take.
    var size: Int { blocks.count * Self.blockSize }

    mutating func removeAll() { blocks.removeAll() }

    /// - Parameters:
    ///   - limit: the maximum number of bytes to hold.
    ///   - ahead: what the reader needs next. Blocks there are evicted last, because they may have been loaded long ago.
    mutating func insert(_ chunk: ByteChunk, at offset: Int, limit: Int, keeping ahead: Range<Int>) {
        uses += 1
        chunk.withUnsafeBytes { bytes in
            var done = 0
            while done < bytes.count {
                let (index, start) = (offset + done).quotientAndRemainder(dividingBy: Self.blockSize)
                let count = min(Self.blockSize - start, bytes.count - done)
                write(UnsafeRawBufferPointer(rebasing: bytes[done..<done + count]), at: start, ofBlock: index, limit, ahead)
                done += count
            }
        }
    }

    private mutating func write(
        _ part: UnsafeRawBufferPointer, at start: Int, ofBlock index: Int, _ limit: Int, _ ahead: Range<Int>
    ) {
        let base = index * Self.blockSize
        var range = base + start..<base + start + part.count
        // Removed from the dictionary first, so that its array has one owner and is not copied.
        var bytes: [UInt8]
        if let old = blocks.removeValue(forKey: index) {
            bytes = old.bytes
            if old.range.lowerBound <= range.upperBound, range.lowerBound <= old.range.upperBound {
                range = min(old.range.lowerBound, range.lowerBound)..<max(old.range.upperBound, range.upperBound)
            }
        } else {
            bytes = evict(downTo: limit - Self.blockSize, keeping: ahead) ?? [UInt8](repeating: 0, count: Self.blockSize)
        }
        bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: part) }
        blocks[index] = Block(bytes: bytes, range: range, used: uses)
    }

    /// - Returns: the storage of an evicted block, for reuse.
    private mutating func evict(downTo limit: Int, keeping ahead: Range<Int>) -> [UInt8]? {
        let order = { [uses] (block: Block) in block.used + (block.range.overlaps(ahead) ? uses : 0) }
        var storage: [UInt8]?
        while size > limit, let oldest = blocks.min(by: { order($0.value) < order($1.value) })?.key {
            storage = blocks.removeValue(forKey: oldest)?.bytes
        }
        return storage
    }

    /// Copies the bytes held from an offset on to a buffer.
    /// - Returns: how many bytes were copied; 0 when nothing is held there.
    mutating func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        uses += 1
        var done = 0
        while done < buffer.count {
            let index = (offset + done) / Self.blockSize
            guard let range = blocks[index]?.range, range.contains(offset + done) else { break }
            let start = offset + done - index * Self.blockSize
            let count = min(range.upperBound - offset - done, buffer.count - done)
            blocks[index]!.used = uses
            blocks[index]!.bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
            }
            done += count
        }
        return done
    }

    /// The end of the contiguous bytes held from `offset` on; `offset` itself when nothing is held there.
    /// - Parameter bound: where to stop looking.
    func end(ofRunFrom offset: Int, bound: Int = .max) -> Int {
        var end = offset
        while end < bound, let range = blocks[end / Self.blockSize]?.range, range.contains(end) { end = range.upperBound }
        return end
    }

    /// The offset of the next held byte after `offset`, which itself isn't held.
    func next(after offset: Int) -> Int? {
        blocks.values.lazy.map(\.range.lowerBound).filter { $0 > offset }.min()
    }
}
