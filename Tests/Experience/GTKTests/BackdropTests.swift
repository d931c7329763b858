// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("What stands beside a picture")
struct BackdropTests {
    @Test("is the picture itself, in few pixels, soft and dark")
    func backdrop() throws {
        let picture = PicturePool(capacity: 0).quarters(
            PixelSize(width: 90, height: 160), [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF])
        let backdrop = try #require(PictureBackdrop.of(picture))
        #expect(backdrop.size == PixelSize(width: 22, height: 40) && backdrop.displayAspectRatio < 0.6)
        func color(_ x: Int, _ y: Int) -> UInt32 {
            backdrop.withUnsafeBytes { $0.load(fromByteOffset: y * backdrop.stride + x * 4, as: UInt32.self) }
        }
        #expect(color(0, 0) == 0xFF6B_0000 && color(21, 0) == 0xFF00_6B00 && color(0, 39) == 0xFF00_006B)
        // Between the quarters one goes over into the other.
        let middle = color(11, 0)
        #expect(middle >> 16 & 0xFF > 0 && middle >> 8 & 0xFF > 0)
    }

    @Test("is nothing where the picture has fewer bytes than it says")
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
