// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// Decodes a track of image subtitles: PGS, VobSub and DVB. Used on one thread.
public final class PictureSubtitleDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var format: TrackFormat?
    private let video: PixelSize?
    private let packet = Packet()

    /// Larger than a display set of the largest image.
    private static let maximumBytes = 16 << 20

    /// - Parameter video: the coded size of the video that the subtitles belong to. It determines the number of lines for VobSub without a
    ///   size.
    public init(video: PixelSize? = nil) { self.video = video }

    deinit { avcodec_free_context(&context) }

    /// Decodes a sample. Damaged samples show nothing new instead of throwing an error.
    /// - Parameter time: the sample's time in seconds.
    /// - Returns: what becomes visible: usually one set, none when the sample is only part of one.
    /// - Throws: ``CodecError`` when there is no decoder for the track.
    public func decode(_ sample: Sample, at time: Double) throws(CodecError) -> [PictureSubtitle] {
        if sample.format !== format {
            avcodec_free_context(&context)
            context = try openDecoder(for: sample.format, threads: 1)
            format = sample.format
        }
        guard sample.size > 0, sample.size <= Self.maximumBytes, time.isFinite, abs(time) < 1e8 else { return [] }
        av_packet_unref(packet.raw)
        try check(av_packet_ref(packet.raw, sample.packet.raw), "referencing a sample")
        packet.raw.pointee.pts = MediaTime(seconds: time, timescale: 1_000_000_000).value
        packet.raw.pointee.dts = packet.raw.pointee.pts
        var subtitle = AVSubtitle()
        var isComplete: Int32 = 0
        let status = avcodec_decode_subtitle2(context, &subtitle, &isComplete, packet.raw)
        guard status >= 0, isComplete != 0 else { return [] }
        defer { avsubtitle_free(&subtitle) }
        return [picture(subtitle, at: time, lasting: sample.duration.seconds)]
    }

    /// Must be called before decoding samples from another position in the track.
    public func flush() { if let context { avcodec_flush_buffers(context) } }

    private func picture(_ subtitle: AVSubtitle, at time: Double, lasting duration: Double) -> PictureSubtitle {
        // For a set in several packets, the decoder's time is more precise.
        let base = subtitle.pts == wb_no_pts ? time : Double(subtitle.pts) / Double(AV_TIME_BASE)
        let start = base + Double(subtitle.start_display_time) / 1000
        let end: Double? =
            switch subtitle.end_display_time {
            case .max: nil
            case let end where end > subtitle.start_display_time: base + Double(end) / 1000
            default: duration > 0 ? base + duration : nil
            }
        let canvas = canvas
        var images: [PictureSubtitle.Image] = []
        var pixels = 0
        for index in 0..<Int(subtitle.num_rects) {
            guard let image = subtitle.rects[index].flatMap({ PictureSubtitle.Image($0.pointee, canvas: canvas) }) else { continue }
            pixels += image.indices.count
            guard pixels <= PictureSubtitle.maxPixels else { break }
            images.append(image)
        }
        return PictureSubtitle(start: start, end: end, canvas: canvas, images: images)
    }

    private var canvas: PixelSize {
        let (width, height) = (Int(context!.pointee.width), Int(context!.pointee.height))
        if width > 0, height > 0 { return PixelSize(width: width, height: height) }
        // ETSI EN 300 743, 7.2.1 without a display definition. DVDs have the lines of their television standard.
        let isOf60Hz = format?.textCoding == .vobSub && [240, 480].contains(video?.height)
        return PixelSize(width: 720, height: isOf60Hz ? 480 : 576)
    }
}
