// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A box within an array of bytes (ISO/IEC 14496-12, 4.2).
struct BoxRange {
    var kind: FourCC
    /// The whole box, and its content after the header.
    var range: Range<Int>
    var payload: Range<Int>

    /// The boxes of a range. Stops at the first one that doesn't fit.
    static func all(in range: Range<Int>, of bytes: [UInt8]) -> [BoxRange] {
        var boxes: [BoxRange] = []
        var reader = ByteReader(bytes, range)
        while let size = reader.uint32(), let kind = reader.uint32() {
            let start = reader.offset - 8
            var length = UInt64(size)
            if size == 1 {
                guard let long = reader.number(8) else { break }
                length = long
            } else if size == 0 {
                length = UInt64(reader.end - start)
            }
            let head = reader.offset - start
            guard length >= UInt64(head), length <= UInt64(reader.end - start) else { break }
            let end = start + Int(length)
            boxes.append(BoxRange(kind: FourCC(kind), range: start..<end, payload: reader.offset..<end))
            reader = ByteReader(bytes, end..<range.upperBound)
        }
        return boxes
    }

    static func first(_ kind: FourCC, in range: Range<Int>, of bytes: [UInt8]) -> BoxRange? {
        all(in: range, of: bytes).first { $0.kind == kind }
    }

    static func find(_ path: [FourCC], in range: Range<Int>, of bytes: [UInt8]) -> BoxRange? {
        var found: BoxRange?
        var range = range
        for kind in path {
            guard let box = first(kind, in: range, of: bytes) else { return nil }
            found = box
            range = box.payload
        }
        return found
    }
}

/// What a `moov` says about the tracks of fragments.
struct MovieHeader: Sendable {
    struct Track: Sendable {
        var number: UInt32
        var kind: TrackKind
        var timescale: Int32
        var codec: String
        /// The presentation time at which the track begins, in its ticks (`elst`).
        var begin: Int64 = 0
        /// Defaults of `trex`.
        var duration: UInt32 = 0
        var size: UInt32 = 0
        var flags: UInt32 = 0
        /// Where the track's `trak` and `trex` are in the header.
        var boxes: [Range<Int>] = []
    }

    let bytes: [UInt8]
    private(set) var tracks: [Track] = []
    /// The positions of the tracks and their defaults that belong to no track above.
    private var otherBoxes: [Range<Int>] = []
    private(set) var skipped: [String] = []

    /// - Parameter bytes: an initialization section. nil if it has no `moov`.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard let movie = BoxRange.first("moov", in: 0..<bytes.count, of: bytes) else { return nil }
        let boxes = BoxRange.all(in: movie.payload, of: bytes)
        for box in boxes where box.kind == "trak" {
            guard let track = track(box), !tracks.contains(where: { $0.kind == track.kind || $0.number == track.number }) else {
                otherBoxes.append(box.range)
                continue
            }
            tracks.append(track)
        }
        for extends in boxes where extends.kind == "mvex" {
            for box in BoxRange.all(in: extends.payload, of: bytes) where box.kind == "trex" { readDefaults(box) }
        }
    }

    /// The header with only the track of a kind: the other ones become free space, so that nothing moves.
    func initialization(_ kind: TrackKind) -> [UInt8] {
        var masked = bytes
        for track in tracks where track.kind != kind { for range in track.boxes { Self.free(&masked, range) } }
        for range in otherBoxes { Self.free(&masked, range) }
        return masked
    }

    static func free(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for (index, byte) in "free".utf8.enumerated() { bytes[range.lowerBound + 4 + index] = byte }
    }

    private mutating func readDefaults(_ box: BoxRange) {
        var reader = ByteReader(bytes, box.payload)
        guard reader.skip(4), let number = reader.uint32(), reader.skip(4), let duration = reader.uint32(), let size = reader.uint32(),
            let flags = reader.uint32()
        else { return }
        guard let index = tracks.firstIndex(where: { $0.number == number }) else { return otherBoxes.append(box.range) }
        tracks[index].duration = duration
        tracks[index].size = size
        tracks[index].flags = flags
        tracks[index].boxes.append(box.range)
    }

    private mutating func track(_ box: BoxRange) -> Track? {
        guard let head = BoxRange.first("tkhd", in: box.payload, of: bytes),
            let media = BoxRange.first("mdia", in: box.payload, of: bytes),
            let clock = BoxRange.first("mdhd", in: media.payload, of: bytes),
            let handler = BoxRange.first("hdlr", in: media.payload, of: bytes),
            let table = BoxRange.find(["minf", "stbl", "stsd"], in: media.payload, of: bytes)
        else { return nil }
        var reader = ByteReader(bytes, handler.payload)
        guard reader.skip(8), let handlerType = reader.uint32() else { return nil }
        let kind: TrackKind
        switch FourCC(handlerType) {
        case "vide": kind = .video
        case "soun": kind = .audio
        default:
            skipped.append("a track of type " + FourCC(handlerType).text)
            return nil
        }
        guard let number = versioned(head, 8, 16), let scale = versioned(clock, 8, 16), scale > 0, scale <= UInt32(Int32.max) else {
            return nil
        }
        guard table.payload.count > 8,
            let entry = BoxRange.all(in: (table.payload.lowerBound + 8)..<table.payload.upperBound, of: bytes).first
        else { return nil }
        let codec = SampleEntry(bytes, entry, kind: kind).codec
        return Track(
            number: number, kind: kind, timescale: Int32(scale), codec: codec, begin: begin(box), boxes: [box.range])
    }

    /// A field after the two times of a box with a version.
    private func versioned(_ box: BoxRange, _ short: Int, _ long: Int) -> UInt32? {
        var reader = ByteReader(bytes, box.payload)
        guard let version = reader.uint8(), reader.skip(3), reader.skip(version == 1 ? long : short) else { return nil }
        return reader.uint32()
    }

    /// The media time of the first edit that isn't empty, as Media Source Extensions read it.
    private func begin(_ track: BoxRange) -> Int64 {
        guard let list = BoxRange.find(["edts", "elst"], in: track.payload, of: bytes) else { return 0 }
        var reader = ByteReader(bytes, list.payload)
        guard let version = reader.uint8(), reader.skip(3), let count = reader.uint32(), count > 0 else { return 0 }
        let size = version == 1 ? 8 : 4
        guard reader.number(size) != nil, let raw = reader.number(size) else { return 0 }
        let time = version == 1 ? Int64(bitPattern: raw) : Int64(Int32(truncatingIfNeeded: raw))
        return max(0, time)
    }
}
