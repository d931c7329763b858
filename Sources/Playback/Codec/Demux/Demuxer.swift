// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// Demuxes a container while its bytes arrive. Used on one thread, which its source may block.
///
/// There is one demuxer per HLS segment, so no state survives a seek, a quality switch or a discontinuity. Opening one takes some tens of
/// microseconds, because nothing is probed.
public final class Demuxer {
    public let container: Container
    /// Seconds; nil when unknown. It changes when the file's clock turns out to jump.
    public var duration: Double? { statedDuration.map { max($0 + (linearizer?.lastShift ?? 0), 0) } }
    private let statedDuration: Double?
    /// Whether timestamps place the audio on its stream's clock. False for packed audio without the tag that HLS requires, which counts
    /// from zero.
    public let hasTimestamps: Bool
    let context: UnsafeMutablePointer<AVFormatContext>
    private let source: SourceContext
    /// Present for MP4 in HLS, and for files, which may be MP4.
    let boxScanner: MP4BoxScanner?
    /// Present for MPEG-TS in HLS.
    private let tagScanner: TimedTagScanner?
    private let held = Packet()
    private var packet: UnsafeMutablePointer<AVPacket> { held.raw }
    private var tracks: [Int32: TrackClock] = [:]
    private var ready: [Sample] = []
    private var readyIndex = 0
    private let formats: FormatMemory
    private let timestampOffset: Int64
    /// Present for files whose clock may jump.
    private var linearizer: TimestampLinearizer?

    /// Opens a container.
    /// - Parameters:
    ///   - container: nil detects an HLS segment's container from its first bytes.
    ///   - initialization: returns what precedes the segment. Called once the segment's first bytes are available.
    ///   - formats: shares format objects across the segments of a run.
    /// - Throws: ``CodecError``; `.unsupported` when the bytes are no supported container.
    public init(
        _ bytes: any DemuxerInput, container: Container? = nil, initialization: () -> [UInt8] = { [] },
        formats: FormatMemory = FormatMemory()
    ) throws(CodecError) {
        self.formats = formats
        let opening = try Opening(bytes, container: container, initialization: initialization)
        self.container = opening.container
        timestampOffset = opening.firstTimestamp ?? 0
        hasTimestamps = !opening.container.isPackedAudio || opening.firstTimestamp != nil
        let seekable = opening.container == .file && bytes.length != nil
        let boxScanner: MP4BoxScanner? =
            switch opening.container {
            case .mp4: MP4BoxScanner(opening.source, isSegment: true)
            case .file: MP4BoxScanner(opening.source, isSegment: false)
            default: nil
            }
        let tagScanner = opening.container == .transportStream ? TimedTagScanner(opening.source) : nil
        let source = SourceContext(boxScanner ?? tagScanner ?? opening.source, seekable: seekable)
        let context = try Demuxer.open(opening.container, source)
        self.boxScanner = boxScanner
        self.tagScanner = tagScanner
        self.source = source
        self.context = context
        statedDuration = context.pointee.duration > 0 ? Double(context.pointee.duration) / Double(AV_TIME_BASE) : nil
        guard container == .file else { return }
        if context.pointee.iformat.pointee.isMPEG { linearizer = TimestampLinearizer(start: start) }
        if context.pointee.iformat.pointee.isOfLinks { linearizer = TimestampLinearizer(longestGap: .infinity, longestStepBack: 2) }
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    private static func open(_ container: Container, _ source: SourceContext) throws(CodecError) -> UnsafeMutablePointer<AVFormatContext> {
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
        let status = avformat_open_input(&context, nil, format, nil)
        guard status >= 0 else { throw source.error ?? openingError(status) }
        let opened = context!
        if !container.isSelfDescribing, !Demuxer.knowsItsTracks(opened) {
            let status = avformat_find_stream_info(opened, nil)
            guard status >= 0 else {
                avformat_close_input(&context)
                throw source.error ?? CodecError(status, in: "reading the tracks")
            }
        }
        return opened
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

    /// The formats of the tracks known so far. In MPEG-TS they become known only after some packets.
    public var formatsKnown: [TrackFormat] {
        (0..<Int(context.pointee.nb_streams)).compactMap { formats.format(of: context.pointee.streams[$0]!) }
    }

    /// The next sample of any track in file order; nil at the end.
    /// - Throws: ``CodecError``: the source's own error, or `.malformed`.
    public func next() throws(CodecError) -> Sample? {
        while true {
            if readyIndex < ready.count {
                defer { readyIndex += 1 }
                return ready[readyIndex]
            }
            ready.removeAll(keepingCapacity: true)
            readyIndex = 0
            let status = av_read_frame(context, packet)
            if status == wb_error_eof {
                if let error = source.error { throw error }
                for index in tracks.keys.sorted() { tracks[index]!.flush(into: &ready) }
                if ready.isEmpty { return nil }
                continue
            }
            // At a failed read, demuxers return a partial last sample as if it were complete.
            if let error = source.error {
                av_packet_unref(packet)
                throw error
            }
            guard status >= 0 else { throw CodecError(status, in: "reading the container") }
            let index = packet.pointee.stream_index
            if tracks[index] == nil {
                guard let format = formats.format(of: context.pointee.streams[Int(index)]!) else {
                    av_packet_unref(packet)
                    continue
                }
                tracks[index] = TrackClock(
                    format: format, offset: offset(for: format), rate: context.pointee.streams[Int(index)]!.pointee.avg_frame_rate)
            }
            let base = context.pointee.streams[Int(index)]!.pointee.time_base
            if base.num != 1, base.num > 0, base.den > 0 { av_packet_rescale_ts(packet, base, AVRational(num: 1, den: base.den)) }
            if linearizer != nil { linearize(base, tracks[index]!.format.kind) }
            let isFirst = tracks[index]!.isFresh
            if container == .adts { restateTimes(isFirst: isFirst, timescale: tracks[index]!.format.timescale) }
            // FLAC frame numbers count blocks of a fixed length, but old encoders varied it, and the rate may change.
            if !isFirst, packet.pointee.duration > 0, context.pointee.iformat.pointee.isFLAC {
                packet.pointee.pts = wb_no_pts
                packet.pointee.dts = wb_no_pts
            }
            tracks[index]!.take(packet, protection: protection(tracks[index]!.format), into: &ready)
        }
    }

    /// Removes jumps of the file's clock from the timestamps of the current packet.
    private func linearize(_ base: AVRational, _ kind: TrackKind) {
        let (pts, dts) = (packet.pointee.pts, packet.pointee.dts)
        guard base.den > 0, pts != wb_no_pts || dts != wb_no_pts else { return }
        let rate = Double(base.den)
        let position = packet.pointee.pos >= 0 ? packet.pointee.pos : nil
        if kind == .video, pts != wb_no_pts, dts != wb_no_pts,
            !TimestampLinearizer.isPlausible(
                delay: (Double(pts) - Double(dts)) / rate, duration: Double(packet.pointee.duration) / rate)
        {
            packet.pointee.pts = dts
        }
        let shift =
            kind == .text
            ? linearizer!.shift(at: position)
            : linearizer!.place(
                Double(dts != wb_no_pts ? dts : pts) / rate, order(kind), of: packet.pointee.stream_index,
                duration: Double(packet.pointee.duration) / rate, at: position)
        guard shift != 0 else { return }
        if packet.pointee.pts != wb_no_pts { packet.pointee.pts = packet.pointee.pts.shifted(by: shift, rate: rate) }
        if dts != wb_no_pts { packet.pointee.dts = dts.shifted(by: shift, rate: rate) }
    }

    private func order(_ kind: TrackKind) -> TimestampLinearizer.Order {
        if packet.pointee.dts != wb_no_pts || kind == .audio { return .decoding }
        return packet.pointee.flags & AV_PKT_FLAG_KEY != 0 ? .key : .any
    }

    /// Takes the events of a fragmented MP4 segment and the ID3 tags of an MPEG-TS segment that were read since the last call.
    public func takeEvents() -> [EventMessage] { boxScanner?.takeEvents() ?? tagScanner?.takeEvents() ?? [] }

    /// Sets the times of packed AAC frames. FFmpeg gives them neither time nor duration unless it may decode some beforehand.
    private func restateTimes(isFirst: Bool, timescale: Int32) {
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        guard let header = AudioFrameHeader(.adts, bytes) else { return }
        packet.pointee.duration = Int64(header.sampleCount) * Int64(timescale) / Int64(header.sampleRate)
        // The time in the ID3 tag is added to this.
        packet.pointee.pts = isFirst ? 0 : wb_no_pts
        packet.pointee.dts = packet.pointee.pts
    }

    /// How the current packet is encrypted.
    private func protection(_ format: TrackFormat) -> SampleProtection? {
        if format.isProtected { return .ofCodec }
        let stated = CommonEncryption(attachedTo: packet)
        guard let boxScanner else { return stated.map { .common($0) } }
        let track = Int(context.pointee.streams[Int(packet.pointee.stream_index)]!.pointee.id)
        return boxScanner.encryption(track: track, at: Int(packet.pointee.pos), stated: stated).map { .common($0) }
    }

    /// The protection system headers (`pssh` boxes) of an MP4 segment read so far: those of its header, and of the last fragment that has
    /// any.
    public var protectionHeaders: [[UInt8]] { boxScanner?.protectionHeaders ?? [] }

    /// Goes to the last key sample at or before `time` seconds of the file.
    ///
    /// In containers without an index (MPEG-TS), the position is only approximate. When the first keyframe there is after the time, the
    /// search is repeated further back.
    /// - Throws: ``CodecError`` when the source can't be read there.
    public func seek(to time: Double) throws(CodecError) {
        var back = 0.0
        while true {
            try jump(to: max(time - back, 0))
            guard back < 64, time > back, let first = try firstKeyPicture(), first > time + 0.001 else { return }
            back = max(back * 2, 1)
        }
    }

    func jump(to time: Double) throws(CodecError) {
        ready.removeAll()
        readyIndex = 0
        tracks.removeAll()
        linearizer?.restart()
        // A search by timestamps may end after the first frame.
        if time <= 0, context.pointee.iformat.pointee.isMPEGTS {
            try check(avformat_seek_file(context, -1, .min, 0, 0, AVSEEK_FLAG_BYTE), "seeking")
            return
        }
        let shift = linearizer?.shift(on: time + origin) ?? 0
        let wanted = MediaTime(seconds: time - shift, timescale: AV_TIME_BASE).value
        let (sum, overflow) = wanted.addingReportingOverflow(MediaTime(seconds: origin, timescale: AV_TIME_BASE).value)
        let target = overflow ? .max : sum
        try check(avformat_seek_file(context, -1, .min, target, target, 0), "seeking")
    }

    /// The presentation time in seconds of the next keyframe; nil without one nearby. Samples read to find it are kept.
    private func firstKeyPicture() throws(CodecError) -> Double? {
        var read: [Sample] = []
        var found: Double?
        while found == nil, read.count < 1000, let sample = try next() {
            read.append(sample)
            if sample.format.kind == .video, sample.isKey { found = sample.presentation.seconds - origin }
        }
        ready = read + ready[readyIndex...]
        readyIndex = 0
        return found
    }

    private var startTime: Int64 { context.pointee.start_time == wb_no_pts ? 0 : context.pointee.start_time }

    /// The start of the file's own clock, in seconds.
    public var start: Double { Double(startTime) / Double(AV_TIME_BASE) }

    /// The time on the file's clock at which its timeline begins, in seconds.
    ///
    /// A start below zero is a pre-roll that must not be shown, and content begins at zero. Only with a clock that wraps does the timeline
    /// begin at a negative start.
    public var origin: Double { container == .file && context.pointee.iformat.pointee.isMPEG ? start : max(start, 0) }

    private func offset(for format: TrackFormat) -> Int64 {
        guard timestampOffset != 0 else { return 0 }
        return MediaTime(value: timestampOffset, timescale: 90_000).converted(to: format.timescale).value
    }
}

extension AVInputFormat {
    fileprivate var isMPEGTS: Bool { String(cString: name) == "mpegts" }
    /// A transport or programme stream, whose clock may jump.
    fileprivate var isMPEG: Bool { isMPEGTS || String(cString: name) == "mpeg" }
    /// Formats in which several files may be concatenated.
    fileprivate var isOfLinks: Bool { ["ogg", "matroska,webm"].contains(String(cString: name)) }
    fileprivate var isFLAC: Bool { String(cString: name) == "flac" }
}

/// What the first bytes reveal before a demuxer is opened.
private struct Opening {
    let container: Container
    let source: any DemuxerInput
    /// In 90 kHz ticks, for packed audio.
    var firstTimestamp: Int64?

    init(_ bytes: any DemuxerInput, container: Container?, initialization: () -> [UInt8]) throws(CodecError) {
        if let container, !container.isPackedAudio {
            self.container = container
            source = bytes
            return
        }
        var head = try bytes.readAll(16)
        while let size = ID3Tag.announcedSize(head) {
            guard size <= 1 << 20 else { throw CodecError(.malformed, "the ID3 tag before the audio is too long: \(size) bytes") }
            let tag = try head + bytes.readAll(max(size - head.count, 0))
            firstTimestamp = firstTimestamp ?? ID3Tag.timestamp(in: tag)
            head = try Array(tag.dropFirst(size)) + bytes.readAll(16)
        }
        guard let found = Container.sniff(head) else {
            let start = head.prefix(8).map { String($0, radix: 16) }.joined(separator: " ")
            throw CodecError(
                head.isEmpty ? .malformed : .unsupported,
                head.isEmpty
                    ? "the segment is empty"
                    : "the segment is neither MP4, WebM, MPEG-TS nor packed audio: it begins with \(start)")
        }
        self.container = found
        // An initialization section of another container is left over from before a change that the playlist did not mark.
        let section = initialization()
        let fits = Container.sniff(section) == found
        source = PrefixedInput(head: fits ? section + head : head, rest: bytes)
    }
}
