// SPDX-License-Identifier: Apache-2.0

/// The segments of a playlist, indexed from 0.
///
/// Segments are stored in blocks that copies of the list share. Appending, removing from the front and shifting a long live window on
/// its timeline touch only the blocks at the ends.
public struct SegmentList: RandomAccessCollection, Hashable, Sendable, ExpressibleByArrayLiteral {
    // All blocks but the last are full.
    private var blocks: [SegmentBlock]
    // The number of removed elements in the first block.
    private var offset: Int
    public private(set) var count: Int

    public init() {
        blocks = []
        offset = 0
        count = 0
    }

    /// - Parameter segments: complete segments in playlist order.
    public init(_ segments: some Sequence<MediaSegment>) {
        self.init()
        for segment in segments { append(segment) }
    }

    public init(arrayLiteral elements: MediaSegment...) { self.init(elements) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

    /// Setting an element of a shared list copies its block.
    public subscript(position: Int) -> MediaSegment {
        get {
            precondition(position >= 0 && position < count, "no such segment")
            let index = position + offset
            return blocks[index / SegmentBlock.size][index % SegmentBlock.size]
        }
        set {
            precondition(position >= 0 && position < count, "no such segment")
            let index = position + offset
            blocks[index / SegmentBlock.size].applyShift()
            blocks[index / SegmentBlock.size].segments[index % SegmentBlock.size] = newValue
        }
    }

    /// Adds a segment at the end.
    public mutating func append(_ segment: consuming MediaSegment) {
        if blocks.isEmpty || blocks[blocks.count - 1].segments.count == SegmentBlock.size {
            var block = SegmentBlock()
            // A list with more than one block is long, so the new block will be filled.
            if !blocks.isEmpty { block.segments.reserveCapacity(SegmentBlock.size) }
            blocks.append(block)
        }
        let last = blocks.count - 1
        if !blocks[last].shift.isIdentity { blocks[last].applyShift() }
        blocks[last].segments.append(segment)
        count += 1
    }

    /// Removes the first `number` segments, or all if there are fewer.
    public mutating func removeFirst(_ number: Int) {
        guard number > 0 else { return }
        guard number < count else {
            self = SegmentList()
            return
        }
        offset += number
        count -= number
        let whole = offset / SegmentBlock.size
        if whole > 0 {
            blocks.removeFirst(whole)
            offset -= whole * SegmentBlock.size
        }
    }

    /// Removes the last `number` segments, or all if there are fewer.
    public mutating func removeLast(_ number: Int) {
        guard number > 0 else { return }
        guard number < count else {
            self = SegmentList()
            return
        }
        count -= number
        let end = offset + count
        let used = (end + SegmentBlock.size - 1) / SegmentBlock.size
        if used < blocks.count { blocks.removeLast(blocks.count - used) }
        let rest = end - (used - 1) * SegmentBlock.size
        let last = blocks[used - 1].segments.count
        if rest < last { blocks[used - 1].segments.removeLast(last - rest) }
    }

    /// Shifts all segments, in time proportional to the number of blocks.
    mutating func move(by shift: SegmentBlock.Shift) {
        if shift.isIdentity { return }
        for index in blocks.indices { blocks[index].shift = blocks[index].shift.followed(by: shift) }
    }

    public static func == (left: SegmentList, right: SegmentList) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for segment in self { hasher.combine(segment) }
    }
}
