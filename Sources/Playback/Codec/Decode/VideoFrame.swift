// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A decoded picture that nobody writes to any more: a queue, a window and a screenshot may hold it at once.
public final class VideoFrame: Sendable {
    /// Seconds on the item's timeline.
    public let time: Double
    /// Seconds until the next picture, as the container has it; 0 when it does not tell.
    public let duration: Double
    public let size: PixelSize
    /// Width of a pixel over its height; 1 for square ones.
    public let pixelAspectRatio: Double
    /// How it is brought upright.
    public let orientation: DisplayOrientation
    /// Degrees clockwise to turn it by: 0, 90, 180 or 270.
    public var rotation: Int { orientation.rotation }

    /// Pixels that it has on a screen: upright and with square pixels.
    public var displaySize: PixelSize {
        let width = max(Int((Double(size.width) * pixelAspectRatio).rounded()), 1)
        return orientation.isSideways ? PixelSize(width: size.height, height: width) : PixelSize(width: width, height: size.height)
    }

    /// What ``VideoDecoder/decode(_:at:isNeeded:origin:emit:)`` was told of the sample.
    public let origin: Int

    /// Captions that came inside the picture (ATSC A/53 part 4, `cc_data`): three bytes each, marker and type first. They are
    /// in the order of presentation; empty without captions.
    public let closedCaptions: [UInt8]

    let buffer: FrameBuffer

    /// - Parameter origin: nil takes what the decoder was told.
    init(moving raw: UnsafeMutablePointer<AVFrame>, orientation: DisplayOrientation, origin: Int? = nil) {
        self.origin = origin ?? Int(raw.pointee.reordered_opaque)
        time = Double(raw.pointee.best_effort_timestamp) / 1e9
        duration = Double(raw.pointee.pkt_duration) / 1e9
        size = PixelSize(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
        let ratio = raw.pointee.sample_aspect_ratio
        pixelAspectRatio = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        self.orientation = orientation
        let captions = av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC)
        closedCaptions = captions.map { Array(UnsafeBufferPointer(start: $0.pointee.data, count: $0.pointee.size)) } ?? []
        buffer = FrameBuffer(moving: raw)
    }

    /// The same picture at another time.
    /// - Parameter time: seconds on the item's timeline.
    public func moved(to time: Double) -> VideoFrame {
        let copy = FrameBuffer()
        // Only the references to the planes are copied; without memory for them the picture stays where it is.
        guard av_frame_ref(copy.raw, buffer.raw) >= 0 else { return self }
        copy.raw.pointee.best_effort_timestamp = Int64((time * 1e9).rounded())
        return VideoFrame(moving: copy.raw, orientation: orientation, origin: origin)
    }

    /// FFmpeg's name of the pixel format, such as `yuv420p`.
    public var pixelFormat: String {
        av_get_pix_fmt_name(AVPixelFormat(rawValue: buffer.raw.pointee.format)).map { String(cString: $0) } ?? "unknown"
    }

    /// Bytes of all planes.
    public var byteCount: Int {
        max(Int(av_image_get_buffer_size(AVPixelFormat(rawValue: buffer.raw.pointee.format), Int32(size.width), Int32(size.height), 1)), 0)
    }

    /// The first plane: luma for all YUV formats.
    /// - Parameter body: gets the bytes and the length of a row in bytes.
    public func withLuma<Result>(_ body: (UnsafeRawBufferPointer, _ stride: Int) throws -> Result) rethrows -> Result {
        let stride = Int(buffer.raw.pointee.linesize.0)
        return try body(UnsafeRawBufferPointer(start: buffer.raw.pointee.data.0, count: stride * size.height), stride)
    }
}
