// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

// Seeking in files that consist of several recordings, whose timestamps don't tell where a packet is.
//
// Within the part that one of the file's demuxers has read, a seek goes to the offset of a keyframe. For a target beyond it, a few
// timestamps are read to find out whether the file may consist of several recordings. If it may, it is read up to the target and no
// further: over a network, that is as much as playing up to there. FFmpeg's search, which assumes that timestamps only increase, is used
// for all other files.
extension Demuxer {
    /// Whether the file's clock may jump, and it can be read at any offset.
    package var mayBeJoined: Bool { clock != nil && isSeekable }

    /// Finds out whether the file consists of several recordings, and if so, reads all of it.
    /// - Returns: whether all of it is known.
    /// - Throws: ``CodecError`` when the source can't be read.
    package func survey() throws(CodecError) -> Bool {
        guard mayBeJoined, let map = clock?.map else { return false }
        if map.isJoined == nil { map.isJoined = try looksJoined() }
        guard map.jumps else { return false }
        try scan(to: .infinity)
        return true
    }

    /// Goes to the last keyframe at or before a time.
    /// - Parameter time: seconds on the timeline.
    /// - Returns: false for files that FFmpeg can search.
    func jumpByMap(to time: Double) throws(CodecError) -> Bool {
        guard let clock, isSeekable else { return false }
        let map = clock.map
        let position = time + origin
        let isKnown = map.reaches(position + 1)
        if map.isJoined == nil, !isKnown || !clock.readsAnywhere {
            map.isJoined = try looksJoined()
        }
        if !isKnown {
            guard map.jumps else { return false }
            try scan(to: position + 1)
        }
        guard clock.readsAnywhere || map.jumps, let key = map.key(at: position) else { return false }
        try go(to: key)
        return true
    }

    /// Whether the file may consist of several recordings. Reading must continue elsewhere afterwards.
    private func looksJoined() throws(CodecError) -> Bool {
        defer { av_packet_unref(packet) }
        let isJoined = JoinedFileProbe(context: context, packet: packet).isJoined(isRemote: clock?.map.isRemote ?? false)
        if let error = sourceError { throw error }
        return isJoined
    }

    private var isSeekable: Bool { context.pointee.pb.pointee.seekable != 0 }

    private func go(to key: JoinedFileMap.Key?) throws(CodecError) {
        if clock!.readsAnywhere {
            discardState(.key(key))
            try check(av_seek_frame(context, -1, key?.position ?? 0, AVSEEK_FLAG_BYTE), "seeking")
        } else {
            // FFmpeg can't go back to an earlier link of an Ogg file, nor to an offset of a Matroska file.
            try reopen()
            if let key { clock!.skip(to: key.position) }
        }
    }

    /// Reads the file up to a time, starting at the end of the known part.
    /// - Parameter time: seconds on the timeline.
    private func scan(to time: Double) throws(CodecError) {
        let map = clock!.map
        try go(to: map.lastKey)
        while !map.reaches(time) {
            guard try readOn() else {
                map.complete()
                return
            }
            let stream = context.pointee.streams[Int(packet.pointee.stream_index)]!
            if let kind = stream.pointee.kind { restateClock(stream, kind) }
            av_packet_unref(packet)
        }
    }

    /// Reads the next packet. Damage ends the search, but not playback.
    private func readOn() throws(CodecError) -> Bool {
        do { return try readPacket() } catch {
            if sourceError != nil { throw error }
            return false
        }
    }

    /// Records the current packet, whose times are on the timeline, if decoding can begin with it.
    /// - Parameter shift: the shift of its times, in seconds.
    func noteKey(_ kind: TrackKind, shift: Double, rate: Double) {
        guard let clock, isSeekable, clock.linearizer.extendsMap, packet.pointee.pos >= 0, packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        else { return }
        guard kind == .video || kind == .audio && !streams.contains(where: { $0.pointee.kind == .video }) else { return }
        let ticks = packet.pointee.pts != wb_no_pts ? packet.pointee.pts : packet.pointee.dts
        clock.map.add(JoinedFileMap.Key(time: Double(ticks) / rate, position: packet.pointee.pos, shift: shift))
    }
}
