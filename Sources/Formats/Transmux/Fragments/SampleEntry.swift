// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads the codec string (RFC 6381) from a sample entry.
struct SampleEntry {
    private let bytes: [UInt8]
    let codec: String

    init(_ bytes: [UInt8], _ entry: BoxRange, kind: TrackKind) {
        self.bytes = bytes
        guard let inside = Self.boxes(entry, bytes, isVideo: kind == .video) else {
            codec = entry.kind.text
            return
        }
        var kind = entry.kind
        if kind == "encv" || kind == "enca", let format = BoxRange.find(["sinf", "frma"], in: inside, of: bytes) {
            var reader = ByteReader(bytes, format.payload)
            if let original = reader.uint32() { kind = FourCC(original) }
        }
        codec = Self.codec(kind, inside, bytes)
    }

    /// Where the boxes are behind the fields of an entry; nil if it is too short.
    private static func boxes(_ entry: BoxRange, _ bytes: [UInt8], isVideo: Bool) -> Range<Int>? {
        // 78 bytes in a visual entry, 28 in an audio entry, 44 or 64 in those of QuickTime.
        var start = entry.payload.lowerBound + (isVideo ? 78 : 28)
        if !isVideo, entry.payload.count > 10 {
            let version = Int(bytes[entry.payload.lowerBound + 8]) << 8 | Int(bytes[entry.payload.lowerBound + 9])
            start += version == 1 ? 16 : version == 2 ? 36 : 0
        }
        return start <= entry.payload.upperBound ? start..<entry.payload.upperBound : nil
    }

    /// The `sinf` box of an encrypted entry.
    static func protection(_ entry: BoxRange, _ bytes: [UInt8]) -> BoxRange? {
        boxes(entry, bytes, isVideo: entry.kind == "encv").flatMap { BoxRange.first("sinf", in: $0, of: bytes) }
    }

    private static func codec(_ kind: FourCC, _ inside: Range<Int>, _ bytes: [UInt8]) -> String {
        func content(_ box: FourCC) -> ByteReader? {
            BoxRange.first(box, in: inside, of: bytes).map { ByteReader(bytes, $0.payload) }
        }
        switch kind {
        case "avc1", "avc3":
            guard var reader = content("avcC"), reader.skip(1), let profile = reader.number(3) else { break }
            return kind.text + "." + hexadecimal(UInt32(truncatingIfNeeded: profile), digits: 6)
        case "hvc1", "hev1":
            if let reader = content("hvcC"), let detail = h265(reader) { return kind.text + detail }
        case "mp4a":
            if let reader = content("esds") { return audio(reader, bytes) }
        case "av01":
            guard var reader = content("av1C"), reader.skip(1), let levels = reader.uint8(), let depth = reader.uint8() else { break }
            let bits = depth & 0x40 == 0 ? "08" : depth & 0x20 == 0 ? "10" : "12"
            return "av01." + String(levels >> 5) + "." + two(Int(levels & 31)) + (depth & 0x80 == 0 ? "M" : "H") + "." + bits
        case "vp09":
            guard var reader = content("vpcC"), reader.skip(4), let profile = reader.uint8(), let level = reader.uint8(),
                let depth = reader.uint8()
            else { break }
            return "vp09." + two(Int(profile)) + "." + two(Int(level)) + "." + two(Int(depth >> 4))
        case "Opus": return "opus"
        case "fLaC": return "flac"
        case ".mp3": return "mp3"
        default: break
        }
        return kind.text
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// ISO/IEC 14496-15, annex E.
    private static func h265(_ reader: ByteReader) -> String? {
        var reader = reader
        guard reader.skip(1), let first = reader.uint8(), let flags = reader.uint32(), let constraints = reader.number(6),
            let level = reader.uint8()
        else { return nil }
        let space = ["", "A", "B", "C"][Int(first >> 6)]
        var reversed: UInt32 = 0
        for bit in 0..<32 where flags >> UInt32(bit) & 1 == 1 { reversed |= 1 << UInt32(31 - bit) }
        var text = "." + space + String(first & 31) + "." + withoutZeros(reversed) + (first & 0x20 == 0 ? ".L" : ".H") + String(level)
        var rest = constraints
        var index = 0
        while rest & 0xFFFF_FFFF_FFFF != 0, index < 6 {
            text += "." + withoutZeros(UInt32(rest >> 40 & 0xFF))
            rest = rest << 8 & 0xFFFF_FFFF_FFFF
            index += 1
        }
        return text
    }

    private static func withoutZeros(_ value: UInt32) -> String {
        var digits = 1
        while digits < 8, value >> UInt32(4 * digits) != 0 { digits += 1 }
        return hexadecimal(value, digits: digits)
    }

    /// `mp4a.` with the object type indication, and for MPEG-4 audio the object type (ISO/IEC 14496-1, 7.2.6).
    private static func audio(_ reader: ByteReader, _ bytes: [UInt8]) -> String {
        var reader = reader
        guard reader.skip(4), descriptor(&reader) == 3, reader.skip(2), let flags = reader.uint8() else { return "mp4a.40.2" }
        if flags & 0x80 != 0 { _ = reader.skip(2) }
        if flags & 0x40 != 0, let length = reader.uint8() { _ = reader.skip(Int(length)) }
        if flags & 0x20 != 0 { _ = reader.skip(2) }
        guard descriptor(&reader) == 4, let indication = reader.uint8(), reader.skip(12) else { return "mp4a.40.2" }
        guard indication == 0x40 else { return "mp4a." + hexadecimal(UInt32(indication), digits: 2, isUpperCase: true) }
        guard descriptor(&reader) == 5, let first = reader.uint8() else { return "mp4a.40.2" }
        let object = Int(first >> 3)
        guard object == 31, let second = reader.uint8() else { return "mp4a.40." + String(object) }
        return "mp4a.40." + String(32 + (Int(first & 7) << 3 | Int(second >> 5)))
    }

    /// Reads a descriptor's tag and skips its length.
    private static func descriptor(_ reader: inout ByteReader) -> UInt8? {
        guard let tag = reader.uint8() else { return nil }
        for _ in 0..<4 {
            guard let byte = reader.uint8() else { return nil }
            if byte & 0x80 == 0 { return tag }
        }
        return tag
    }
}
