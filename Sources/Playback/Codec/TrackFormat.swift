// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

// @unchecked: the parameters are written in init only.
/// What a decoder needs to know about a track before its first sample.
///
/// Samples of one run share one format object. A different object means that the decoder must be reconfigured.
public final class TrackFormat: @unchecked Sendable {
    /// Video, audio or text.
    public let kind: TrackKind
    /// FFmpeg's codec name, such as `h264` or `aac`. A codec that this FFmpeg does not know has the container's name for it, such as
    /// `ac-4`, or is `unknown`.
    public let codec: String
    /// Coded size; nil for other kinds, and for MPEG-TS until a frame is decoded.
    public let size: PixelSize?
    /// Samples per second and channels of audio; nil when the container does not declare them.
    public let sampleRate: Int?
    /// See ``sampleRate``.
    public let channels: Int?
    /// Ticks per second of the samples' timestamps. For a time base that is not one over an integer, such as 1001/30000, this is its
    /// denominator.
    public let timescale: Int32
    /// BCP 47 or ISO 639-2, as in the container.
    public let language: String?
    /// How frames are turned upright.
    public let orientation: DisplayOrientation
    /// The clockwise rotation that turns a frame upright, in degrees: 0, 90, 180 or 270.
    public var rotation: Int { orientation.rotation }
    /// The coding of a text track's samples; nil for other kinds, and for unsupported text.
    public let textCoding: TextCoding?
    /// The samples are encrypted by the rules of their codec, according to the MPEG-TS stream type.
    let isProtected: Bool

    let parameters: UnsafeMutablePointer<AVCodecParameters>

    init?(stream: UnsafeMutablePointer<AVStream>) {
        let source = stream.pointee.codecpar!
        let textCodec = TrackFormat.textCodecs[source.pointee.codec_tag]
        switch source.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO: kind = .video
        case AVMEDIA_TYPE_AUDIO: kind = .audio
        case AVMEDIA_TYPE_SUBTITLE: kind = .text
        // FFmpeg treats MP4 text tracks without a decoder as data.
        case _ where textCodec != nil: kind = .text
        default: return nil
        }
        // A cover picture is metadata, not video.
        if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { return nil }
        textCoding = kind == .text ? TrackFormat.textCoding(of: source.pointee) : nil
        parameters = avcodec_parameters_alloc()!
        avcodec_parameters_copy(parameters, source)
        codec = textCodec ?? TrackFormat.codecName(source.pointee)
        let (width, height) = (Int(source.pointee.width), Int(source.pointee.height))
        size = kind == .video && width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
        let (rate, count) = (Int(source.pointee.sample_rate), Int(source.pointee.ch_layout.nb_channels))
        sampleRate = kind == .audio && rate > 0 ? rate : nil
        channels = kind == .audio && count > 0 ? count : nil
        let base = stream.pointee.time_base
        timescale = base.num > 0 && base.den > 0 ? base.den : 90_000
        language = av_dict_get(stream.pointee.metadata, "language", nil, 0).flatMap { String(cString: $0.pointee.value) }
        orientation = TrackFormat.orientation(of: stream)
        isProtected = TrackFormat.protectingTags.contains(source.pointee.codec_tag)
    }

    /// Subtitles that no container declares.
    /// - Parameter parameters: belong to the format from now on.
    init(subtitles parameters: UnsafeMutablePointer<AVCodecParameters>, coding: TextCoding, timescale: Int32, language: String?) {
        kind = .text
        codec = String(cString: avcodec_get_name(parameters.pointee.codec_id))
        size = nil
        sampleRate = nil
        channels = nil
        self.timescale = timescale
        self.language = language
        orientation = .upright
        textCoding = coding
        isProtected = false
        self.parameters = parameters
    }

    private static func codecName(_ parameters: AVCodecParameters) -> String {
        guard parameters.codec_id == AV_CODEC_ID_NONE else { return String(cString: avcodec_get_name(parameters.codec_id)) }
        let tag = (0..<4).map { UInt8(truncatingIfNeeded: parameters.codec_tag >> (8 * $0)) }
        guard tag.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return "unknown" }
        return String(decoding: tag.filter { $0 != 0x20 }, as: UTF8.self)
    }

    /// `stpp` and `wvtt` (ISO/IEC 14496-30).
    private static let textCodecs: [UInt32: String] = [0x7070_7473: "ttml", 0x7474_7677: "webvtt"]

    private static func textCoding(of parameters: AVCodecParameters) -> TextCoding? {
        switch (parameters.codec_tag, parameters.codec_id) {
        case (0x7070_7473, _): .ttml
        case (0x7474_7677, _): .webVTTBoxes
        // `text`
        case (0x7478_6574, AV_CODEC_ID_MOV_TEXT): .quickTimeText
        case (_, AV_CODEC_ID_MOV_TEXT): .timedText
        case (_, AV_CODEC_ID_SUBRIP), (_, AV_CODEC_ID_TEXT): .subRip
        case (_, AV_CODEC_ID_ASS): .subStation
        case (_, AV_CODEC_ID_WEBVTT): .webVTTBlock
        case (_, AV_CODEC_ID_TTML): .ttml
        case (_, AV_CODEC_ID_EIA_608): .closedCaptions
        case (_, AV_CODEC_ID_HDMV_PGS_SUBTITLE): .presentationGraphics
        case (_, AV_CODEC_ID_DVD_SUBTITLE): .vobSub
        case (_, AV_CODEC_ID_DVB_SUBTITLE): .dvbSubtitles
        // Matroska's newer codec ID for WebVTT, unknown to older libraries. The track's header identifies it.
        case (_, AV_CODEC_ID_NONE) where parameters.header.starts(with: "WEBVTT".utf8): .webVTTBlock
        default: nil
        }
    }

    /// The container's header for all samples.
    var header: [UInt8] { parameters.pointee.header }

    /// The stream types of H.264, AAC, AC-3 and Enhanced AC-3; and `apad`, the registration used for audio instead of a type.
    private static let protectingTags: Set<UInt32> = [0xDB, 0xCF, 0xC1, 0xC2, 0x6461_7061]

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    private static func orientation(of stream: UnsafeMutablePointer<AVStream>) -> DisplayOrientation {
        guard let matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return .upright }
        return matrix.withMemoryRebound(to: Int32.self, capacity: 9) { DisplayOrientation(matrix: $0) }
    }

    /// Whether a decoder that runs with this format can be reconfigured for the other. Parameter sets in the stream (MPEG-TS) and before it
    /// (MP4) imply different ways of separating units, which a decoder decides once.
    func canBecome(_ other: TrackFormat) -> Bool {
        let (a, b) = (parameters.pointee, other.parameters.pointee)
        return a.codec_id == b.codec_id && (a.extradata_size > 0) == (b.extradata_size > 0)
    }

    func continues(_ other: TrackFormat) -> Bool { isProtected == other.isProtected && decodes(like: other) }

    /// Whether a decoder that runs with one format can continue with the other without reconfiguration.
    func decodes(like other: TrackFormat) -> Bool {
        let (a, b) = (parameters.pointee, other.parameters.pointee)
        // Tags also distinguish encrypted from clear samples. A decoder never sees that difference, so they are not compared.
        guard a.codec_id == b.codec_id, a.width == b.width, a.height == b.height else { return false }
        guard a.sample_rate == b.sample_rate, a.ch_layout.nb_channels == b.ch_layout.nb_channels else { return false }
        guard timescale == other.timescale, a.extradata_size == b.extradata_size else { return false }
        guard let left = a.extradata, let right = b.extradata else { return a.extradata == nil && b.extradata == nil }
        return UnsafeRawBufferPointer(start: left, count: Int(a.extradata_size)).elementsEqual(
            UnsafeRawBufferPointer(start: right, count: Int(b.extradata_size)))
    }
}

extension AVCodecParameters {
    fileprivate var header: [UInt8] { extradata.map { Array(UnsafeBufferPointer(start: $0, count: Int(extradata_size))) } ?? [] }
}
