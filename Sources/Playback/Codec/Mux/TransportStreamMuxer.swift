// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Muxes coded samples of a few tracks into one MPEG transport stream (ISO/IEC 13818-1). Used on one thread.
package final class TransportStreamMuxer {
    private final class Target {
        let write: ([UInt8]) -> Bool
        init(_ write: @escaping ([UInt8]) -> Bool) { self.write = write }
    }

    private let context: UnsafeMutablePointer<AVFormatContext>
    private let target: Unmanaged<Target>
    private let held = Packet()
    private var scratch: UnsafeMutablePointer<AVPacket> { held.raw }
    private var formats: [TrackFormat]
    private var lastDecode: [Int64]

    private static let ticks = 90_000.0
    /// Seconds added to all times, because decode times precede the first presentation time.
    private static let lead = 1.0
    private static let bufferSize = 65_536
    private static let codecs: Set = ["h264", "hevc", "mpeg2video", "aac", "ac3", "eac3", "mp2", "mp3"]

    /// - Parameters:
    ///   - formats: the formats of the tracks, at most one of each kind.
    ///   - write: receives the stream in pieces; false ends it.
    /// - Throws: ``CodecError``; `.unsupported` for codecs that receivers don't expect in a transport stream.
    package init(_ formats: [TrackFormat], write: @escaping ([UInt8]) -> Bool) throws(CodecError) {
        for format in formats where !Self.codecs.contains(format.codec) {
            throw CodecError(.unsupported, "\(format.codec) is not supported in a transport stream")
        }
        var made: UnsafeMutablePointer<AVFormatContext>?
        try check(avformat_alloc_output_context2(&made, nil, "mpegts", nil), "creating a transport stream")
        context = made!
        target = Unmanaged.passRetained(Target(write))
        self.formats = formats
        lastDecode = formats.map { _ in .min }
        let buffer = av_malloc(Self.bufferSize)!.assumingMemoryBound(to: UInt8.self)
        context.pointee.pb = avio_alloc_context(
            buffer, Int32(Self.bufferSize), 1, target.toOpaque(), nil,
            { opaque, bytes, size in
                let target = Unmanaged<Target>.fromOpaque(opaque!).takeUnretainedValue()
                return target.write(Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))) ? size : wb_error_exit
            }, nil)
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        for format in formats {
            guard let stream = avformat_new_stream(context, nil) else { throw CodecError(.failed, "out of memory for a track") }
            try check(avcodec_parameters_copy(stream.pointee.codecpar, format.parameters), "copying the parameters of a track")
            // A codec tag of one container has no meaning in another.
            stream.pointee.codecpar.pointee.codec_tag = 0
            // A transport stream carries these parameters in its frames. The muxer requires values, but does not write them.
            let parameters = stream.pointee.codecpar!
            if format.kind == .video, parameters.pointee.width <= 0 || parameters.pointee.height <= 0 {
                (parameters.pointee.width, parameters.pointee.height) = (1280, 720)
            }
            if format.kind == .audio, parameters.pointee.sample_rate <= 0 { parameters.pointee.sample_rate = 48_000 }
            stream.pointee.time_base = AVRational(num: 1, den: Int32(Self.ticks))
        }
        try check(avformat_write_header(context, nil), "writing the header of a transport stream")
    }

    deinit {
        if let output = context.pointee.pb {
            av_freep(&output.pointee.buffer)
            avio_context_free(&context.pointee.pb)
        }
        avformat_free_context(context)
        target.release()
    }

    /// Appends the next sample of its track.
    /// - Parameter time: its presentation time in seconds. Times in the stream are a second later.
    /// - Throws: ``CodecError`` when the muxer rejects the sample, the codec changes, or the receiver accepts no more bytes.
    package func append(_ sample: Sample, at time: Double) throws(CodecError) {
        guard let index = formats.firstIndex(where: { $0.kind == sample.format.kind }) else { return }
        av_packet_unref(scratch)
        try check(av_packet_ref(scratch, sample.packet.raw), "referencing a sample")
        if formats[index] !== sample.format { try change(index, to: sample.format) }
        let reordering = sample.presentation.seconds - sample.decode.seconds
        let presentation = Int64(((time + Self.lead) * Self.ticks).rounded())
        var decode = presentation - Int64((reordering * Self.ticks).rounded())
        // When a clock changes, times may overlap by some samples, but those of a stream must not.
        if lastDecode[index] != .min { decode = max(decode, lastDecode[index] + 1) }
        lastDecode[index] = decode
        scratch.pointee.dts = decode
        scratch.pointee.pts = max(presentation, decode)
        scratch.pointee.duration = sample.duration.converted(to: Int32(Self.ticks)).value
        scratch.pointee.stream_index = Int32(index)
        scratch.pointee.pos = -1
        try check(av_interleaved_write_frame(context, scratch), "writing a transport stream")
    }

    /// Inserts another variant's parameter sets before its first frame.
    private func change(_ index: Int, to format: TrackFormat) throws(CodecError) {
        guard formats[index].codec == format.codec else {
            throw CodecError(.unsupported, "the codec changes from \(formats[index].codec) to \(format.codec) within the stream")
        }
        formats[index] = format
        let count = Int(format.parameters.pointee.extradata_size)
        guard count > 0, let side = av_packet_new_side_data(scratch, AV_PKT_DATA_NEW_EXTRADATA, count) else { return }
        side.update(from: format.parameters.pointee.extradata, count: count)
    }

    /// Writes out everything that was appended.
    package func flush() {
        av_interleaved_write_frame(context, nil)
        avio_flush(context.pointee.pb)
    }

    package func finish() throws(CodecError) {
        try check(av_write_trailer(context), "finishing a transport stream")
        avio_flush(context.pointee.pb)
    }
}
