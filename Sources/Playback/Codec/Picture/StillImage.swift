// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A picture as a PNG file.
public enum StillImage {
    /// Encodes a frame as PNG, upright and with square pixels.
    /// - Parameter size: of the upright picture; nil is ``VideoFrame/displaySize``.
    /// - Throws: ``CodecError`` when the picture can't be converted or encoded.
    public static func png(of frame: VideoFrame, size: PixelSize? = nil) throws(CodecError) -> [UInt8] {
        let size = size ?? frame.displaySize
        guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
            throw CodecError(.unsupported, "this FFmpeg has no PNG encoder")
        }
        var context = avcodec_alloc_context3(codec)
        defer { avcodec_free_context(&context) }
        context!.pointee.width = Int32(size.width)
        context!.pointee.height = Int32(size.height)
        context!.pointee.pix_fmt = AV_PIX_FMT_RGB24
        context!.pointee.time_base = AVRational(num: 1, den: 1)
        try check(avcodec_open2(context, codec, nil), "opening the PNG encoder")
        var picture = av_frame_alloc()
        defer { av_frame_free(&picture) }
        picture!.pointee.width = Int32(size.width)
        picture!.pointee.height = Int32(size.height)
        picture!.pointee.format = AV_PIX_FMT_RGB24.rawValue
        try check(av_frame_get_buffer(picture, 0), "making room for a picture")
        try draw(frame, size, into: picture!.pointee.data.0!, stride: Int(picture!.pointee.linesize.0))
        try check(avcodec_send_frame(context, picture), "encoding a PNG")
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        try check(avcodec_receive_packet(context, packet), "encoding a PNG")
        return [UInt8](UnsafeRawBufferPointer(start: packet!.pointee.data, count: Int(packet!.pointee.size)))
    }

    private static func draw(
        _ frame: VideoFrame, _ size: PixelSize, into target: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(CodecError) {
        let orientation = frame.orientation
        guard orientation != .upright else {
            return try PictureConverter(layout: .rgb).convert(frame, to: size, into: target, stride: stride)
        }
        let lying = orientation.isSideways ? PixelSize(width: size.height, height: size.width) : size
        let pixels = try frame.pixels(.rgb, size: lying)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let x = orientation.isMirrored ? size.width - 1 - column : column
                let (sourceX, sourceY) =
                    switch orientation.rotation {
                    case 90: (row, size.width - 1 - x)
                    case 180: (size.width - 1 - x, size.height - 1 - row)
                    case 270: (size.height - 1 - row, x)
                    default: (x, row)
                    }
                let source = (sourceY * lying.width + sourceX) * 3
                for part in 0..<3 { target[row * stride + column * 3 + part] = pixels[source + part] }
            }
        }
    }
}
