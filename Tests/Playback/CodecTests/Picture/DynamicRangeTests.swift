// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Foundation
import Testing
import WindowboxKit
import WindowboxMedia

@testable import WindowboxCodec

@Suite("High dynamic range")
struct DynamicRangeTests {
    private static func frame(_ name: String) throws -> VideoFrame {
        let bytes = try [UInt8](Data(contentsOf: GeneratedStreams.named(name).url))
        let demuxer = try Demuxer(FileInMemory(bytes), container: .file)
        let decoder = VideoDecoder()
        var frame: VideoFrame?
        while frame == nil, let sample = try demuxer.next() {
            try decoder.decode(sample, at: sample.presentation.seconds) { frame = frame ?? $0 }
        }
        try decoder.drain { frame = frame ?? $0 }
        return try #require(frame)
    }

    /// Red, green and blue at the centre of each of the eight bars.
    private static func colors(_ frame: VideoFrame, _ layout: PictureConverter.Layout, _ size: PixelSize) throws -> [[Int]] {
        let stride = size.width * layout.bytesPerPixel
        var pixels = [UInt8](repeating: 7, count: stride * size.height)
        try pixels.withUnsafeMutableBytes {
            try PictureConverter(layout: layout).convert(frame, to: size, into: $0.baseAddress!, stride: stride)
        }
        return (0..<8).map { bar in
            let start = size.height / 2 * stride + (2 * bar + 1) * size.width / 16 * layout.bytesPerPixel
            let pixel = pixels[start..<start + layout.bytesPerPixel].map(Int.init)
            if layout == .bgra { #expect(pixel[3] == 255) }
            return layout == .bgra ? [pixel[2], pixel[1], pixel[0]] : pixel
        }
    }

    /// The 8-bit values of 0, 1, 10, 50, 203 and 1000 cd/m² with diffuse white at 203, and of red and green of BT.709 at 50.
    /// Computed independently of the code, by BT.2390 for a peak of 1000 and by IEC 61966-2-1.
    private static let shown =
        [0, 15, 63, 136, 229, 255].map { [$0, $0, $0] } + [[136, 0, 0], [0, 136, 0]]

    @Test(
        "Tone mapping keeps brightness below white, compresses highlights and keeps colours correct",
        arguments: ["hdr-pq", "hdr-hlg"], [PictureConverter.Layout.bgra, .rgb])
    func toneMapped(name: String, layout: PictureConverter.Layout) throws {
        let frame = try Self.frame(name)
        for size in [frame.size, PixelSize(width: 160, height: 90)] {
            let colors = try Self.colors(frame, layout, size)
            for (color, shown) in zip(colors, Self.shown) {
                // Ten bits of limited range are no more precise in dark areas, and colours beyond BT.709 are clipped.
                #expect(zip(color, shown).allSatisfy { abs($0 - $1) <= 4 }, "\(colors) instead of \(Self.shown)")
            }
        }
    }

    @Test("A frame is converted completely and without seams by any number of threads", arguments: [PictureConverter.Layout.bgra, .rgb])
    func large(layout: PictureConverter.Layout) throws {
        let size = PixelSize(width: 1280, height: 719)
        let frame = try #require(av_frame_alloc())
        frame.pointee.format = AV_PIX_FMT_YUV444P10LE.rawValue
        (frame.pointee.width, frame.pointee.height) = (Int32(size.width), Int32(size.height))
        (frame.pointee.color_trc, frame.pointee.color_primaries) = (AVCOL_TRC_SMPTE2084, AVCOL_PRI_BT2020)
        #expect(av_frame_get_buffer(frame, 0) == 0)
        // Grey that becomes brighter from row to row.
        for (plane, row) in [
            (frame.pointee.data.0!, frame.pointee.linesize.0), (frame.pointee.data.1!, frame.pointee.linesize.1),
            (frame.pointee.data.2!, frame.pointee.linesize.2),
        ] {
            for line in 0..<size.height {
                let value = plane == frame.pointee.data.0 ? UInt16(64 + line) : 512
                (plane + line * Int(row)).withMemoryRebound(to: UInt16.self, capacity: size.width) {
                    $0.update(repeating: value, count: size.width)
                }
            }
        }
        let stride = size.width * layout.bytesPerPixel
        var pixels = [UInt8](repeating: 7, count: stride * size.height)
        try pixels.withUnsafeMutableBytes {
            try PictureConverter(layout: layout).convert(
                VideoFrame(moving: frame, orientation: .upright), to: size, into: $0.baseAddress!, stride: stride)
        }
        for line in 0..<size.height {
            let row = pixels[line * stride..<(line + 1) * stride]
            #expect(row.prefix(layout.bytesPerPixel).elementsEqual(row.suffix(layout.bytesPerPixel)), "row \(line)")
            let (green, above) = (Int(row[row.startIndex + 1]), Int(pixels[max(line - 1, 0) * stride + 1]))
            #expect((above...above + 3).contains(green), "row \(line): \(green) below \(above)")
        }
        #expect(pixels[1] == 0)
        #expect(pixels[(size.height - 1) * stride + 1] > 200)
    }

    @Test("A frame that is narrowed first looks the same")
    func narrowed() throws {
        let frame = try Self.frame("hdr-pq").narrowed(to: 160)
        let colors = try Self.colors(frame, .rgb, frame.size)
        #expect(zip(colors.joined(), Self.shown.joined()).allSatisfy { abs($0 - $1) <= 4 }, "\(colors)")
    }

    @Test("PQ matches SMPTE ST 2084", arguments: zip([0.0, 100, 203, 1000, 10_000], [0, 0.508_078, 0.580_689, 0.751_827, 1]))
    func perceptualQuantizer(luminance: Double, value: Double) {
        #expect(abs(PerceptualQuantizer.value(luminance) - value) < 1e-5)
        #expect(abs(TransferFunction.pq.linear(value) - luminance) <= luminance * 1e-4)
    }

    @Test("HLG matches ITU-R BT.2100", arguments: zip([0.0, 0.5, 0.75, 1], [0, 1 / 12.0, 0.264_962, 1]))
    func hybridLogGamma(value: Double, scene: Double) {
        #expect(abs(TransferFunction.hlg.linear(value) - scene) < 1e-5)
    }

    @Test("BT.2020 primaries convert to BT.709 as specified in ITU-R BT.2087, and white stays white")
    func primaries() {
        let matrix = ColorPrimaries.bt2020.toBT709
        let expected: [SIMD3<Double>] = [[1.6605, -0.1246, -0.0182], [-0.5876, 1.1329, -0.1006], [-0.0728, -0.0083, 1.1187]]
        for (column, wanted) in zip([matrix.first, matrix.second, matrix.third], expected) {
            let difference = column - wanted
            #expect((difference * difference).sum() < 1e-7)
        }
        let luminance = ColorPrimaries.bt2020.luminance - [0.2627, 0.6780, 0.0593]
        #expect((luminance * luminance).sum() < 1e-7)
    }

    @Test("The tone curve keeps dark values unchanged, ends at white and never falls", arguments: [203.0, 400, 1000, 4000, 10_000])
    func curve(peak: Double) {
        let curve = ToneCurve(peak: peak)
        #expect(abs(curve.mapped(5) - 5) < 1e-9)
        #expect(abs(curve.mapped(peak) - ToneCurve.white) < 0.1)
        let values = (0...1000).map { curve.mapped(peak * Double($0) / 1000) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-6 })
    }
}
