// SPDX-License-Identifier: Apache-2.0

import Glibc
import WindowboxMedia

/// Projects an equirectangular picture to a flat view in one direction, seen from the sphere's centre.
///
/// Directions are computed on a 16-pixel grid and interpolated linearly in between; near the poles, where this is inaccurate, they
/// are computed per pixel.
struct SphereProjection: Equatable {
    var orientation: Orientation
    /// Vertical field of view in radians.
    var fieldOfView: Double

    private static let cell = 16

    /// Maps a point of the view to the picture, as fractions of its width and height. The point is relative to the view's centre,
    /// in multiples of the view's height, y up.
    func textureCoordinates(x: Double, y: Double) -> SIMD2<Double> {
        let depth = 0.5 / tan(fieldOfView / 2)
        let ray = orientation.turned(SIMD3(x, y, -depth))
        let length = (ray * ray).sum().squareRoot()
        let longitude = atan2(ray.x, -ray.z)
        let latitude = asin(min(max(ray.y / length, -1), 1))
        return SIMD2(0.5 + longitude / (2 * .pi), 0.5 - latitude / .pi)
    }

    /// Renders the view.
    func picture(of source: any Picture, size: PixelSize, pool: PicturePool) -> PooledPicture {
        let columns = (size.width + Self.cell - 1) / Self.cell + 1
        let rows = (size.height + Self.cell - 1) / Self.cell + 1
        var grid: [SIMD2<Float>] = []
        grid.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                grid.append(SIMD2<Float>(textureCoordinates(column: column * Self.cell, row: row * Self.cell, of: size)))
            }
        }
        return pool.picture(size) { memory, stride in
            source.withUnsafeBytes { bytes in
                guard bytes.count >= source.stride * source.size.height, !bytes.isEmpty else {
                    return _ = memory.initializeMemory(as: UInt8.self, repeating: 0)
                }
                let from = Source(bytes: bytes, size: source.size, stride: source.stride)
                for row in 0..<(rows - 1) {
                    for column in 0..<(columns - 1) {
                        let index = row * columns + column
                        let corners = (grid[index], grid[index + 1], grid[index + columns], grid[index + columns + 1])
                        let cell = Cell(top: row * Self.cell, left: column * Self.cell, target: size)
                        if Self.isCurved(corners) {
                            trace(memory, stride, cell, from)
                        } else {
                            fill(memory, stride, cell, corners, from)
                        }
                    }
                }
            }
        }
    }

    private struct Source {
        var bytes: UnsafeRawBufferPointer
        var size: PixelSize
        var stride: Int

        /// Wraps around horizontally and clamps at the poles.
        func pixel(at point: SIMD2<Float>) -> UInt32 {
            var column = Int(point.x.rounded(.down)) % size.width
            if column < 0 { column += size.width }
            let row = min(max(Int(point.y), 0), size.height - 1)
            return bytes.load(fromByteOffset: row * stride + column * 4, as: UInt32.self)
        }
    }

    private typealias Corners = (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)

    private struct Cell {
        var top: Int
        var left: Int
        var target: PixelSize
        var rows: Range<Int> { top..<min(top + SphereProjection.cell, target.height) }
        var columns: Range<Int> { left..<min(left + SphereProjection.cell, target.width) }
    }

    /// Whether a cell spans a large part of the circle, because it is near a pole.
    private static func isCurved(_ corners: Corners) -> Bool {
        let shares = [corners.1.x, corners.2.x, corners.3.x].map { unwrapped($0, near: corners.0.x) - corners.0.x }
        return shares.contains { abs($0) > 0.08 }
    }

    private func fill(_ memory: UnsafeMutableRawBufferPointer, _ stride: Int, _ cell: Cell, _ corners: Corners, _ from: Source) {
        var (a, b, c, d) = corners
        // At the seam of the picture's sides, take the shorter way.
        b.x = Self.unwrapped(b.x, near: a.x)
        c.x = Self.unwrapped(c.x, near: a.x)
        d.x = Self.unwrapped(d.x, near: a.x)
        let scale = SIMD2<Float>(Float(from.size.width), Float(from.size.height))
        (a, b, c, d) = (a * scale, b * scale, c * scale, d * scale)
        let step = 1 / Float(Self.cell)
        for y in cell.rows {
            let down = Float(y - cell.top) * step
            var point = a + (c - a) * down
            let across = (b + (d - b) * down - point) * step
            for x in cell.columns {
                memory.storeBytes(of: from.pixel(at: point), toByteOffset: y * stride + x * 4, as: UInt32.self)
                point += across
            }
        }
    }

    private func trace(_ memory: UnsafeMutableRawBufferPointer, _ stride: Int, _ cell: Cell, _ from: Source) {
        let scale = SIMD2<Float>(Float(from.size.width), Float(from.size.height))
        for y in cell.rows {
            for x in cell.columns {
                let share = textureCoordinates(column: x, row: y, of: cell.target)
                memory.storeBytes(of: from.pixel(at: SIMD2<Float>(share) * scale), toByteOffset: y * stride + x * 4, as: UInt32.self)
            }
        }
    }

    private func textureCoordinates(column: Int, row: Int, of size: PixelSize) -> SIMD2<Double> {
        textureCoordinates(
            x: (Double(column) + 0.5 - Double(size.width) / 2) / Double(size.height),
            y: (Double(size.height) / 2 - Double(row) - 0.5) / Double(size.height))
    }

    private static func unwrapped(_ share: Float, near: Float) -> Float {
        share - near > 0.5 ? share - 1 : near - share > 0.5 ? share + 1 : share
    }
}
