// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia

/// Makes pictures in memory that is used again when they are gone: fresh memory for each would cost a page fault per 4 KB.
public final class PicturePool: Sendable {
    private struct Spare: @unchecked Sendable {
        // Owned by whoever holds the value; nobody else has the address.
        var memory: UnsafeMutableRawBufferPointer
    }

    private let spares = Mutex<[Spare]>([])
    private let capacity: Int

    /// - Parameter capacity: how many unused memories are kept.
    public init(capacity: Int = 4) { self.capacity = capacity }

    deinit {
        spares.withLock { for spare in $0 { spare.memory.deallocate() } }
    }

    /// Makes a picture from what `fill` writes, from any thread.
    /// - Parameter fill: gets the memory for all rows, uninitialized, and the bytes from row to row.
    public func picture<Failure: Error>(
        _ size: PixelSize, pixelAspectRatio: Double = 1, rotation: Int = 0,
        fill: (UnsafeMutableRawBufferPointer, _ stride: Int) throws(Failure) -> Void
    ) throws(Failure) -> PooledPicture {
        let stride = Self.stride(width: size.width)
        let picture = PooledPicture(
            memory: take(stride * size.height), pool: self, size: size, stride: stride, pixelAspectRatio: pixelAspectRatio,
            rotation: rotation)
        try fill(picture.memory, stride)
        return picture
    }

    /// The bytes from row to row of pictures so many pixels wide.
    static func stride(width: Int) -> Int { (width * 4 + 63) / 64 * 64 }

    private func take(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let spare = spares.withLock { spares in
            spares.lastIndex { $0.memory.count == count }.map { spares.remove(at: $0) }
        }
        return spare?.memory ?? UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    }

    fileprivate func give(_ memory: UnsafeMutableRawBufferPointer) {
        let spare = Spare(memory: memory)
        let surplus: Spare? = spares.withLock { spares in
            spares.append(spare)
            return spares.count > capacity ? spares.removeFirst() : nil
        }
        surplus?.memory.deallocate()
    }
}

/// A picture of a ``PicturePool``.
///
/// Sendable although it holds a pointer: the memory is written once, before anybody else gets the picture.
public final class PooledPicture: Picture, @unchecked Sendable {
    public let size: PixelSize
    public let stride: Int
    public let pixelAspectRatio: Double
    public let rotation: Int
    let memory: UnsafeMutableRawBufferPointer
    private let pool: PicturePool

    fileprivate init(
        memory: UnsafeMutableRawBufferPointer, pool: PicturePool, size: PixelSize, stride: Int, pixelAspectRatio: Double, rotation: Int
    ) {
        self.memory = memory
        self.pool = pool
        self.size = size
        self.stride = stride
        self.pixelAspectRatio = pixelAspectRatio
        self.rotation = rotation
    }

    deinit { pool.give(memory) }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(memory))
    }
}
