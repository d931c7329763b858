// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
public import WindowboxMedia

/// Demuxes a container while its bytes arrive. Used on one thread, which its source may block.
///
/// There is one demuxer per HLS segment, so no state survives a seek, a quality switch or a discontinuity. Opening one takes some tens of
/// microseconds, because nothing is probed.
public final class Demuxer {
    /// The container, as given or as FFmpeg detected it.
    public let container: Container
    /// Seconds; nil when unknown. It changes when the file's clock turns out to jump.
    public var duration: Double? { extent.duration.map { clock?.duration(stated: $0) ?? $0 } }
    var extent: FileExtent
    /// Whether timestamps place the audio on its stream's clock. False for packed audio without the tag that HLS requires, which counts
    /// from zero.
    public let hasTimestamps: Bool
    private(set) var context: UnsafeMutablePointer<AVFormatContext>
    private var source: SourceContext
    /// Present for MP4 in HLS, and for files, which may be MP4.
    let boxScanner: MP4BoxScanner?
    /// Present for MPEG-TS in HLS.
    private let tagScanner: TimedTagScanner?
    let packets = PacketQueue()
    var packet: UnsafeMutablePointer<AVPacket> { packets.current }
    private var tracks: [Int32: TrackClock] = [:]
    var ready: [Sample] = []
    var readyIndex = 0
    private let formats: FormatMemory
    private let timestampOffset: Int64
    /// Present for files whose clock may jump.
    var clock: FileClock?
    /// What all demuxers of the file have found, and whether no seek has happened yet.
    var file: (map: JoinedFileMap, isFromStart: Bool)

    /// Opens a container.
    /// - Parameters:
    ///   - container: nil detects an HLS segment's container from its first bytes.
    ///   - initialization: returns what precedes the segment. Called once the segment's first bytes are available.
    ///   - formats: shares format objects across the segments of a run.
    /// - Throws: ``CodecError``; `.unsupported` when the bytes are no supported container.
    public convenience init(
        _ bytes: any DemuxerInput, container: Container? = nil, initialization: () -> [UInt8] = { [] },
        formats: FormatMemory = FormatMemory()
    ) throws(CodecError) {
        try self.init(bytes, container: container, initialization: initialization, formats: formats, map: JoinedFileMap())
    }

    /// Opens a file that other demuxers read too.
    /// - Parameter map: what the other demuxers have found out about the file's timestamps.
    /// - Throws: ``CodecError``; `.unsupported` when the bytes are no supported container.
    package convenience init(file bytes: any DemuxerInput, map: JoinedFileMap) throws(CodecError) {
        try self.init(bytes, container: .file, initialization: { [] }, formats: FormatMemory(), map: map)
    }

    private init(
        _ bytes: any DemuxerInput, container: Container?, initialization: () -> [UInt8], formats: FormatMemory, map: JoinedFileMap
    ) throws(CodecError) {
        self.formats = formats
        file = (map, true)
        let opening = try Opening(bytes, container: container, initialization: initialization)
        self.container = opening.container
        timestampOffset = opening.firstTimestamp ?? 0
        hasTimestamps = !opening.container.isPackedAudio || opening.firstTimestamp != nil
        let seekable = opening.container == .file && bytes.length != nil
        let boxScanner: MP4BoxScanner? =
            switch opening.container {
            case .mp4: MP4BoxScanner(FragmentInput(opening.source), isSegment: true)
            case .file: MP4BoxScanner(FragmentInput(opening.source), isSegment: false)
            default: nil
            }
        let tagScanner = opening.container == .transportStream ? TimedTagScanner(opening.source) : nil
        var source = SourceContext(boxScanner ?? tagScanner ?? opening.source, seekable: seekable)
        var context = try FormatOpening.open(opening.container, source)
        if seekable, let boxScanner, boxScanner.restate(for: context), boxScanner.seek(to: 0) {
            var previous: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&previous)
            source = SourceContext(boxScanner, seekable: true)
            context = try FormatOpening.open(opening.container, source)
        }
        // FFmpeg looks for frames in the samples of some codecs, such as AC-3. Encrypted ones contain none, and it would drop them.
        if boxScanner?.hasEncryptedTracks == true { context.pointee.flags |= AVFMT_FLAG_NOPARSE }
        self.boxScanner = boxScanner
        self.tagScanner = tagScanner
        self.source = source
        self.context = context
        let statesDuration = context.pointee.duration > 0 && !context.pointee.isUnfinishedAVI
        let duration = statesDuration ? Double(context.pointee.duration) / Double(AV_TIME_BASE) : nil
        let start = context.pointee.start_time == wb_no_pts ? 0 : Double(context.pointee.start_time) / Double(AV_TIME_BASE)
        // FFmpeg states the time at which an Ogg file of Opus ends.
        extent = FileExtent(start: start, duration: context.pointee.isOpusInOgg ? duration.map { max($0 - start, 0) } : duration)
        guard container == .file else { return }
        clock = FileClock(context, start: start, map: map)
        try findStart()
    }

    deinit {
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
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
                let sample = ready[readyIndex]
                extent.extend(to: sample.presentation.seconds + sample.duration.seconds)
                return sample
            }
            ready.removeAll(keepingCapacity: true)
            readyIndex = 0
            guard try readPacket() else {
                if let clock, clock.linearizer.extendsMap { clock.map.complete() }
                for index in tracks.keys.sorted() { tracks[index]!.flush(into: &ready) }
                if ready.isEmpty { return nil }
                continue
            }
            let index = packet.pointee.stream_index
            let stream = context.pointee.streams[Int(index)]!
            if tracks[index] == nil {
                guard let format = formats.format(of: stream) else {
                    av_packet_unref(packet)
                    continue
                }
                tracks[index] = TrackClock(format: format, offset: offset(for: format), rate: stream.pointee.avg_frame_rate)
            }
            restateClock(stream, tracks[index]!.format.kind)
            if clock?.passes(over: packet.pointee.pos) == true {
                av_packet_unref(packet)
                continue
            }
            let isFirst = tracks[index]!.isFresh
            if container == .adts { restateTimes(isFirst: isFirst, timescale: tracks[index]!.format.timescale) }
            // FLAC frame numbers count blocks of a fixed length, but old encoders varied it, and the rate may change.
            if !isFirst, packet.pointee.duration > 0, context.pointee.iformat.pointee.isFLAC {
                packet.pointee.pts = wb_no_pts
                packet.pointee.dts = wb_no_pts
            }
            if container == .file, context.pointee.iformat.pointee.isAVI { tracks[index]!.countFrames(packet) }
            tracks[index]!.add(packet, protection: protection(tracks[index]!.format), into: &ready)
        }
    }

    /// Reads the next packet.
    /// - Returns: false at the end.
    func readPacket() throws(CodecError) -> Bool {
        if packets.takeEarly() { return true }
        var failures = 0
        while true {
            let status = av_read_frame(context, packet)
            // After a failed read, demuxers return a partial last sample as if it were complete.
            if let error = source.error {
                if status >= 0 { av_packet_unref(packet) }
                throw error
            }
            if status >= 0 { return true }
            if status == wb_error_eof { return false }
            // Behind a damaged packet, there may be others. Some demuxers, such as that of GXF, state an error before the end.
            failures += 1
            if container == .file, failures < Self.maximumFailures { continue }
            if container == .file, extent.isComplete || avio_feof(context.pointee.pb) != 0 { return false }
            throw CodecError(status, in: "reading the container")
        }
    }

    /// Consecutive failed attempts to find the next packet of a damaged file.
    private static let maximumFailures = 10

    /// The error of the source of the bytes, once it has failed.
    var sourceError: CodecError? { source.error }

    /// Puts the times of the current packet on the file's timeline, in ticks of a whole fraction of a second.
    func restateClock(_ stream: UnsafeMutablePointer<AVStream>, _ kind: TrackKind) {
        let base = stream.pointee.time_base
        if base.num != 1, base.num > 0, base.den > 0 { av_packet_rescale_ts(packet, base, AVRational(num: 1, den: base.den)) }
        if context.pointee.iformat.pointee.isFLAC, kind == .audio { clock?.measureFLAC(packet, timescale: base.den) }
        if context.pointee.iformat.pointee.isMPEG, stream.isMPEGVideo { clock?.recountFrames(packet, timescale: base.den) }
        if clock != nil { linearize(base, kind) }
        if mayCountApart, kind != .text { joinTracks(base) }
    }

    /// Whether each track may be counted from elsewhere.
    var mayCountApart: Bool { container == .file && context.pointee.iformat.pointee.isASF }

    /// Moves the current packet to the time of those around it in the file if its track is counted from elsewhere.
    private func joinTracks(_ base: AVRational) {
        let (pts, dts) = (packet.pointee.pts, packet.pointee.dts)
        guard base.den > 0, pts != wb_no_pts || dts != wb_no_pts else { return }
        let rate = Double(base.den)
        let (time, track, isFromStart) = (Double(dts != wb_no_pts ? dts : pts) / rate, packet.pointee.stream_index, file.isFromStart)
        let shift = file.map.starts { $0.shift(time, of: track, mayBeFirst: isFromStart) }
        guard shift != 0 else { return }
        if pts != wb_no_pts { packet.pointee.pts = pts.shifted(by: shift, rate: rate) }
        if dts != wb_no_pts { packet.pointee.dts = dts.shifted(by: shift, rate: rate) }
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
            ? clock!.linearizer.shift(at: position)
            : clock!.linearizer.place(
                Double(dts != wb_no_pts ? dts : pts) / rate, order(kind), of: packet.pointee.stream_index,
                duration: Double(packet.pointee.duration) / rate, at: position)
        if shift != 0 {
            if packet.pointee.pts != wb_no_pts { packet.pointee.pts = packet.pointee.pts.shifted(by: shift, rate: rate) }
            if dts != wb_no_pts { packet.pointee.dts = dts.shifted(by: shift, rate: rate) }
        }
        noteKey(kind, shift: shift, rate: rate)
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

    /// Discards what was read, because reading continues at another position.
    func discardState(_ landing: FileClock.Landing) {
        packets.discardEarly()
        ready.removeAll()
        readyIndex = 0
        tracks.removeAll()
        clock?.restart(at: landing)
    }

    /// Starts again at the beginning of the file.
    func reopen() throws(CodecError) {
        discardState(.key(nil))
        guard let boxScanner, boxScanner.seek(to: 0) else { throw CodecError(.source, "the file can't be read again from its beginning") }
        let source = SourceContext(boxScanner, seekable: true)
        let reopened = try FormatOpening.open(container, source)
        var previous: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&previous)
        (context, self.source) = (reopened, source)
    }

    private func offset(for format: TrackFormat) -> Int64 {
        guard timestampOffset != 0 else { return 0 }
        return MediaTime(value: timestampOffset, timescale: 90_000).converted(to: format.timescale).value
    }
}

/// What the first bytes reveal before a demuxer is opened.
private struct Opening {
    let container: Container
    let source: any DemuxerInput
    /// In 90 kHz ticks, for packed audio.
    var firstTimestamp: Int64?
    /// Bytes. No frame of MP3 is longer than 1,441.
    private static let firstRead = 4096

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
        // FFmpeg reads the first frame of MP3 twice, and can't go back to it if its first read returned fewer bytes than that.
        if found == .mp3 { head += try bytes.readAll(Self.firstRead - head.count) }
        // An initialization section of another container is left over from before a change that the playlist did not mark.
        let section = found == .mp4 ? initialization().headerOfMP4 : initialization()
        let fits = Container.sniff(section) == found
        source = PrefixedInput(head: fits ? section + head : head, rest: bytes)
    }
}

extension [UInt8] {
    /// The beginning of an MP4 file up to its description of the tracks. Some manifests give a range as initialization section that reaches
    /// into the first fragment, which would be read with the samples of another one.
    fileprivate var headerOfMP4: [UInt8] {
        var end = 0
        for (kind, body) in boxes(in: self[...]) {
            end += body.count + 8
            if kind == "moov" { return Array(self[..<end]) }
        }
        return self
    }
}
