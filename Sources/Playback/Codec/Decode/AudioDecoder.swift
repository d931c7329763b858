// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Decodes one audio track to interleaved 32-bit floats with a fixed rate and layout. Used on one thread.
public final class AudioDecoder {
    /// The format that everything is converted to.
    public let output: AudioFormat
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var format: TrackFormat?
    private var resampler: OpaquePointer?
    /// The input format of ``resampler``.
    private var resampled: (rate: Int32, format: Int32) = (0, 0)
    private var layout = AVChannelLayout()
    /// When channels are mixed, their sum may exceed full scale. It is limited rather than scaled down, which would make surround dialogue
    /// a third as loud as in stereo.
    private var limiter: PeakLimiter?
    /// The maximum seconds of silence in place of one damaged sample, whatever its container claims.
    private static let longestSilence = 1.0
    /// Seconds of frames that reach from one packet into the next.
    private static let longestReservoir = 0.2
    private let packet = Packet()
    private let held = FrameBuffer()
    private var scratch: UnsafeMutablePointer<AVPacket> { packet.raw }
    private var frame: UnsafeMutablePointer<AVFrame> { held.raw }

    /// - Parameter output: the format that everything is converted to; stereo at 48 kHz by default.
    public init(output: AudioFormat = AudioFormat()) { self.output = output }

    deinit {
        avcodec_free_context(&context)
        swr_free(&resampler)
        av_channel_layout_uninit(&layout)
    }

    /// Decodes a sample.
    /// - Parameters:
    ///   - time: the sample's presentation time on the item's timeline, in seconds.
    ///   - emit: receives each block of audio.
    /// - Throws: ``CodecError``. Damaged samples produce silence of their length instead of an error.
    public func decode(_ sample: Sample, at time: Double, emit: (AudioBlock) -> Void) throws(CodecError) {
        if sample.format !== format {
            // Encrypted samples after clear ones continue in the same decoder, to avoid an audible click.
            if let format, format.decodes(like: sample.format) { self.format = sample.format } else { try open(sample.format) }
        }
        av_packet_unref(scratch)
        try check(av_packet_ref(scratch, sample.packet.raw), "referencing a sample")
        scratch.pointee.pts = MediaTime(seconds: time, timescale: 1_000_000_000).value
        scratch.pointee.dts = scratch.pointee.pts
        let before = lastEnd
        let status = avcodec_send_packet(context, scratch)
        if status != wb_error_invalid_data { try check(status, "decoding audio") }
        let isWhole = try receive(emit: emit)
        if status == wb_error_invalid_data || !isWhole, lastEnd == before { emitSilence(of: sample, at: time, emit: emit) }
    }

    /// Replaces undecodable audio with silence, because playback would wait for it forever.
    private func emitSilence(of sample: Sample, at time: Double, emit: (AudioBlock) -> Void) {
        let duration = min(sample.duration.seconds, Self.longestSilence)
        let frames = Int((duration * Double(output.sampleRate)).rounded())
        guard frames > 0 else { return }
        lastEnd = time + duration
        emit(AudioBlock(time: time, format: output, samples: [Float](repeating: 0, count: frames * output.channels), isFiller: true))
    }

    /// Outputs what is still inside.
    public func drain(emit: (AudioBlock) -> Void) throws(CodecError) {
        guard let context else { return }
        avcodec_send_packet(context, nil)
        try receive(emit: emit)
        avcodec_flush_buffers(context)
        if resampler != nil, let last = lastEnd {
            let block = try convert(nil, time: last)
            if !block.samples.isEmpty { emit(block) }
        }
        forgetResampler()
    }

    /// Drops what is still inside.
    public func flush() {
        if let context { avcodec_flush_buffers(context) }
        forgetResampler()
    }

    private var lastEnd: Double?

    private func forgetResampler() {
        swr_free(&resampler)
        lastEnd = nil
    }

    private func open(_ new: TrackFormat) throws(CodecError) {
        let opened = try openDecoder(for: new, threads: 1)
        // Samples that the decoder skips at the beginning shift the time of those that follow.
        opened.pointee.pkt_timebase = AVRational(num: 1, den: 1_000_000_000)
        avcodec_free_context(&context)
        context = opened
        format = new
    }

    /// - Returns: false when some of it was damaged.
    @discardableResult
    private func receive(emit: (AudioBlock) -> Void) throws(CodecError) -> Bool {
        var isWhole = true
        while true {
            let status = avcodec_receive_frame(context, frame)
            if status == wb_error_again || status == wb_error_eof { return isWhole }
            if status == wb_error_invalid_data {
                isWhole = false
                continue
            }
            try check(status, "decoding audio")
            // When one packet contains several frames, such as blocks of ADPCM, only the first has a timestamp.
            let stamp = frame.pointee.best_effort_timestamp
            let time = stamp == wb_no_pts ? lastEnd ?? 0 : start(stampedAt: Double(stamp) / 1e9)
            lastEnd = time + Double(frame.pointee.nb_samples) / Double(max(frame.pointee.sample_rate, 1))
            try prepareResampler()
            emit(try convert(frame, time: time))
            av_frame_unref(frame)
        }
    }

    /// Frames of Windows Media Audio may begin in one packet and end in the next, so the first frame out of a packet may start up to a few
    /// frames before the packet's time. Its frames are consecutive.
    private func start(stampedAt time: Double) -> Double {
        guard let lastEnd, format?.codec.hasPrefix("wma") == true, (time - lastEnd).magnitude < Self.longestReservoir else { return time }
        return lastEnd
    }

    private func prepareResampler() throws(CodecError) {
        let incoming = (rate: frame.pointee.sample_rate, format: frame.pointee.format)
        if resampler != nil, resampled == incoming, av_channel_layout_compare(&layout, &frame.pointee.ch_layout) == 0 { return }
        swr_free(&resampler)
        // A copy, because the map of an unusual layout is freed with its frame.
        try check(av_channel_layout_copy(&layout, &frame.pointee.ch_layout), "copying the channel layout")
        var source = frame.pointee.ch_layout
        if source.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&source, source.nb_channels) }
        var target = AVChannelLayout()
        av_channel_layout_default(&target, Int32(output.channels))
        do throws(CodecError) {
            try check(
                swr_alloc_set_opts2(
                    &resampler, &target, AV_SAMPLE_FMT_FLT, Int32(output.sampleRate), &source,
                    AVSampleFormat(rawValue: incoming.format), incoming.rate, 0, nil), "setting up the resampler")
            try check(swr_init(resampler), "setting up the resampler")
        } catch {
            // A resampler that failed to initialize must not be used for the next frames.
            swr_free(&resampler)
            throw error
        }
        resampled = incoming
        let mixes = Int(source.nb_channels) > output.channels
        limiter = mixes ? limiter ?? PeakLimiter(format: output) : nil
    }

    /// Replaces what is no number, which files of floating-point audio may contain. Every filter after this would pass it on forever.
    private static func silenceInvalid(_ samples: inout [Float]) {
        // The product is zero for every finite number.
        guard samples.reduce(0, { $0 + $1 * 0 }) != 0 else { return }
        for index in samples.indices where !samples[index].isFinite { samples[index] = 0 }
    }

    private func convert(_ frame: UnsafeMutablePointer<AVFrame>?, time: Double) throws(CodecError) -> AudioBlock {
        let inside = swr_get_delay(resampler, Int64(output.sampleRate))
        let incoming = Int32(frame?.pointee.nb_samples ?? 0)
        let capacity = swr_get_out_samples(resampler, incoming)
        guard capacity > 0 else { return AudioBlock(time: time - Double(inside) / Double(output.sampleRate), format: output, samples: []) }
        var produced: Int32 = 0
        var samples = [Float](unsafeUninitializedCapacity: Int(capacity) * output.channels) { buffer, count in
            var target: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress!).assumingMemoryBound(to: UInt8.self)
            if let frame {
                let planes = UnsafeMutableRawPointer(frame.pointee.extended_data!).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
                produced = swr_convert(resampler, &target, capacity, planes, incoming)
            } else {
                produced = swr_convert(resampler, &target, capacity, nil, 0)
            }
            count = Int(max(produced, 0)) * output.channels
        }
        try check(produced, "resampling")
        Self.silenceInvalid(&samples)
        limiter?.process(&samples)
        return AudioBlock(time: time - Double(inside) / Double(output.sampleRate), format: output, samples: samples)
    }
}
