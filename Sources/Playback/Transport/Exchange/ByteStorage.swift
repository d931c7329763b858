// SPDX-License-Identifier: Apache-2.0

/// Memory that one writer fills from front to back, and that chunks share while it grows.
///
/// Unlike an array, it isn't initialised before it is written, and a writer can continue while others read what it has written.
// @unchecked: chunks cover only bytes that were written before the chunk was made, and the writer never writes a byte twice.
final class ByteStorage: @unchecked Sendable {
    let capacity: Int
    private let start: UnsafeMutableRawPointer

    init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(byteCount: max(1, capacity), alignment: 16)
    }

    deinit { start.deallocate() }

    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
    }

    /// For the writer: the memory from an offset on, which no chunk may cover yet.
    func space(from offset: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start + offset, count: capacity - offset)
    }
}
