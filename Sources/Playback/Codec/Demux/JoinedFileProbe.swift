// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// Checks at a few offsets whether a file may consist of several concatenated recordings. The caller must seek before it reads on.
struct JoinedFileProbe {
    let context: UnsafeMutablePointer<AVFormatContext>
    /// A scratch packet; its content is replaced.
    let packet: UnsafeMutablePointer<AVPacket>

    /// - Parameter isRemote: reading all of the file is expensive.
    func isJoined(isRemote: Bool) -> Bool {
        let format = context.pointee.iformat.pointee
        let size = avio_size(context.pointee.pb)
        guard size > 0 else { return false }
        guard format.isOfLinks else { return JoinedFileMap.areJoined(points(size, of: format), isRemote: isRemote) }
        let offset = avio_tell(context.pointee.pb)
        defer { avio_seek(context.pointee.pb, offset, SEEK_SET) }
        let head = bytes(at: 0, count: 8192)
        if format.isOgg { return OggPages.areChained(head: head, tail: bytes(at: max(size - 131_072, 0), count: 131_072)) }
        guard let end = MatroskaSegment.end(in: head), end + 4 < size else { return false }
        return bytes(at: end, count: 4) == MatroskaSegment.start
    }

    /// Timestamps at a few offsets of the file.
    private func points(_ size: Int64, of format: AVInputFormat) -> [(position: Int64, time: Double)] {
        let streams = (0..<Int(context.pointee.nb_streams)).map { context.pointee.streams[$0]! }
        let leading = streams.first { $0.pointee.kind == .video } ?? streams.first { $0.pointee.kind == .audio }
        guard let leading, leading.pointee.time_base.den > 0 else { return [] }
        if format.isFLAC { return framesOfFLAC(size, sampleRate: Double(leading.pointee.codecpar.pointee.sample_rate)) }
        let tick = Double(leading.pointee.time_base.num) / Double(leading.pointee.time_base.den)
        return Self.offsets(size).compactMap { offset in
            guard av_seek_frame(context, -1, offset, AVSEEK_FLAG_BYTE) >= 0 else { return nil }
            for _ in 0..<500 {
                av_packet_unref(packet)
                guard av_read_frame(context, packet) >= 0 else { return nil }
                let ticks = packet.pointee.dts != wb_no_pts ? packet.pointee.dts : packet.pointee.pts
                guard packet.pointee.stream_index == leading.pointee.index, packet.pointee.pos >= 0, ticks != wb_no_pts else { continue }
                return (packet.pointee.pos, Double(ticks) * tick)
            }
            return nil
        }
    }

    /// Frames at a few offsets of a FLAC file, read from their headers.
    ///
    /// FFmpeg must not read packets there. It adds each packet to its index for later seeks, with the offset at which its parser reads
    /// (`AVFMT_GENERIC_INDEX`). After a jump into the middle of a frame, that offset is several frames beyond the packet, so a seek that
    /// uses the index begins inside a frame: the first packet is damaged and has no time.
    private func framesOfFLAC(_ size: Int64, sampleRate: Double) -> [(position: Int64, time: Double)] {
        guard sampleRate > 0 else { return [] }
        let offset = avio_tell(context.pointee.pb)
        defer { avio_seek(context.pointee.pb, offset, SEEK_SET) }
        return Self.offsets(size).compactMap { offset in
            // Two frames are rarely longer than the first of these, and never than the second, except with many channels.
            for count in [32 << 10, 160 << 10] {
                let bytes = bytes(at: offset, count: count)
                guard let (index, sample) = bytes.withUnsafeBytes(FLACFrames.first) else { continue }
                return (offset + Int64(index), Double(sample) / sampleRate)
            }
            return nil
        }
    }

    private static func offsets(_ size: Int64) -> [Int64] { (0..<Int64(9)).map { size / 9 * $0 } }

    private func bytes(at position: Int64, count: Int) -> [UInt8] {
        guard avio_seek(context.pointee.pb, position, SEEK_SET) >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = Int(max(avio_read(context.pointee.pb, buffer.baseAddress, Int32(count)), 0))
        }
    }
}

extension AVStream {
    /// Video or audio; nil for others and for images that are attached.
    var kind: TrackKind? {
        switch codecpar.pointee.codec_type {
        case AVMEDIA_TYPE_VIDEO where disposition & AV_DISPOSITION_ATTACHED_PIC == 0: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        default: nil
        }
    }
}

/// The pages of an Ogg file (RFC 3533).
enum OggPages {
    private struct Page {
        var serial: [UInt8]
        var isFirst: Bool
    }

    /// Whether the last page belongs to none of the streams with which the file begins.
    static func areChained(head: [UInt8], tail: [UInt8]) -> Bool {
        let begun = pages(in: head).prefix { $0.isFirst }
        guard !begun.isEmpty, let last = pages(in: tail).last else { return false }
        return !begun.contains { $0.serial == last.serial }
    }

    private static func pages(in bytes: [UInt8]) -> [Page] {
        var pages: [Page] = []
        var index = 0
        while index + 27 <= bytes.count {
            guard bytes[index..<index + 5].elementsEqual([0x4F, 0x67, 0x67, 0x53, 0]) else {
                index += 1
                continue
            }
            pages.append(Page(serial: Array(bytes[index + 14..<index + 18]), isFirst: bytes[index + 5] & 2 != 0))
            index += 27
        }
        return pages
    }
}

/// The extent of the segment of a Matroska file (RFC 9559).
enum MatroskaSegment {
    /// The EBML header, with which a file begins.
    static let start: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

    /// The offset of the segment's end; nil if the file doesn't state it.
    static func end(in head: [UInt8]) -> Int64? {
        guard head.starts(with: start), let header = size(in: head, at: 4) else { return nil }
        let begin = header.end + header.size
        guard begin + 4 <= head.count, head[begin..<begin + 4].elementsEqual([0x18, 0x53, 0x80, 0x67]),
            let segment = size(in: head, at: begin + 4)
        else { return nil }
        return Int64(segment.end + segment.size)
    }

    private static func size(in bytes: [UInt8], at index: Int) -> (size: Int, end: Int)? {
        guard index < bytes.count else { return nil }
        let length = bytes[index].leadingZeroBitCount + 1
        guard length <= 8, index + length <= bytes.count else { return nil }
        let value = bytes[index..<index + length].reduce(0) { $0 << 8 | Int($1) } & (1 << (7 * length) - 1)
        // All ones: unknown.
        guard value < 1 << (7 * length) - 1, value < Int(UInt32.max) << 16 else { return nil }
        return (value, index + length)
    }
}
