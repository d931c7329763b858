// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import WindowboxMedia

/// The subtitles of a DVD in two files: an index (`.idx`), and the pictures (`.sub`), an MPEG programme stream.
///
/// FFmpeg's demuxer would open the second file by its path, which untrusted files must not do.
public struct VobSubFile: Sendable {
    /// One for each language, with its index as ``TextTrack/track``.
    public let tracks: [TextTrack]
    private let languages: [VobSubIndex.Language]
    private let formats: [TrackFormat]
    private let stream: [UInt8]

    /// The largest number of packets between the beginning of a subtitle and its end. The largest subtitle fills 33 packets of the usual
    /// size.
    private static let maximumPackets = 512

    /// - Parameter stream: the bytes of the `.sub` file.
    public init(_ index: VobSubIndex, stream: [UInt8]) {
        self.stream = stream
        languages = index.languages
        formats = languages.map { TrackFormat(vobSub: index.header, language: $0.language) }
        tracks = languages.enumerated().map { track, language in
            TextTrack(
                track: track, id: language.number, coding: .vobSub, header: index.header, name: language.name, language: language.language,
                isDefault: language.number == index.defaultNumber)
        }
    }

    /// Whether the first bytes of a file are those of a programme stream.
    public static func isStream(_ head: some Sequence<UInt8>) -> Bool { head.prefix(4).elementsEqual([0, 0, 1, 0xBA]) }

    /// The number of subtitles of a track, damaged ones included.
    public func count(of track: TextTrack) -> Int { languages.indices.contains(track.track) ? languages[track.track].entries.count : 0 }

    /// - Parameters:
    ///   - number: the number of the subtitle, from 0.
    ///   - track: one of ``tracks``.
    /// - Returns: nil when the stream has no complete subtitle there.
    /// - Throws: ``CodecError`` when out of memory.
    public func sample(_ number: Int, of track: TextTrack) throws(CodecError) -> Sample? {
        guard number >= 0, number < count(of: track) else { return nil }
        let language = languages[track.track]
        guard let unit = unit(at: language.entries[number].position, of: UInt8(language.number)) else { return nil }
        let packet = Packet()
        try check(av_new_packet(packet.raw, Int32(unit.count)), "allocating a sample")
        packet.raw.pointee.data.update(from: unit, count: unit.count)
        packet.raw.pointee.stream_index = Int32(track.track)
        packet.raw.pointee.flags |= AV_PKT_FLAG_KEY
        let time = Int64(language.entries[number].time)
        packet.raw.pointee.pts = time
        return Sample(format: formats[track.track], moving: packet.raw, presentation: time, decode: time)
    }

    /// The subpicture unit that begins with the pack at a position (ISO/IEC 13818-1, 2.5; its first two bytes are its size).
    private func unit(at position: Int, of number: UInt8) -> [UInt8]? {
        var offset = position
        var unit: [UInt8] = []
        for _ in 0..<Self.maximumPackets {
            guard offset >= 0, offset <= stream.count - 14, stream[offset] == 0, stream[offset + 1] == 0, stream[offset + 2] == 1 else {
                return nil
            }
            if stream[offset + 3] == 0xBA {
                // Version 1 of MPEG has shorter headers.
                offset += stream[offset + 4] & 0xC0 == 0x40 ? 14 + Int(stream[offset + 13] & 7) : 12
                continue
            }
            let end = offset + 6 + (Int(stream[offset + 4]) << 8 | Int(stream[offset + 5]))
            guard end <= stream.count else { return nil }
            if stream[offset + 3] == 0xBD, let start = payload(at: offset), start < end, stream[start] == 0x20 | number {
                unit += stream[(start + 1)..<end]
                if unit.count >= 2 {
                    let size = Int(unit[0]) << 8 | Int(unit[1])
                    guard size > 4 else { return nil }
                    if unit.count >= size { return Array(unit[..<size]) }
                }
            }
            offset = end
        }
        return nil
    }

    /// The offset of a PES packet's payload. It may lie beyond the packet's end.
    private func payload(at offset: Int) -> Int? {
        if stream[offset + 6] & 0xC0 == 0x80 {
            let start = offset + 9 + Int(stream[offset + 8])
            return start < stream.count ? start : nil
        }
        // Version 1: stuffing, the size of a buffer, and times.
        var start = offset + 6
        while start < stream.count, stream[start] == 0xFF, start < offset + 22 { start += 1 }
        if start < stream.count, stream[start] & 0xC0 == 0x40 { start += 2 }
        guard start < stream.count else { return nil }
        switch stream[start] >> 4 {
        case 2: start += 5
        case 3: start += 10
        case 0: start += 1
        default: return nil
        }
        return start < stream.count ? start : nil
    }
}

extension TrackFormat {
    /// A track of DVD subpictures that no container declares. Its times are milliseconds.
    /// - Parameter header: the index's lines about size and palette.
    convenience init(vobSub header: [UInt8], language: String?) {
        let parameters = avcodec_parameters_alloc()!
        parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
        parameters.pointee.codec_id = AV_CODEC_ID_DVD_SUBTITLE
        let data = av_mallocz(header.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))!.assumingMemoryBound(to: UInt8.self)
        data.update(from: header, count: header.count)
        parameters.pointee.extradata = data
        parameters.pointee.extradata_size = Int32(header.count)
        self.init(subtitles: parameters, coding: .vobSub, timescale: 1000, language: language)
    }
}
