// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia

/// Creates pictures in recycled memory: fresh memory for each would cost a page fault per 4 KB.
public final class PicturePool: Sendable {
    private let spares = Mutex<[PictureMemory]>([])
    private let capacity: Int

    /// - Parameter capacity: maximum number of unused buffers kept.
    public init(capacity: Int = 4) { self.capacity = capacity }

    /// Creates a picture from what `fill` writes; callable from any thread.
    /// - Parameter fill: receives uninitialized memory for all rows, and the bytes per row.
    public func picture<Failure: Error>(
        _ size: PixelSize, pixelAspectRatio: Double = 1, orientation: DisplayOrientation = .upright,
        fill: (UnsafeMutableRawBufferPointer, _ stride: Int) throws(Failure) -> Void
    ) throws(Failure) -> PooledPicture {
        let stride = Self.stride(width: size.width)
        let memory = take(stride * size.height)
        try memory.fill { bytes throws(Failure) in try fill(bytes, stride) }
        return PooledPicture(
            memory: memory, pool: self, size: size, stride: stride, pixelAspectRatio: pixelAspectRatio, orientation: orientation)
    }

    /// The bytes per row of pictures with a given width in pixels, aligned to 64 bytes.
    static func stride(width: Int) -> Int { (width * 4 + 63) / 64 * 64 }

    private func take(_ count: Int) -> PictureMemory {
        let spare = spares.withLock { spares in
            spares.lastIndex { $0.count == count }.map { spares.remove(at: $0) }
        }
        return spare ?? PictureMemory(count)
    }

    fileprivate func give(_ memory: PictureMemory) {
        let surplus: PictureMemory? = spares.withLock { spares in
            spares.append(memory)
            return spares.count > capacity ? spares.removeFirst() : nil
        }
        // Freed outside the lock.
        withExtendedLifetime(surplus) {}
    }
}

/// A picture of a ``PicturePool``.
public final class PooledPicture: Picture {
    public let size: PixelSize
    public let stride: Int
    public let pixelAspectRatio: Double
    public let orientation: DisplayOrientation
    private let memory: PictureMemory
    private let pool: PicturePool

    fileprivate init(
        memory: PictureMemory, pool: PicturePool, size: PixelSize, stride: Int, pixelAspectRatio: Double,
        orientation: DisplayOrientation
    ) {
        self.memory = memory
        self.pool = pool
        self.size = size
        self.stride = stride
        self.pixelAspectRatio = pixelAspectRatio
        self.orientation = orientation
    }

    deinit { pool.give(memory) }

    /// Writes the pixels; only before the picture is shared.
    func fill<Failure: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void) throws(Failure) { try memory.fill(body) }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try memory.withUnsafeBytes(body)
    }
}
