// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// A picture as a PNG file.
public enum StillImage {
    /// Encodes a frame, upright pixels squared, as PNG.
    /// - Parameter size: nil keeps the frame's own, widened or narrowed where its pixels are not square.
    /// - Throws: ``CodecError`` when the picture can't be converted or encoded.
    public static func png(of frame: VideoFrame, size: PixelSize? = nil) throws(CodecError) -> [UInt8] {
        let natural = PixelSize(
            width: max(Int((Double(frame.size.width) * frame.pixelAspectRatio).rounded()), 1), height: frame.size.height)
        let size = size ?? natural
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
        let converter = PictureConverter(layout: .rgb)
        try converter.convert(frame, to: size, into: picture!.pointee.data.0!, stride: Int(picture!.pointee.linesize.0))
        try check(avcodec_send_frame(context, picture), "encoding a PNG")
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        try check(avcodec_receive_packet(context, packet), "encoding a PNG")
        return [UInt8](UnsafeRawBufferPointer(start: packet!.pointee.data, count: Int(packet!.pointee.size)))
    }
}
