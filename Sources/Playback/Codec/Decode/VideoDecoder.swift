// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Decodes one video track. Used on one thread.
///
/// A change of format within a codec (another quality level) reconfigures the running decoder, so that no frame in flight is lost. A change
/// of codec drains it and opens another.
public final class VideoDecoder {
    /// The fixed settings of a decoder.
    public struct Options: Sendable {
        /// The number of frames decoded at a time. Each costs memory and a frame of delay.
        public var threads: Int
        /// Whether a GPU decodes; never by default.
        public var hardware: HardwareDecoding
        /// When interlaced video is deinterlaced; off by default.
        public var deinterlacing: Deinterlacing
        /// Whether deinterlacing gives a frame for each field or for each pair.
        public var fieldOutput: FieldOutput
        public init(
            threads: Int = 2, hardware: HardwareDecoding = .never, deinterlacing: Deinterlacing = .off, fieldOutput: FieldOutput = .fields
        ) {
            self.threads = threads
            self.hardware = hardware
            self.deinterlacing = deinterlacing
            self.fieldOutput = fieldOutput
        }
    }

    private let options: Options
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var format: TrackFormat?
    private var device: HardwareDevice?
    private var hardware = HardwareChoice(.never) { _ in false }
    /// FFmpeg's name of the decoder, with the hardware interface if one is used: `h264`, `h264 (vaapi)`; nil before the first sample.
    public private(set) var name: String?
    private var isOnCard = false
    /// Times, in decode order, of samples whose container states no presentation times.
    private var unplaced: [Double] = []
    /// At least one sample stated its presentation time.
    private var isPlaced = false
    private let packet = Packet()
    private let frameBuffer = FrameBuffer()
    private var scratch: UnsafeMutablePointer<AVPacket> { packet.raw }
    private var frame: UnsafeMutablePointer<AVFrame> { frameBuffer.raw }

    private let deinterlacer: Deinterlacer

    /// Creates a decoder. It opens FFmpeg's decoder with the first sample.
    public init(options: Options = Options()) {
        self.options = options
        deinterlacer = Deinterlacer(mode: options.deinterlacing, fieldOutput: options.fieldOutput)
    }

    /// Applies to frames output from now on. Initially the value of the options.
    public var deinterlacing: Deinterlacing {
        get { deinterlacer.mode }
        set { deinterlacer.mode = newValue }
    }
    /// Applies to frames output from now on. Initially the value of the options.
    public var fieldOutput: FieldOutput {
        get { deinterlacer.fieldOutput }
        set { deinterlacer.fieldOutput = newValue }
    }
    /// Seconds. Frames that end earlier will not be shown, so they are not deinterlaced.
    public var neededFrom: Double {
        get { deinterlacer.neededFrom }
        set { deinterlacer.neededFrom = newValue }
    }

    deinit { close() }

    /// Decodes a sample. Frames come out in presentation order, some samples later.
    /// - Parameters:
    ///   - time: the sample's presentation time on the item's timeline, in seconds. Its frames carry it.
    ///   - isNeeded: false while only later frames are wanted. Frames that others don't depend on are then skipped.
    ///   - origin: any number. Its frames carry it.
    ///   - emit: receives each frame.
    /// - Throws: ``CodecError``. The decoder remains usable for the next key sample.
    public func decode(
        _ sample: Sample, at time: Double, isNeeded: Bool = true, origin: Int = 0, emit: (VideoFrame) -> Void
    ) throws(CodecError) {
        try adapt(to: sample.format, emit: emit)
        // The decoder would skip it too, but on the next thread in turn, which may still be busy: every second thread would wait for
        // nothing.
        if !isNeeded, sample.isDisposable { return }
        av_packet_unref(scratch)
        try check(av_packet_ref(scratch, sample.packet.raw), "referencing a sample")
        scratch.pointee.pts = MediaTime(seconds: time, timescale: 1_000_000_000).value
        scratch.pointee.dts = scratch.pointee.pts
        scratch.pointee.duration = sample.duration.converted(to: 1_000_000_000).value
        if pendingExtradata {
            attachExtradata(sample.format)
            pendingExtradata = false
        }
        // Some pictures in MPEG-TS state no time. Their decoder derives it from the others.
        if sample.statesPresentation {
            unplaced.removeAll()
            isPlaced = true
        } else if !isPlaced {
            if unplaced.count > 64 { unplaced.removeFirst() }
            unplaced.append(time)
        }
        context!.pointee.reordered_opaque = Int64(origin)
        context!.pointee.skip_frame = isNeeded ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
        try send(scratch, emit: emit)
    }

    /// Outputs the frames still inside. The next sample must be a key sample.
    public func drain(emit: (VideoFrame) -> Void) throws(CodecError) {
        guard let context else { return }
        avcodec_send_packet(context, nil)
        try receive(emit: emit)
        deinterlacer.drain(orientation: format?.orientation ?? .upright, emit: emit)
        avcodec_flush_buffers(context)
        unplaced.removeAll()
    }

    /// The number of later frames that must be inside before one comes out, so that the presentation order is known.
    public var depth: Int { Int(context?.pointee.has_b_frames ?? 0) + (deinterlacer.isHolding ? 1 : 0) }

    /// Forces out frames that are held back only because each thread outputs its frame on its next turn. Decoding then continues as before.
    public func outputHeldFrames(emit: (VideoFrame) -> Void) throws(CodecError) {
        guard let context, let format, let delimiter = format.accessUnitDelimiter else { return }
        // A delimiter between the two fields of a frame would end it.
        guard context.pointee.active_thread_type & FF_THREAD_FRAME != 0, context.pointee.field_order.rawValue <= 1 else { return }
        for _ in 1..<max(context.pointee.thread_count, 1) {
            av_packet_unref(scratch)
            try check(av_new_packet(scratch, Int32(delimiter.count)), "allocating a delimiter")
            scratch.pointee.data.update(from: delimiter, count: delimiter.count)
            context.pointee.skip_frame = AVDISCARD_NONREF
            try send(scratch, emit: emit)
        }
    }

    /// Drops the frames still inside.
    public func flush() {
        unplaced.removeAll()
        deinterlacer.reset()
        if let context { avcodec_flush_buffers(context) }
    }

    private var pendingExtradata = false

    private func adapt(to new: TrackFormat, emit: (VideoFrame) -> Void) throws(CodecError) {
        // The device has failed. Its frames in flight are lost.
        if hardware.isGivenUp, device != nil { close() }
        if new === format { return }
        if let format, context != nil, format.canBecome(new) {
            self.format = new
            pendingExtradata = new.parameters.pointee.extradata_size > 0
            return
        }
        try drain(emit: emit)
        close()
        try open(new)
        format = new
    }

    private func open(_ format: TrackFormat) throws(CodecError) {
        context = try openDecoder(for: format, threads: options.threads) { context, codec in
            context.pointee.thread_type = FF_THREAD_FRAME
            if !hardware.isGivenUp {
                hardware = HardwareChoice(options.hardware) { HardwareDevice.canDecode(codec, on: $0) }
                device = HardwareDevice(&hardware, codec: codec)
            }
            device?.attach(to: context)
            name = String(cString: codec.pointee.name)
            isOnCard = false
        }
    }

    private func close() {
        avcodec_free_context(&context)
        device = nil
        // Forgets the format, so that the next sample opens a decoder even if its format is the same.
        format = nil
    }

    private func attachExtradata(_ format: TrackFormat) {
        let count = Int(format.parameters.pointee.extradata_size)
        guard let side = av_packet_new_side_data(scratch, AV_PKT_DATA_NEW_EXTRADATA, count) else { return }
        side.update(from: format.parameters.pointee.extradata, count: count)
    }

    private func send(_ packet: UnsafeMutablePointer<AVPacket>, emit: (VideoFrame) -> Void) throws(CodecError) {
        while true {
            let status = avcodec_send_packet(context, packet)
            if status == wb_error_again {
                try receive(emit: emit)
                continue
            }
            // A damaged frame is no reason to stop: the decoder conceals it or waits for the next keyframe.
            if status != wb_error_invalid_data { try checkDecoding(status) }
            break
        }
        try receive(emit: emit)
    }

    private func receive(emit: (VideoFrame) -> Void) throws(CodecError) {
        while true {
            let status = avcodec_receive_frame(context, frame)
            if status == wb_error_again || status == wb_error_eof { return }
            if status == wb_error_invalid_data { continue }
            guard try checkDecoding(status) else { return }
            if frame.pointee.hw_frames_ctx != nil {
                if !isOnCard, let device, let codec = name {
                    name = "\(codec) (\(device.name))"
                    isOnCard = true
                }
                do throws(CodecError) { try HardwareDevice.download(frame) } catch {
                    hardware.failed()
                    continue
                }
                hardware.succeeded()
            }
            // Frames come out in presentation order, so the earliest decode time belongs to the first one.
            if !unplaced.isEmpty {
                frame.pointee.best_effort_timestamp = MediaTime(seconds: unplaced.removeFirst(), timescale: 1_000_000_000).value
            }
            deinterlacer.process(frame, orientation: format?.orientation ?? .upright, emit: emit)
        }
    }

    /// - Returns: false for a failure of the device. After several failures, software decoding takes over.
    @discardableResult
    private func checkDecoding(_ status: Int32) throws(CodecError) -> Bool {
        if status < 0, device != nil {
            hardware.failed()
            return false
        }
        try check(status, "decoding video")
        return true
    }
}
