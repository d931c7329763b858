// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

// Where the timeline of a file begins.
extension Demuxer {
    /// The start of the file's own clock, in seconds.
    public var start: Double { extent.start }

    /// The time on the file's clock at which its timeline begins, in seconds.
    ///
    /// Samples before zero are usually a pre-roll that must not be shown, and content begins at zero. There are two exceptions, where the
    /// timeline begins at the negative start: a clock that wraps, and Opus in Ogg, which states its pre-roll and whose start in FFmpeg
    /// comes after it.
    public var origin: Double {
        let mayBeNegative = container == .file && (context.pointee.iformat.pointee.isMPEG || context.pointee.isOpusInOgg)
        return mayBeNegative ? start : max(start, 0)
    }

    /// Finds out where a file begins whose header doesn't state it: its first packets may be hours after zero. They are kept for playback.
    func findStart() throws(CodecError) {
        // NUT has no times before zero, so a file begins later by the delay of its B frames.
        let mayBeEmpty = !context.pointee.iformat.pointee.isNUT
        let begin = { (time: Double) in self.extent.begin(at: time, countsFromZero: self.countsFromZero, mayBeEmpty: mayBeEmpty) }
        if context.pointee.start_time != wb_no_pts { return begin(extent.start) }
        let media = streams.indices.filter { isMedia(streams[$0]) }
        guard !mayBeEmpty || !beginsEarly(media) else { return }
        var first: Double?
        var seen: Set<Int> = []
        var count = 0
        while count < Self.maximumEarlyPackets, seen.count < media.count, try readEarly() {
            count += 1
            let index = Int(packet.pointee.stream_index)
            if let time = timeOfPacket, isMedia(streams[index]), seen.insert(index).inserted { first = min(first ?? time, time) }
            packets.keepForLater()
            // A single packet shows that the file begins where it should.
            if mayBeEmpty, let first, first <= FileExtent.longestEmptyBeginning { return }
        }
        if let first { begin(first) }
    }

    /// More than any multiplexer writes before the first packet of another track that begins at the same time.
    private static let maximumEarlyPackets = 32

    private func isMedia(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        guard stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return false }
        return stream.pointee.kind == .video || stream.pointee.kind == .audio
    }

    /// Whether the index of the file, such as that of MP4, says that a track begins early enough.
    private func beginsEarly(_ media: [Int]) -> Bool {
        media.contains { index in
            let stream = streams[index]
            guard let entry = avformat_index_get_entry(stream, 0) else { return false }
            return stream.pointee.time_base.seconds(entry.pointee.timestamp) <= FileExtent.longestEmptyBeginning
        }
    }

    /// Reads the next packet. Playback reports damage when it comes there.
    private func readEarly() throws(CodecError) -> Bool {
        do { return try readPacket() } catch {
            if sourceError != nil { throw error }
            return false
        }
    }

    /// When the current packet is presented, in seconds on the file's own clock.
    private var timeOfPacket: Double? {
        let ticks = packet.pointee.pts != wb_no_pts ? packet.pointee.pts : packet.pointee.dts
        guard ticks != wb_no_pts else { return nil }
        return streams[Int(packet.pointee.stream_index)].pointee.time_base.seconds(ticks)
    }

    /// Whether the stated duration includes the time before the first packet.
    private var countsFromZero: Bool {
        let writer = Self.text(context.pointee.metadata, "encoder") ?? ""
        let format = context.pointee.iformat.pointee
        if format.isMatroska { return !writer.hasPrefix("GStreamer") }
        // Windows writes the distance to the first packet, FFmpeg the end of the last one.
        if format.isASF || format.isWTV { return writer.hasPrefix("Lavf") }
        return format.isMP4 || format.isNUT
    }
}

extension AVFormatContext {
    /// The length of an AVI file that was written to a pipe is not known. FFmpeg states the largest possible number of frames instead.
    var isUnfinishedAVI: Bool {
        iformat.pointee.isAVI && (0..<Int(nb_streams)).contains { streams[$0]!.pointee.nb_frames >= 0x4000_0000 }
    }

    var isOpusInOgg: Bool {
        iformat.pointee.isOgg && (0..<Int(nb_streams)).contains { streams[$0]!.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS }
    }
}

extension AVRational {
    /// A time in ticks of this length, in seconds.
    fileprivate func seconds(_ ticks: Int64) -> Double { Double(ticks) * Double(num) / Double(max(den, 1)) }
}
