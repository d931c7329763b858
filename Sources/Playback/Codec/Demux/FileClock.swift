// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// The clock of a file that may consist of several recordings.
struct FileClock {
    var linearizer: TimestampLinearizer
    /// What is known about the file.
    let map: JoinedFileMap
    /// Whether reading can begin at any offset.
    let readsAnywhere: Bool
    private let isFLAC: Bool
    /// Packets before this offset are passed over.
    private var skipsBefore: Int64?
    private var landing = Landing.key(nil)
    /// Of MPEG streams with MPEG-1 or MPEG-2 video.
    private var recount = FrameRecount()
    /// Where the next packet of FLAC begins, in ticks and bytes.
    private var flac: (time: Int64, position: Int64)?

    /// Where reading continues.
    enum Landing {
        /// At a place that is known; nil for the beginning of the file.
        case key(JoinedFileMap.Key?)
        /// Where FFmpeg's search led.
        case unknown
    }

    /// - Returns: nil for formats whose clock doesn't jump.
    init?(_ context: UnsafeMutablePointer<AVFormatContext>, start: Double, map: JoinedFileMap) {
        let format = context.pointee.iformat.pointee
        guard format.isMPEG || format.isOfLinks || format.isFLAC else { return nil }
        linearizer =
            format.isMPEG
            ? TimestampLinearizer(start: start, map: map)
            : TimestampLinearizer(longestGap: Self.isRadio(context) ? Self.radioGap : .infinity, longestStepBack: 2, map: map)
        self.map = map
        readsAnywhere = !format.isOfLinks
        isFLAC = format.isFLAC
    }

    /// Seconds. Servers such as Icecast send each listener the first pages of an Ogg stream, and then those of now, hours later.
    private static let radioGap = 2.0

    /// Whether it is audio that arrives as it is made. Files may have gaps.
    private static func isRadio(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        guard let input = context.pointee.pb, input.pointee.seekable == 0 else { return false }
        return (0..<Int(context.pointee.nb_streams)).allSatisfy { index in
            guard let stream = context.pointee.streams[index] else { return true }
            return stream.pointee.codecpar.pointee.codec_type != AVMEDIA_TYPE_VIDEO
                || stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
        }
    }

    /// The duration of the file in seconds, as far as it is known.
    /// - Parameter stated: what the file states.
    func duration(stated: Double) -> Double {
        guard isFLAC else { return max(stated + map.lastShift, 0) }
        // The header states the length of the first of several files. In whole seconds, so that it does not change with each packet.
        return map.end < stated + 0.5 ? stated : map.isWhole ? map.end : map.end.rounded(.up)
    }

    mutating func restart(at landing: Landing) {
        switch landing {
        case .key(let key): linearizer.restart(shift: key?.shift, isAtStart: key == nil)
        case .unknown: linearizer.restart()
        }
        self.landing = landing
        if case .key(nil) = landing { recount = FrameRecount() } else { recount.restart() }
        skipsBefore = nil
        flac = nil
    }

    /// Corrects the times of a packet of MPEG video after a seek.
    mutating func recountFrames(_ packet: UnsafeMutablePointer<AVPacket>, timescale: Int32) {
        recount.correct(packet, timescale: timescale)
    }

    /// Passes over what is before an offset.
    mutating func skip(to position: Int64) { skipsBefore = position }

    /// Whether a packet is before the place at which reading continues.
    mutating func passes(over position: Int64) -> Bool {
        guard let first = skipsBefore else { return false }
        if position < first { return true }
        skipsBefore = nil
        return false
    }

    /// States the length, the time and the offset of a packet of FLAC. Its times are counted from a known place, since FFmpeg's parser errs
    /// where files are joined, and with old encoders.
    mutating func measureFLAC(_ packet: UnsafeMutablePointer<AVPacket>, timescale: Int32) {
        let bytes = UnsafeRawBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
        if let length = FLACFrames.length(in: bytes, sampleRate: Int(timescale)) { packet.pointee.duration = length }
        if flac == nil, case .key(let key?) = landing {
            flac = (Int64((key.time * Double(timescale)).rounded()), key.position)
        }
        if let flac {
            (packet.pointee.pts, packet.pointee.dts) = (flac.time, flac.time)
            packet.pointee.pos = flac.position
        }
        guard packet.pointee.pts != wb_no_pts, packet.pointee.pos >= 0 else { return }
        flac = (packet.pointee.pts + packet.pointee.duration, packet.pointee.pos + Int64(packet.pointee.size))
    }
}

extension AVInputFormat {
    private var title: String { String(cString: name) }
    var isMPEGTS: Bool { title == "mpegts" }
    /// A transport or programme stream, whose clock may jump.
    var isMPEG: Bool { isMPEGTS || title == "mpeg" }
    var isOgg: Bool { title == "ogg" }
    /// Formats in which several files may be concatenated.
    var isOfLinks: Bool { isOgg || isMatroska }
    var isMatroska: Bool { title == "matroska,webm" }
    /// MP4 and QuickTime.
    var isMP4: Bool { title.hasPrefix("mov,") }
    var isFLAC: Bool { title == "flac" }
    var isASF: Bool { title == "asf" }
    var isAVI: Bool { title == "avi" }
    var isWTV: Bool { title == "wtv" }
    var isNUT: Bool { title == "nut" }
}
