// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The header of a fragmented file with one track.
struct TrackHeader: Hashable, Sendable {
    /// Ticks per second.
    var timescale: Int
    /// RFC 6381; nil if the codec is none of those of video renditions.
    var codecs: String?
    /// In pixels; 0 for audio.
    var width = 0
    var height = 0

    /// - Parameter bytes: a `moov` box.
    init?(_ bytes: [UInt8]) {
        let reader = BoxReader(bytes: bytes)
        guard let media = reader.find(["moov", "trak", "mdia"], in: 0..<bytes.count),
            let head = reader.find(["mdhd"], in: media.payload), let version = reader.number(head.payload.lowerBound, 1),
            let scale = reader.uint32(head.payload.lowerBound + (version == 1 ? 20 : 12)), scale > 0
        else { return nil }
        timescale = scale
        guard let table = reader.find(["minf", "stbl", "stsd"], in: media.payload), table.payload.count > 8,
            let entry = reader.boxes(in: (table.payload.lowerBound + 8)..<table.payload.upperBound).first,
            ["avc1", "hvc1", "av01"].contains(entry.kind), entry.payload.count > 78
        else { return }
        // A visual sample entry has 78 bytes before its boxes.
        width = reader.number(entry.payload.lowerBound + 24, 2).map { Int($0) } ?? 0
        height = reader.number(entry.payload.lowerBound + 26, 2).map { Int($0) } ?? 0
        let boxes = (entry.payload.lowerBound + 78)..<entry.payload.upperBound
        switch entry.kind {
        case "avc1": codecs = reader.find(["avcC"], in: boxes).flatMap { Self.h264(reader, $0.payload.lowerBound) }
        case "hvc1": codecs = reader.find(["hvcC"], in: boxes).flatMap { Self.hevc(reader, $0.payload.lowerBound) }
        default: codecs = reader.find(["av1C"], in: boxes).flatMap { Self.av1(reader, $0.payload.lowerBound) }
        }
    }

    private static func h264(_ reader: BoxReader, _ offset: Int) -> String? {
        reader.number(offset + 1, 3).map { "avc1." + String(format: "%06x", Int($0)) }
    }

    /// ISO/IEC 14496-15, annex E.3.
    private static func hevc(_ reader: BoxReader, _ offset: Int) -> String? {
        guard let first = reader.number(offset + 1, 1).map({ Int($0) }), let flags = reader.number(offset + 2, 4).map({ UInt32($0) }),
            let constraints = reader.number(offset + 6, 6), let level = reader.number(offset + 12, 1)
        else { return nil }
        let space = ["", "A", "B", "C"][first >> 6]
        // The flags in reverse order of bits.
        var reversed: UInt32 = 0
        for bit in 0..<32 where flags >> bit & 1 == 1 { reversed |= 1 << (31 - bit) }
        var parts = [
            "hvc1", "\(space)\(first & 31)", String(reversed, radix: 16, uppercase: true), "\(first >> 5 & 1 == 1 ? "H" : "L")\(level)",
        ]
        var bytes = (0..<6).map { Int(constraints >> (40 - 8 * $0) & 0xFF) }
        while bytes.last == 0 { bytes.removeLast() }
        parts += bytes.map { String($0, radix: 16, uppercase: true) }
        return parts.joined(separator: ".")
    }

    /// AV1 Codec ISO Media File Format Binding, section 5.
    private static func av1(_ reader: BoxReader, _ offset: Int) -> String? {
        guard let first = reader.number(offset + 1, 1).map({ Int($0) }), let second = reader.number(offset + 2, 1).map({ Int($0) }) else {
            return nil
        }
        let depth = second & 0x40 == 0 ? 8 : second & 0x20 == 0 ? 10 : 12
        return "av01.\(first >> 5)." + String(format: "%02d", first & 31) + (second & 0x80 == 0 ? "M." : "H.")
            + String(format: "%02d", depth)
    }
}
