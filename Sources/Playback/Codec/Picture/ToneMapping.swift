// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Dispatch
import Glibc
import WindowboxMedia

/// Converts HDR frames to packed pixels, by way of 16 bits per colour for tone mapping.
///
/// Both steps use several cores, because one alone manages no more than 1080p at 30 frames per second.
final class ToneMapping {
    let mapper: ToneMapper
    private let scaler = ThreadedScaler(AV_PIX_FMT_RGB48LE)

    /// The number of pixels below which a thread costs more than it saves.
    private static let minimumShare = 1 << 16

    init(_ range: DynamicRange) { mapper = ToneMapper(range) }

    func convert(
        _ frame: VideoFrame, to size: PixelSize, into target: UnsafeMutableRawPointer, stride: Int, as layout: PictureConverter.Layout
    ) throws(CodecError) {
        let scaled = try scaler.scale(frame, to: size)
        let row = Int(scaled.pointee.linesize.0) / 2
        let bands = max(1, min(ThreadedScaler.threads, size.width * size.height / Self.minimumShare))
        // Each band of rows is written by one thread.
        nonisolated(unsafe) let source = UnsafeRawPointer(scaled.pointee.data.0!).assumingMemoryBound(to: UInt16.self)
        nonisolated(unsafe) let pixels = target.assumingMemoryBound(to: UInt8.self)
        DispatchQueue.concurrentPerform(iterations: bands) { [mapper] band in
            for line in band * size.height / bands..<(band + 1) * size.height / bands {
                mapper.map(source + line * row, to: pixels + line * stride, count: size.width, as: layout)
            }
        }
    }
}

/// Scales and converts frames to one pixel format on several threads.
final class ThreadedScaler {
    private struct Shape: Hashable {
        var source: PixelSize
        var format: Int32
        var target: PixelSize
    }

    static let threads = max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    private let format: AVPixelFormat
    private var shape: Shape?
    private var context: OpaquePointer?
    private let target = FrameBuffer()

    init(_ format: AVPixelFormat) { self.format = format }

    deinit { sws_freeContext(context) }

    /// - Returns: a frame that is valid until the next call.
    func scale(_ frame: VideoFrame, to size: PixelSize) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
        let raw = frame.buffer.raw
        let newShape = Shape(
            source: PixelSize(width: Int(raw.pointee.width), height: Int(raw.pointee.height)), format: raw.pointee.format, target: size)
        if newShape != shape { try prepare(newShape, frame) }
        setColors(of: frame, for: context!)
        try check(sws_scale_frame(context, target.raw, raw), "converting a frame")
        return target.raw
    }

    private func prepare(_ newShape: Shape, _ frame: VideoFrame) throws(CodecError) {
        shape = nil
        sws_freeContext(context)
        context = sws_alloc_context()
        let options = UnsafeMutableRawPointer(context!)
        for (name, value) in [
            ("srcw", newShape.source.width), ("srch", newShape.source.height), ("src_format", Int(newShape.format)),
            ("dstw", newShape.target.width), ("dsth", newShape.target.height), ("dst_format", Int(format.rawValue)),
            ("sws_flags", Int(SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT)), ("threads", Self.threads),
        ] { av_opt_set_int(options, name, Int64(value), 0) }
        guard sws_init_context(context, nil, nil) >= 0 else {
            throw CodecError(.unsupported, "can't convert \(frame.pixelFormat) to 16 bits per colour")
        }
        av_frame_unref(target.raw)
        target.raw.pointee.format = format.rawValue
        target.raw.pointee.width = Int32(newShape.target.width)
        target.raw.pointee.height = Int32(newShape.target.height)
        try check(av_frame_get_buffer(target.raw, 0), "allocating a frame")
        shape = newShape
    }
}
