// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Testing
import WindowboxMedia

@testable import WindowboxCodec

@Suite("Pixels of a frame")
struct PixelsTests {
    /// 6 x 5 pixels of one colour.
    private static func frame(_ format: AVPixelFormat, _ values: [UInt8]) throws -> VideoFrame {
        let raw = try #require(av_frame_alloc())
        raw.pointee.format = format.rawValue
        (raw.pointee.width, raw.pointee.height) = (6, 5)
        try check(av_frame_get_buffer(raw, 0), "allocating a frame")
        let planes = [raw.pointee.data.0, raw.pointee.data.1, raw.pointee.data.2]
        let strides = [raw.pointee.linesize.0, raw.pointee.linesize.1, raw.pointee.linesize.2]
        for (index, value) in values.enumerated() {
            let rows = index > 0 ? 3 : 5
            planes[index]!.update(repeating: value, count: Int(strides[index]) * rows)
        }
        return VideoFrame(moving: raw, orientation: .upright)
    }

    @Test("Pixels are available as decoded, with every plane")
    func planes() throws {
        let frame = try Self.frame(AV_PIX_FMT_YUV420P, [16, 90, 240])
        frame.withPlanes { planes in
            #expect(planes.map(\.bytes.first) == [16, 90, 240])
            #expect(planes.map { $0.bytes.count / $0.stride } == [5, 3, 3])
            #expect(planes[0].stride >= 6)
        }
        try Self.frame(AV_PIX_FMT_GRAY8, [200]).withPlanes { #expect($0.map(\.bytes.first) == [200]) }
    }

    @Test("Pixels are available packed as RGB")
    func packed() throws {
        let red = try Self.frame(AV_PIX_FMT_YUV420P, [81, 90, 240])
        let pixels = try red.pixels()
        #expect(pixels.count == 6 * 5 * 3)
        for start in stride(from: 0, to: pixels.count, by: 3) {
            #expect(pixels[start] > 250)
            #expect(pixels[start + 1] < 5)
            #expect(pixels[start + 2] < 5)
        }
        let small = try red.pixels(.bgra, size: PixelSize(width: 2, height: 2))
        #expect(small.count == 16 && small[2] > 250 && small[3] == 255)
        let other = try red.pixels(.rgba, size: PixelSize(width: 2, height: 2))
        #expect(other.count == 16 && other[0] > 250 && other[2] < 5 && other[3] == 255)
    }

    @Test("Pixels are available as a PNG file")
    func png() throws {
        let bytes = try Self.frame(AV_PIX_FMT_YUV420P, [81, 90, 240]).png()
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(bytes[16..<24].elementsEqual([0, 0, 0, 6, 0, 0, 0, 5]))
    }
}
