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

    /// A frame whose rows are numbered from the top, and stored from the bottom up in each plane.
    private static func bottomUp(_ format: AVPixelFormat) throws -> VideoFrame {
        let raw = try #require(av_frame_alloc())
        raw.pointee.format = format.rawValue
        (raw.pointee.width, raw.pointee.height) = (6, 5)
        try check(av_frame_get_buffer(raw, 0), "allocating a frame")
        func turn(_ plane: inout UnsafeMutablePointer<UInt8>?, _ stride: inout Int32, rows: Int) throws {
            let first = try #require(plane)
            for row in 0..<rows { (first + (rows - 1 - row) * Int(stride)).update(repeating: UInt8(16 + 40 * row), count: Int(stride)) }
            plane = first + (rows - 1) * Int(stride)
            stride = -stride
        }
        try turn(&raw.pointee.data.0, &raw.pointee.linesize.0, rows: 5)
        if format == AV_PIX_FMT_YUV420P {
            try turn(&raw.pointee.data.1, &raw.pointee.linesize.1, rows: 3)
            try turn(&raw.pointee.data.2, &raw.pointee.linesize.2, rows: 3)
        }
        raw.pointee.best_effort_timestamp = 2_000_000_000
        return VideoFrame(moving: raw, orientation: .upright)
    }

    @Test("A frame that is stored from the bottom up is given to all readers from the top down")
    func turned() throws {
        let frame = try Self.bottomUp(AV_PIX_FMT_BGR24)
        #expect(frame.time == 2)
        let rows: [UInt8] = [16, 56, 96, 136, 176]
        #expect(frame.withLuma { bytes, stride in (0..<5).map { bytes[$0 * stride] } } == rows)
        frame.withPlanes { planes in #expect((0..<5).map { planes[0].bytes[$0 * planes[0].stride] } == rows) }
        let pixels = try frame.pixels(.rgb)
        #expect((0..<5).map { pixels[$0 * 6 * 3] } == rows)
        let narrow = try frame.narrowed(to: 3).pixels(.rgb, size: PixelSize(width: 3, height: 5))
        #expect(narrow[0] < 40 && narrow[4 * 9] > 150)
        #expect(try frame.png().starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try Self.bottomUp(AV_PIX_FMT_YUV420P).withPlanes { planes in
            #expect(planes.map { $0.bytes.count / $0.stride } == [5, 3, 3])
            #expect((0..<3).map { planes[2].bytes[$0 * planes[2].stride] } == [16, 56, 96])
        }
    }
}
