// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Opens a decoder whose timestamps are nanoseconds.
/// - Parameter configure: sets options before the decoder is opened.
/// - Throws: ``CodecError``; `.unsupported` when this FFmpeg has no decoder for the codec.
func openDecoder(
    for format: TrackFormat, threads: Int, configure: (UnsafeMutablePointer<AVCodecContext>, UnsafePointer<AVCodec>) -> Void = { _, _ in }
) throws(CodecError) -> UnsafeMutablePointer<AVCodecContext> {
    guard let codec = avcodec_find_decoder(format.parameters.pointee.codec_id) else {
        throw CodecError(.unsupported, "this FFmpeg has no decoder for \(format.codec) \(format.kind.name)")
    }
    var context = avcodec_alloc_context3(codec)
    do throws(CodecError) {
        try check(avcodec_parameters_to_context(context, format.parameters), "reading the track's parameters")
        context!.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000_000)
        context!.pointee.thread_count = Int32(threads)
        configure(context!, codec)
        try check(avcodec_open2(context, codec, nil), "opening the decoder")
    } catch {
        avcodec_free_context(&context)
        throw error
    }
    return context!
}
