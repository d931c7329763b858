// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Gives each packet of a track a time and a duration, even if the container omits them.
///
/// An MPEG-TS PES packet may contain many audio frames, of which only the first has a timestamp. The times of the others follow from the
/// lengths in their headers. Frames of codecs without such headers wait for the next timestamp and share the time up to it. The times of
/// frames before a segment's first timestamp are counted back from it.
struct TrackClock {
    let format: TrackFormat
    private let offset: Int64
    /// The end of the last packet with a known length.
    private var next: Position?
    private var lastDecode: Int64?
    /// What the container states for the last packet whose time is not used.
    private var lastStated: Int64?
    /// What the container states for the last audio packet.
    private var lastTime: Int64?
    /// The estimated length in ticks of a packet without other information.
    private var step: Int64 = 0
    /// Packets whose times depend on the next timestamp.
    private var waiting: [Packet.Held] = []
    /// The time of the first waiting packet; nil when it has none.
    private var waitingSince: Int64?
    /// An I or P frame of MPEG-1, MPEG-2 or MPEG-4 without a presentation time, and the B frames after it.
    private var anchored: [Packet.Held] = []
    /// B frames were seen.
    private var hasBFrames = false
    /// No packet has arrived yet.
    var isFresh: Bool { next == nil && waiting.isEmpty && anchored.isEmpty }

    /// More than a second of the shortest frames of any codec in MPEG-TS.
    private static let maxWaiting = 512
    /// Seconds. FFmpeg gives the last packet of Ogg Speex billions of samples if the stream ends before that packet begins.
    private static let maxAudioLength: Int64 = 3600
    /// More consecutive B frames than any encoder writes.
    private static let maxAnchored = 32

    /// - Parameter rate: frames per second, if the container declares it.
    init(format: TrackFormat, offset: Int64, rate: AVRational = AVRational(num: 0, den: 1)) {
        self.format = format
        self.offset = offset
        if format.kind == .video, rate.num > 0, rate.den > 0 { step = Int64(format.timescale) * Int64(rate.den) / Int64(rate.num) }
    }

    mutating func add(_ packet: UnsafeMutablePointer<AVPacket>, protection: SampleProtection? = nil, into samples: inout [Sample]) {
        guard isMPEGVideo || isMPEG4Video else { return setTimes(packet, protection, into: &samples) }
        // FFmpeg states the presentation times of B frames, which are their decode times.
        let isBFrame = packet.pointee.pts != wb_no_pts && packet.pointee.pts == packet.pointee.dts
        if isBFrame, !anchored.isEmpty { hasBFrames = true }
        if !isBFrame || anchored.count >= Self.maxAnchored { releaseAnchored(before: packet.pointee.dts, into: &samples) }
        let lacksTime = packet.pointee.pts == wb_no_pts && packet.pointee.dts != wb_no_pts
        guard lacksTime || !anchored.isEmpty else { return setTimes(packet, protection, into: &samples) }
        anchored.append(Packet.Held(packet, protection))
    }

    /// Removes the stated time and duration of an audio frame whose header tells its length, so that it is counted from the end of the frame
    /// before. AVI states the number of bytes so far, at an average rate that is wrong for most variable bit rates, or the number of chunks.
    mutating func countFrames(_ packet: UnsafeMutablePointer<AVPacket>) {
        guard format.kind == .audio, let syntax = AudioFrameHeader.Syntax(format.parameters.pointee.codec_id),
            let header = AudioFrameHeader(syntax, UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
        else { return }
        packet.pointee.duration = 0
        let stated = packet.pointee.dts != wb_no_pts ? packet.pointee.dts : packet.pointee.pts
        guard stated != wb_no_pts else { return }
        defer { lastStated = stated }
        let length = av_rescale(Int64(header.sampleCount), Int64(format.timescale), Int64(header.sampleRate))
        // A longer step is a gap, which AVI fills with empty chunks.
        guard let lastStated, stated >= lastStated, stated <= lastStated.plus(length).plus(Int64(format.timescale) / 2) else { return }
        packet.pointee.pts = wb_no_pts
        packet.pointee.dts = wb_no_pts
    }

    /// In AVI its frames state no presentation times. Without B frames, or where they are packed with others, the decoder gives them.
    private var isMPEG4Video: Bool { format.parameters.pointee.codec_id == AV_CODEC_ID_MPEG4 }

    private var isMPEGVideo: Bool {
        let codec = format.parameters.pointee.codec_id
        return codec == AV_CODEC_ID_MPEG1VIDEO || codec == AV_CODEC_ID_MPEG2VIDEO
    }

    /// Places an I or P frame whose PES packet began with an earlier frame, so that the stream states no presentation time for it. It is
    /// shown when the next such frame is decoded (ISO/IEC 13818-1, 2.4.2.3 and 2.7.5), which is after the B frames between them.
    /// - Parameter decode: the decode time of the next I or P frame, in ticks; `AV_NOPTS_VALUE` if there is none.
    private mutating func releaseAnchored(before decode: Int64, into samples: inout [Sample]) {
        guard let first = anchored.first, let last = anchored.last else { return }
        let end = last.raw.pointee.dts.plus(max(last.duration, step))
        let isNear = decode != wb_no_pts && decode > first.raw.pointee.dts && decode <= end.plus(Int64(format.timescale))
        if hasBFrames || isMPEGVideo { first.raw.pointee.pts = isNear ? decode : end }
        let held = anchored
        anchored.removeAll()
        for held in held { setTimes(held.raw, held.protection, into: &samples) }
    }

    private mutating func setTimes(
        _ packet: UnsafeMutablePointer<AVPacket>, _ protection: SampleProtection?, into samples: inout [Sample]
    ) {
        if format.kind == .audio, packet.pointee.duration / Self.maxAudioLength > format.timescale { packet.pointee.duration = 0 }
        let header = frameHeader(of: packet)
        if let header { packet.pointee.duration = av_rescale(Int64(header.sampleCount), Int64(format.timescale), Int64(header.sampleRate)) }
        passOverRepeatedTime(of: packet)
        let stated = packet.pointee.pts != wb_no_pts ? packet.pointee.pts : packet.pointee.dts != wb_no_pts ? packet.pointee.dts : nil
        if let stated, !waiting.isEmpty { release(before: stated, into: &samples) }
        let isLengthKnown = packet.pointee.duration > 0 || format.kind != .audio
        guard let time = stated ?? next?.ticks, isLengthKnown else {
            if waiting.isEmpty { waitingSince = stated ?? next?.ticks }
            waiting.append(Packet.Held(packet, protection))
            next = nil
            if waiting.count >= Self.maxWaiting { release(into: &samples) }
            return
        }
        if format.kind == .video { estimateLength(of: packet, at: time) }
        if stated != nil { next = Position(start: time) }
        if let header {
            next?.advance(by: header, timescale: format.timescale)
        } else {
            next = Position(start: time.plus(packet.pointee.duration))
        }
        emit(packet, at: time, protection, into: &samples)
    }

    /// Removes the time of an audio packet that is also that of the one before, as RealMedia states it for all packets of a block: it is
    /// where the first of them begins.
    private mutating func passOverRepeatedTime(of packet: UnsafeMutablePointer<AVPacket>) {
        guard format.kind == .audio, packet.pointee.duration > 0 else { return }
        let time = packet.pointee.pts != wb_no_pts ? packet.pointee.pts : packet.pointee.dts
        guard time != wb_no_pts else { return }
        if time == lastTime, next != nil {
            packet.pointee.pts = wb_no_pts
            packet.pointee.dts = wb_no_pts
        }
        lastTime = time
    }

    /// Releases the waiting packets, because no timestamp follows.
    mutating func flush(into samples: inout [Sample]) {
        releaseAnchored(before: wb_no_pts, into: &samples)
        if !waiting.isEmpty { release(into: &samples) }
    }

    private func frameHeader(of packet: UnsafeMutablePointer<AVPacket>) -> AudioFrameHeader? {
        guard format.kind == .audio, packet.pointee.duration <= 0,
            let syntax = AudioFrameHeader.Syntax(format.parameters.pointee.codec_id)
        else { return nil }
        return AudioFrameHeader(syntax, UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    /// Estimates the duration of a frame without one as that of the previous frame in decode order. FLV and some Matroska files state a
    /// single tick.
    private mutating func estimateLength(of packet: UnsafeMutablePointer<AVPacket>, at time: Int64) {
        if packet.pointee.duration <= 1 { packet.pointee.duration = max(step, packet.pointee.duration) }
        let decode = packet.pointee.dts != wb_no_pts ? packet.pointee.dts : time
        if let lastDecode, decode > lastDecode { step = decode.plus(-max(lastDecode, -.max)) }
        lastDecode = decode
    }

    /// Places the waiting packets so that the last one ends at a timestamp.
    private mutating func release(before time: Int64, into samples: inout [Sample]) {
        let unknown = waiting.count { $0.duration <= 0 }
        let known = waiting.reduce(Int64(0)) { $0.plus($1.duration) }
        if let waitingSince, unknown > 0 {
            let rest = time.plus(-max(waitingSince, -.max)).plus(-known)
            // A jump of the clock says nothing about lengths.
            if rest > 0, rest / Int64(unknown) <= Int64(format.timescale) { step = max(rest / Int64(unknown), 1) }
        }
        let total = known.plus(step.times(Int64(unknown)))
        place(from: waitingSince ?? time.plus(-total), into: &samples)
    }

    /// Places the waiting packets when no timestamp follows. They begin at zero, the container's start, if none came before.
    private mutating func release(into samples: inout [Sample]) { place(from: waitingSince ?? 0, into: &samples) }

    private mutating func place(from start: Int64, into samples: inout [Sample]) {
        var time = start
        for held in waiting {
            if held.duration <= 0 { held.raw.pointee.duration = step }
            let duration = held.duration
            emit(held.raw, at: time, held.protection, into: &samples)
            time = time.plus(duration)
        }
        next = Position(start: time)
        waiting.removeAll()
        waitingSince = nil
    }

    private func emit(
        _ packet: UnsafeMutablePointer<AVPacket>, at time: Int64, _ protection: SampleProtection?, into samples: inout [Sample]
    ) {
        let decode = packet.pointee.dts != wb_no_pts ? packet.pointee.dts : time
        samples.append(
            Sample(
                format: format, moving: packet, presentation: time.plus(offset), decode: decode.plus(offset), protection: protection))
    }

    /// A position on the track's clock, counted in samples since a timestamp. Most frame lengths are no multiple of a 90 kHz tick, and
    /// rounding each frame would shorten the audio.
    private struct Position {
        private let start: Int64
        private var samples: Int64 = 0
        private var rate = 0
        private(set) var ticks: Int64

        init(start: Int64) {
            self.start = start
            ticks = start
        }

        mutating func advance(by header: AudioFrameHeader, timescale: Int32) {
            if header.sampleRate != rate { self = Position(start: ticks, rate: header.sampleRate) }
            samples += Int64(header.sampleCount)
            ticks = start.plus(av_rescale(samples, Int64(timescale), Int64(rate)))
        }

        private init(start: Int64, rate: Int) {
            self.init(start: start)
            self.rate = rate
        }
    }
}

extension Int64 {
    /// Adds with saturation, since files may contain any number as a time.
    fileprivate func plus(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    fileprivate func times(_ other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }
}

extension Packet {
    /// A packet that can be stored in an array, which allows no noncopyable elements.
    final class Held {
        private let packet: Packet
        let protection: SampleProtection?
        init(_ raw: UnsafeMutablePointer<AVPacket>, _ protection: SampleProtection?) {
            packet = Packet(moving: raw)
            self.protection = protection
        }
        var duration: Int64 { packet.raw.pointee.duration }
        var raw: UnsafeMutablePointer<AVPacket> { packet.raw }
    }
}
