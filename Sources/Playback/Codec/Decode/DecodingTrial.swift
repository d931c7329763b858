// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Tells whether decrypted samples are valid for their decoder.
///
/// Sample encryption has no checksum, so a wrong key shows only in the decoder's reaction.
public final class DecodingTrial {
    /// What the decoder's reaction says about the key.
    public enum Verdict: Hashable, Sendable {
        /// The samples can be decoded, or can't be judged.
        case valid
        /// The decoder finds errors everywhere: the key is wrong.
        case invalid
    }

    /// Enough for a verdict on audio, where a decoder accepts single frames of noise.
    private static let audioSamples = 12
    private static let tolerated = 2

    private var context: UnsafeMutablePointer<AVCodecContext>?
    private let held = FrameBuffer()
    private var frame: UnsafeMutablePointer<AVFrame> { held.raw }
    private var tried = 0
    private var failed = 0

    public init() {}

    deinit { avcodec_free_context(&context) }

    /// Tries the next sample of a track.
    /// - Returns: nil while more samples are needed.
    public func take(_ sample: Sample) -> Verdict? {
        if sample.format.kind == .video, !sample.isKey { return nil }
        guard sample.format.kind != .text, let context = context ?? open(sample.format) else { return .valid }
        let isIntact = decodes(sample, context)
        if sample.format.kind == .video { return isIntact ? .valid : .invalid }
        tried += 1
        failed += isIntact ? 0 : 1
        if failed > Self.tolerated { return .invalid }
        return tried < Self.audioSamples ? nil : .valid
    }

    private func open(_ format: TrackFormat) -> UnsafeMutablePointer<AVCodecContext>? {
        guard let codec = avcodec_find_decoder(format.parameters.pointee.codec_id) else { return nil }
        context = avcodec_alloc_context3(codec)
        avcodec_parameters_to_context(context, format.parameters)
        context?.pointee.thread_count = 1
        if avcodec_open2(context, codec, nil) < 0 { avcodec_free_context(&context) }
        return context
    }

    private func decodes(_ sample: Sample, _ context: UnsafeMutablePointer<AVCodecContext>) -> Bool {
        var isIntact = avcodec_send_packet(context, sample.packet.raw) >= 0
        if sample.format.kind == .video { avcodec_send_packet(context, nil) }
        while true {
            let status = avcodec_receive_frame(context, frame)
            if status == wb_error_again || status == wb_error_eof { return isIntact }
            if status < 0 || frame.pointee.decode_error_flags != 0 { isIntact = false }
            if status < 0, status != wb_error_invalid_data { return isIntact }
        }
    }
}
