// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Backdrop of a video")
struct BackdropTests {
    @Test("A backdrop is the frame itself, downscaled, blurred and darkened")
    func backdrop() throws {
        let picture = PicturePool(capacity: 0).quarters(
            PixelSize(width: 90, height: 160), [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF])
        let backdrop = try #require(PictureBackdrop.of(picture))
        #expect(backdrop.size == PixelSize(width: 22, height: 40))
        #expect(backdrop.displayAspectRatio < 0.6)
        func color(_ x: Int, _ y: Int) -> UInt32 {
            backdrop.withUnsafeBytes { $0.load(fromByteOffset: y * backdrop.stride + x * 4, as: UInt32.self) }
        }
        #expect(color(0, 0) == 0xFF6B_0000)
        #expect(color(21, 0) == 0xFF00_6B00)
        #expect(color(0, 39) == 0xFF00_006B)
        // Between the quarters, one fades into the other.
        let middle = color(11, 0)
        #expect(middle >> 16 & 0xFF > 0)
        #expect(middle >> 8 & 0xFF > 0)
    }

    @Test("A backdrop fades between frames, and restarts when the shape changes")
    func following() throws {
        let pool = PicturePool(capacity: 0)
        let size = PixelSize(width: 90, height: 160)
        func red(_ picture: (any Picture)?) -> UInt32? {
            picture?.withUnsafeBytes { $0.load(fromByteOffset: 0, as: UInt32.self) >> 16 & 0xFF }
        }
        let white = try #require(PictureBackdrop.of(pool.plain(0xFFFF_FFFF, size)))
        #expect(red(white) == 0x6B)
        let step = PictureBackdrop.of(pool.plain(0xFF00_0000, size), over: white, share: 0.25)
        #expect(red(step).map { (79...81).contains($0) } == true)
        var backdrop: (any Picture)? = white
        for _ in 0..<20 { backdrop = PictureBackdrop.of(pool.plain(0xFF00_0000, size), over: backdrop, share: 0.25) }
        #expect(red(backdrop).map { $0 < 2 } == true)
        let other = PictureBackdrop.of(pool.plain(0xFF00_0000, PixelSize(width: 160, height: 90)), over: white, share: 0.25)
        #expect(red(other) == 0)
    }

    @Test("A backdrop is drawn only where the frame does not reach")
    func bands() {
        let room = Rectangle(x: 0, y: 0, width: 100, height: 60)
        func bands(_ aspectRatio: Double, _ gravity: VideoGravity) -> [Rectangle] {
            room.bands(beside: gravity.placement(aspectRatio: aspectRatio, width: 100, height: 60))
        }
        #expect(bands(0.5, .fit) == [Rectangle(x: 0, y: 0, width: 35, height: 60), Rectangle(x: 65, y: 0, width: 35, height: 60)])
        #expect(bands(2.5, .fit) == [Rectangle(x: 0, y: 0, width: 100, height: 10), Rectangle(x: 0, y: 50, width: 100, height: 10)])
        for aspectRatio in [0.5, 1.0, 2.5] { #expect(bands(aspectRatio, .fill).isEmpty && bands(aspectRatio, .stretch).isEmpty) }
        // A rectangle elsewhere covers nothing; one in the middle leaves bands on all four sides, each pixel once.
        #expect(room.bands(beside: Rectangle(x: 200, y: 0, width: 10, height: 10)) == [room])
        let around = room.bands(beside: Rectangle(x: 20, y: 10, width: 30, height: 15))
        let area = around.reduce(0) { $0 + $1.width * $1.height }
        #expect(around.count == 4)
        #expect(area == 5550)
    }

    @Test("A frame with too few bytes has no backdrop")
    func broken() {
        final class Short: Picture {
            let size = PixelSize(width: 10, height: 10)
            let stride = 40
            func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
                try [UInt8](repeating: 0, count: 100).withUnsafeBytes(body)
            }
        }
        #expect(PictureBackdrop.of(Short()) == nil)
    }
}
