// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// An immutable decoded frame. A queue, a window and a screenshot may share it.
public final class VideoFrame: Sendable {
    /// Seconds on the item's timeline.
    public let time: Double
    /// Seconds until the next frame, according to the container; 0 when unknown.
    public let duration: Double
    /// In pixels as stored, before ``pixelAspectRatio`` and ``orientation`` are applied.
    public let size: PixelSize
    /// The width of a pixel divided by its height; 1 for square pixels.
    public let pixelAspectRatio: Double
    /// How it is turned upright.
    public let orientation: DisplayOrientation
    /// The clockwise rotation to apply, in degrees: 0, 90, 180 or 270.
    public var rotation: Int { orientation.rotation }

    /// The size on screen: upright and in square pixels.
    public var displaySize: PixelSize {
        let width = max(Int((Double(size.width) * pixelAspectRatio).rounded()), 1)
        return orientation.isSideways ? PixelSize(width: size.height, height: width) : PixelSize(width: width, height: size.height)
    }

    /// The origin of the sample, as passed to ``VideoDecoder/decode(_:at:isNeeded:origin:emit:)``.
    public let origin: Int

    /// Captions embedded in the frame (ATSC A/53 part 4, `cc_data`): three bytes each, marker and type first, in presentation order. Empty
    /// without captions.
    public let closedCaptions: [UInt8]

    private static let longestPixel = 32.0
    let buffer: FrameBuffer

    /// - Parameter origin: nil uses the origin passed to the decoder.
    init(moving raw: UnsafeMutablePointer<AVFrame>, orientation: DisplayOrientation, origin: Int? = nil) {
        self.origin = origin ?? Int(raw.pointee.reordered_opaque)
        time = Double(raw.pointee.best_effort_timestamp) / 1e9
        duration = Double(raw.pointee.pkt_duration) / 1e9
        size = PixelSize(width: Int(raw.pointee.width), height: Int(raw.pointee.height))
        let ratio = raw.pointee.sample_aspect_ratio
        let stated = ratio.num > 0 && ratio.den > 0 ? Double(ratio.num) / Double(ratio.den) : 1
        // No pixel is that long. Damaged files state any number, and the picture would be too large for any memory.
        pixelAspectRatio = (1 / Self.longestPixel...Self.longestPixel).contains(stated) ? stated : 1
        self.orientation = orientation
        let captions = av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC)
        closedCaptions = captions.map { Array(UnsafeBufferPointer(start: $0.pointee.data, count: $0.pointee.size)) } ?? []
        buffer = FrameBuffer(topDown: raw)
    }

    /// The same frame at another time.
    /// - Parameter time: seconds on the item's timeline.
    public func moved(to time: Double) -> VideoFrame {
        let copy = FrameBuffer()
        // Only the references to the planes are copied. When out of memory, the frame keeps its time.
        guard av_frame_ref(copy.raw, buffer.raw) >= 0 else { return self }
        copy.raw.pointee.best_effort_timestamp = MediaTime(seconds: time, timescale: 1_000_000_000).value
        return VideoFrame(moving: copy.raw, orientation: orientation, origin: origin)
    }

    /// The format's name in FFmpeg, such as `yuv420p`.
    public var pixelFormat: String {
        av_get_pix_fmt_name(AVPixelFormat(rawValue: buffer.raw.pointee.format)).map { String(cString: $0) } ?? "unknown"
    }

    /// The size of all planes in bytes.
    public var byteCount: Int {
        max(Int(av_image_get_buffer_size(AVPixelFormat(rawValue: buffer.raw.pointee.format), Int32(size.width), Int32(size.height), 1)), 0)
    }

    /// The first plane: luma for all YUV formats.
    /// - Parameter body: receives the bytes, and the length of a row in bytes.
    public func withLuma<Result>(_ body: (UnsafeRawBufferPointer, _ stride: Int) throws -> Result) rethrows -> Result {
        let stride = Int(buffer.raw.pointee.linesize.0)
        return try body(UnsafeRawBufferPointer(start: buffer.raw.pointee.data.0, count: max(stride * size.height, 0)), stride)
    }
}
