// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Decodes one audio track to interleaved 32-bit floats of one rate and layout. Lives on one thread.
public final class AudioDecoder {
    public let output: AudioFormat
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var format: TrackFormat?
    private var resampler: OpaquePointer?
    private var resamples: (rate: Int32, layout: AVChannelLayout, format: Int32)?
    private let scratch = av_packet_alloc()!
    private let frame = av_frame_alloc()!

    public init(output: AudioFormat = AudioFormat()) { self.output = output }

    deinit {
        avcodec_free_context(&context)
        swr_free(&resampler)
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Decodes a sample.
    /// - Parameters:
    ///   - time: the sample's presentation on the item's timeline, in seconds.
    ///   - emit: gets each block of sound.
    /// - Throws: ``CodecError``; damaged samples give silence of their length instead of an error.
    public func decode(_ sample: Sample, at time: Double, emit: (AudioBlock) -> Void) throws(CodecError) {
        if sample.format !== format {
            // Encrypted samples after clear ones go on in the same decoder, or a click would be heard.
            if let format, format.decodes(like: sample.format) { self.format = sample.format } else { try open(sample.format) }
        }
        av_packet_unref(scratch)
        try check(av_packet_ref(scratch, sample.packet.raw), "referring to a sample")
        scratch.pointee.pts = MediaTime(seconds: time, timescale: 1_000_000_000).value
        scratch.pointee.dts = scratch.pointee.pts
        let status = avcodec_send_packet(context, scratch)
        if status != wb_error_invalid_data { try check(status, "decoding audio") }
        try receive(emit: emit)
    }

    /// Gives out what is still inside.
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
        resamples = nil
        lastEnd = nil
    }

    private func open(_ new: TrackFormat) throws(CodecError) {
        let opened = try openDecoder(for: new, threads: 1)
        avcodec_free_context(&context)
        context = opened
        format = new
    }

    private func receive(emit: (AudioBlock) -> Void) throws(CodecError) {
        while true {
            let status = avcodec_receive_frame(context, frame)
            if status == wb_error_again || status == wb_error_eof { return }
            if status == wb_error_invalid_data { continue }
            try check(status, "decoding audio")
            let time = Double(frame.pointee.best_effort_timestamp) / 1e9
            lastEnd = time + Double(frame.pointee.nb_samples) / Double(max(frame.pointee.sample_rate, 1))
            try prepareResampler()
            emit(try convert(frame, time: time))
            av_frame_unref(frame)
        }
    }

    private func prepareResampler() throws(CodecError) {
        var layout = frame.pointee.ch_layout
        if let resamples, resamples.rate == frame.pointee.sample_rate, resamples.format == frame.pointee.format {
            var known = resamples.layout
            if av_channel_layout_compare(&known, &layout) == 0 { return }
        }
        swr_free(&resampler)
        if layout.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&layout, layout.nb_channels) }
        var target = AVChannelLayout()
        av_channel_layout_default(&target, Int32(output.channels))
        try check(
            swr_alloc_set_opts2(
                &resampler, &target, AV_SAMPLE_FMT_FLT, Int32(output.sampleRate), &layout,
                AVSampleFormat(rawValue: frame.pointee.format), frame.pointee.sample_rate, 0, nil), "setting up the resampler")
        try check(swr_init(resampler), "setting up the resampler")
        resamples = (frame.pointee.sample_rate, frame.pointee.ch_layout, frame.pointee.format)
    }

    private func convert(_ frame: UnsafeMutablePointer<AVFrame>?, time: Double) throws(CodecError) -> AudioBlock {
        let inside = swr_get_delay(resampler, Int64(output.sampleRate))
        let incoming = Int32(frame?.pointee.nb_samples ?? 0)
        let capacity = swr_get_out_samples(resampler, incoming)
        var produced: Int32 = 0
        let samples = [Float](unsafeUninitializedCapacity: Int(capacity) * output.channels) { buffer, count in
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
        return AudioBlock(time: time - Double(inside) / Double(output.sampleRate), format: output, samples: samples)
    }
}
