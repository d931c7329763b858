// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

extension Demuxer {
    /// Goes to the last key sample at or before `time` seconds of the file.
    ///
    /// In containers without an index (MPEG-TS), the position is only approximate. When the first keyframe there is after the time, or none
    /// follows, the search is repeated further back.
    /// - Throws: ``CodecError`` when the source can't be read there.
    public func seek(to time: Double) throws(CodecError) {
        let time = AudioRunUp.isNeeded(in: context) ? max(time - AudioRunUp.seconds, 0) : time
        var lookBack = 0.0
        var previous: Double?
        while true {
            guard try !jump(to: max(time - lookBack, 0)) else { return }
            guard lookBack < 64, time > lookBack, streams.contains(where: { $0.pointee.kind == .video }) else { return }
            let found = try firstKeyframe()
            if case .unknown = found { return }
            let first = found.time
            if let first, first <= time + 0.001 { return }
            // Matroska's first index entry may be that of video that begins long after the audio.
            if let first, first == previous, lookBack * 2 >= min(64, time), !context.pointee.iformat.pointee.isMPEG { return try reopen() }
            previous = first ?? previous
            lookBack = max(lookBack * 2, 1)
        }
    }

    /// - Returns: whether reading continues at the beginning because the index has no position at or before the time.
    @discardableResult
    func jump(to time: Double) throws(CodecError) -> Bool {
        // A search by timestamps may end after the first frame.
        if time <= 0, context.pointee.iformat.pointee.isMPEGTS {
            discardState(.key(nil))
            try check(avformat_seek_file(context, -1, .min, 0, 0, AVSEEK_FLAG_BYTE), "seeking")
            return false
        }
        guard try !jumpByMap(to: time) else { return false }
        if mayCountApart { try findStarts() }
        discardState(.unknown)
        let shift =
            clock?.linearizer.shift(on: time + origin) ?? file.map.starts { $0.shift(of: av_find_default_stream_index(context)) }
        let timestamp = MediaTime(seconds: time - shift, timescale: AV_TIME_BASE).value
        let (sum, overflow) = timestamp.addingReportingOverflow(MediaTime(seconds: origin, timescale: AV_TIME_BASE).value)
        let target = overflow ? .max : sum
        guard avformat_seek_file(context, -1, .min, target, target, 0) < 0 else { return false }
        if let error = sourceError { throw error }
        // The time is before the first position in the index, or there is no index. What comes before the time is passed over.
        try reopen()
        return true
    }

    /// Finds out where each track begins before the first seek, which would otherwise hide it.
    private func findStarts() throws(CodecError) {
        defer { file.isFromStart = false }
        guard file.isFromStart else { return }
        let indices = (0..<Int32(context.pointee.nb_streams)).filter {
            let kind = context.pointee.streams[Int($0)]!.pointee.kind
            return kind == .video || kind == .audio
        }
        var count = 0
        while !file.map.starts({ $0.knows(indices) }), count < 1000, try readPacket() {
            count += 1
            let stream = context.pointee.streams[Int(packet.pointee.stream_index)]!
            if let kind = stream.pointee.kind { restateClock(stream, kind) }
            av_packet_unref(packet)
        }
    }

    /// Looks for the next keyframe. Samples read to find it are kept.
    private func firstKeyframe() throws(CodecError) -> KeyframeSearch {
        var read: [Sample] = []
        var found: KeyframeSearch?
        var isInVideo = false
        while found == nil {
            guard read.count < 1000, let sample = try next() else {
                found = isInVideo || read.count < 1000 ? .missing : .unknown
                break
            }
            read.append(sample)
            guard sample.format.kind == .video else { continue }
            isInVideo = true
            if sample.isKey { found = .at(sample.presentation.seconds - origin) }
        }
        ready = read + ready[readyIndex...]
        readyIndex = 0
        return found ?? .unknown
    }
}

/// What a search for the next keyframe finds.
private enum KeyframeSearch {
    /// Its presentation time in seconds.
    case at(Double)
    /// There are other frames or none up to the end of the file, so an earlier keyframe is needed.
    case missing
    /// There is no video nearby.
    case unknown

    var time: Double? { if case .at(let time) = self { time } else { nil } }
}
