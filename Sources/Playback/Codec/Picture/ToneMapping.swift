// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Converts pictures of one dynamic range to packed pixels: to 16 bits a colour first, in which they are tone-mapped.
final class ToneMapping {
    let mapper: ToneMapper
    private var context: OpaquePointer?
    /// Red, green and blue of the picture at hand.
    private var pixels: [UInt16] = []

    init(_ range: DynamicRange) { mapper = ToneMapper(range) }

    deinit { sws_freeContext(context) }

    func convert(
        _ frame: VideoFrame, to size: PixelSize, into target: UnsafeMutableRawPointer, stride: Int, as layout: PictureConverter.Layout
    ) throws(CodecError) {
        let raw = frame.buffer.raw
        context = sws_getCachedContext(
            context, raw.pointee.width, raw.pointee.height, AVPixelFormat(rawValue: raw.pointee.format), Int32(size.width),
            Int32(size.height), AV_PIX_FMT_RGB48LE, SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, nil, nil, nil)
        guard let context else { throw CodecError(.unsupported, "no conversion from \(frame.pixelFormat) to \(layout)") }
        // Rows as the scaler likes them, whose last one may be written beyond its end.
        let row = (3 * size.width + 31) / 32 * 32
        let room = row * size.height + 64
        if pixels.count != room { pixels = [UInt16](repeating: 0, count: room) }
        let converted: Result<Void, CodecError> = pixels.withUnsafeMutableBytes { bytes in
            do throws(CodecError) {
                return .success(try scale(frame, by: context, into: bytes.baseAddress!, stride: 2 * row))
            } catch { return .failure(error) }
        }
        try converted.get()
        pixels.withUnsafeBufferPointer { pixels in
            for line in 0..<size.height {
                mapper.map(
                    pixels.baseAddress! + line * row, to: target.assumingMemoryBound(to: UInt8.self) + line * stride, count: size.width,
                    as: layout)
            }
        }
    }
}
