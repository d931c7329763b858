// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Opens containers with FFmpeg.
enum FormatOpening {
    static func open(_ container: Container, _ source: SourceContext) throws(CodecError) -> UnsafeMutablePointer<AVFormatContext> {
        AllocationLimit.inForce
        var context = avformat_alloc_context()
        context!.pointee.pb = source.raw
        context!.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // Untrusted bytes may be a playlist or a session description that names files, hosts and ports. FFmpeg must open none of them.
        context!.pointee.protocol_whitelist = av_strdup("none")
        context!.pointee.io_open = { _, _, _, _, _ in wb_error_refused }
        // Segment times stay raw: the engine unwraps the 33 bits relative to the segment's expected time.
        context!.pointee.correct_ts_overflow = container == .file ? 1 : 0
        let format = container.demuxer.flatMap { av_find_input_format($0) }
        let status = avformat_open_input(&context, hint(container, source), format, nil)
        guard status >= 0 else { throw source.error ?? openingError(status) }
        let opened = context!
        nameCodecs(opened)
        if !container.isSelfDescribing, !knowsItsTracks(opened) {
            let status = avformat_find_stream_info(opened, nil)
            guard status >= 0 else {
                avformat_close_input(&context)
                throw source.error ?? CodecError(status, in: "reading the tracks")
            }
            correctGuesses(opened)
        }
        return opened
    }

    /// The name that FFmpeg gets for a file, to recognise formats without a signature. Nothing is opened by it, and only the extension is
    /// that of the file: FFmpeg takes some names for patterns, and those of images for series of images.
    private static func hint(_ container: Container, _ source: SourceContext) -> String? {
        guard container == .file, let found = source.fileExtension else { return nil }
        let name = "file.\(found)"
        var isKnown = false
        var state: UnsafeMutableRawPointer?
        while let demuxer = av_demuxer_iterate(&state) {
            guard let extensions = demuxer.pointee.extensions, av_match_ext(name, extensions) != 0 else { continue }
            if textArt.contains(String(cString: demuxer.pointee.name)) { return nil }
            isKnown = true
        }
        return isKnown ? name : nil
    }

    /// Demuxers that turn any bytes into pictures of text.
    private static let textArt: Set<String> = ["tty", "bin", "xbin", "adf", "idf"]

    /// AV1 with Dolby Vision has a name of its own (`dav1`), unknown to FFmpeg before 7. It decodes as AV1.
    private static func nameCodecs(_ context: UnsafeMutablePointer<AVFormatContext>) {
        for index in 0..<Int(context.pointee.nb_streams) {
            let parameters = context.pointee.streams[index]!.pointee.codecpar!
            guard parameters.pointee.codec_id == AV_CODEC_ID_NONE, parameters.pointee.codec_tag == 0x3176_6164 else { continue }
            parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
            parameters.pointee.codec_id = AV_CODEC_ID_AV1
        }
    }

    /// FFmpeg doesn't know the MPEG-TS stream types of MPEG-H. It guesses from the data, mostly MP3, which then plays as silence or noise.
    private static func correctGuesses(_ context: UnsafeMutablePointer<AVFormatContext>) {
        guard String(cString: context.pointee.iformat.pointee.name) == "mpegts" else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            let parameters = context.pointee.streams[index]!.pointee.codecpar!
            guard [0x2D, 0x2E].contains(parameters.pointee.codec_tag) else { continue }
            parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
            parameters.pointee.codec_id = AV_CODEC_ID_MPEGH_3D_AUDIO
            parameters.pointee.sample_rate = 0
            av_channel_layout_uninit(&parameters.pointee.ch_layout)
        }
    }

    private static func openingError(_ status: Int32) -> CodecError {
        guard [wb_error_refused, wb_error_invalid_argument].contains(status) else { return CodecError(status, in: "opening the container") }
        return CodecError(
            .unsupported, "the file is damaged, or contains no media and only refers to other files or URLs, which are not opened")
    }

    private static func knowsItsTracks(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        // Some containers, such as FLV, declare a track only with its first sample.
        guard context.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0 else { return false }
        guard context.pointee.nb_streams > 0, context.pointee.duration > 0 else { return false }
        return (0..<Int(context.pointee.nb_streams)).allSatisfy { index in
            let stream = context.pointee.streams[index]!
            let parameters = stream.pointee.codecpar!
            if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return true }
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO: return parameters.pointee.width > 0
            // Opus always uses 48 kHz. If Matroska states the rate of the recording instead, FFmpeg overestimates the duration of frames.
            case AVMEDIA_TYPE_AUDIO:
                return parameters.pointee.sample_rate > 0
                    && (parameters.pointee.codec_id != AV_CODEC_ID_OPUS || parameters.pointee.sample_rate == 48000)
            default: return true
            }
        }
    }
}
