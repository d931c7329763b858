// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Encodes a frame as a PNG file. Its format must be one that PNG supports, such as `rgb24` or `pal8`.
/// - Parameter compressionLevel: 0...9; nil is the encoder's default.
func encodePNG(_ frame: borrowing FrameBuffer, compressionLevel: Int32? = nil) throws(CodecError) -> [UInt8] {
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else { throw CodecError(.unsupported, "this FFmpeg has no PNG encoder") }
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    context!.pointee.width = frame.raw.pointee.width
    context!.pointee.height = frame.raw.pointee.height
    context!.pointee.pix_fmt = AVPixelFormat(rawValue: frame.raw.pointee.format)
    context!.pointee.time_base = AVRational(num: 1, den: 1)
    if let compressionLevel { context!.pointee.compression_level = compressionLevel }
    try check(avcodec_open2(context, codec, nil), "opening the PNG encoder")
    try check(avcodec_send_frame(context, frame.raw), "encoding a PNG")
    let packet = Packet()
    try check(avcodec_receive_packet(context, packet.raw), "encoding a PNG")
    return [UInt8](UnsafeRawBufferPointer(start: packet.raw.pointee.data, count: Int(packet.raw.pointee.size)))
}
