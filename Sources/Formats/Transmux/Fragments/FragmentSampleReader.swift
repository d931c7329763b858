// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Reads the samples of a video track from what its source buffer is given: an initialization segment, then fragments, however they are
/// split.
///
/// It is lenient: what can't be read is passed over, because the source buffer has the last word.
struct FragmentSampleReader: Sendable {
    struct Sample: Sendable {
        /// On the clock of the fragments.
        var presentation: MediaTime
        var decode: MediaTime
        /// Ticks of the decode time.
        var duration: Int64
        var bytes: [UInt8]
    }

    private var rest: [UInt8] = []
    private var header: MovieHeader?
    private var pending: [MovieFragment.SampleLocation] = []
    /// The bytes before each NAL unit that hold its length.
    private(set) var lengthSize = 4
    /// The maximum size of a box in bytes.
    private static let largest: UInt64 = 64 << 20

    /// The track's codec (RFC 6381); nil before its initialization segment.
    var codec: String? { header?.tracks.first { $0.kind == .video }?.codec }

    mutating func append(_ bytes: [UInt8]) -> [Sample] {
        rest += bytes
        var samples: [Sample] = []
        var start = 0
        while let length = Self.length(rest, start), length >= 8 {
            guard length <= Self.largest else {
                rest = []
                return samples
            }
            guard rest.count - start >= Int(length) else { break }
            readBox(start..<(start + Int(length)), &samples)
            start += Int(length)
        }
        if start > 0 { rest.removeFirst(start) }
        return samples
    }

    /// Forgets a fragment that was given in part.
    mutating func reset() { (rest, pending) = ([], []) }

    private static func length(_ bytes: [UInt8], _ start: Int) -> UInt64? {
        var reader = ByteReader(bytes, start..<bytes.count)
        guard let size = reader.uint32(), reader.uint32() != nil else { return nil }
        return size == 1 ? reader.number(8) : UInt64(size)
    }

    private mutating func readBox(_ range: Range<Int>, _ samples: inout [Sample]) {
        var reader = ByteReader(rest, range)
        guard let size = reader.uint32(), let code = reader.uint32() else { return }
        switch FourCC(code) {
        case "moov":
            header = MovieHeader(Array(rest[range]))
            lengthSize = Self.lengthSize(rest, range) ?? 4
        case "moof":
            guard let track = header?.tracks.first(where: { $0.kind == .video }) else { return }
            pending = MovieFragment.sampleLocations(of: track, in: Array(rest[range]))
        case "mdat":
            let payload = range.lowerBound + (size == 1 ? 16 : 8)
            for location in pending {
                let first = location.offset.map { range.lowerBound + $0 } ?? payload
                var position = first
                for sample in location.samples {
                    guard position >= payload, sample.size <= range.upperBound - position else { break }
                    samples.append(
                        Sample(
                            presentation: sample.presentation, decode: sample.decode, duration: sample.duration,
                            bytes: Array(rest[position..<(position + sample.size)])))
                    position += sample.size
                }
            }
            pending = []
        default: break
        }
    }

    /// The size of NAL unit lengths according to `avcC` or `hvcC` (ISO/IEC 14496-15, 5.3.3 and 8.3.3).
    private static func lengthSize(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var location = range.lowerBound
        while location + 26 <= range.upperBound {
            let code =
                UInt32(bytes[location]) << 24 | UInt32(bytes[location + 1]) << 16 | UInt32(bytes[location + 2]) << 8
                | UInt32(bytes[location + 3])
            if FourCC(code) == "avcC" { return Int(bytes[location + 8] & 3) + 1 }
            if FourCC(code) == "hvcC" { return Int(bytes[location + 25] & 3) + 1 }
            location += 1
        }
        return nil
    }
}

extension MovieFragment {
    /// Where the samples of a run are.
    struct SampleLocation: Sendable {
        struct Sample: Sendable {
            var presentation: MediaTime
            var decode: MediaTime
            var duration: Int64
            var size: Int
        }

        /// Bytes from the beginning of the next box; nil for its content.
        var offset: Int?
        var samples: [Sample]
    }

    /// The samples of one track of a `moof`; none of what can't be read.
    static func sampleLocations(of track: MovieHeader.Track, in bytes: [UInt8]) -> [SampleLocation] {
        guard let box = BoxRange.first("moof", in: 0..<bytes.count, of: bytes) else { return [] }
        var sampleLocations: [SampleLocation] = []
        for fragment in BoxRange.all(in: box.payload, of: bytes) where fragment.kind == "traf" {
            guard let head = BoxRange.first("tfhd", in: fragment.payload, of: bytes) else { continue }
            var reader = ByteReader(bytes, head.payload)
            guard let flags = reader.uint32(), reader.uint32() == track.number else { continue }
            if flags & 1 != 0 { _ = reader.skip(8) }
            if flags & 2 != 0 { _ = reader.skip(4) }
            var (duration, size) = (track.duration, track.size)
            if flags & 0x8 != 0, let value = reader.uint32() { duration = value }
            if flags & 0x10 != 0, let value = reader.uint32() { size = value }
            guard let clock = BoxRange.first("tfdt", in: fragment.payload, of: bytes) else { continue }
            reader = ByteReader(bytes, clock.payload)
            guard let version = reader.uint8(), reader.skip(3), let start = reader.number(version == 1 ? 8 : 4), start < 1 << 62 else {
                continue
            }
            var decode = Int64(start) &- track.begin
            for run in BoxRange.all(in: fragment.payload, of: bytes) where run.kind == "trun" {
                guard let location = sampleLocation(run, bytes, track, duration, size, flags & 1 == 0, &decode) else { break }
                sampleLocations.append(location)
            }
        }
        return sampleLocations
    }

    private static func sampleLocation(
        _ run: BoxRange, _ bytes: [UInt8], _ track: MovieHeader.Track, _ duration: UInt32, _ size: UInt32, _ isRelative: Bool,
        _ decode: inout Int64
    ) -> SampleLocation? {
        var reader = ByteReader(bytes, run.payload)
        guard let flags = reader.uint32(), let count = reader.uint32(), count <= 1 << 20 else { return nil }
        var location = SampleLocation(samples: [])
        // Offsets count from the beginning of the moof or of the file.
        if flags & 1 != 0, let offset = reader.int32(), isRelative { location.offset = Int(offset) - bytes.count }
        if flags & 4 != 0 { _ = reader.skip(4) }
        for _ in 0..<count {
            var sample = (duration: Int64(duration), size: Int(size), composition: Int64(0))
            if flags & 0x100 != 0 {
                guard let value = reader.uint32() else { return nil }
                sample.duration = Int64(value)
            }
            if flags & 0x200 != 0 {
                guard let value = reader.uint32() else { return nil }
                sample.size = Int(value)
            }
            if flags & 0x400 != 0 { guard reader.skip(4) else { return nil } }
            if flags & 0x800 != 0 {
                guard let value = reader.int32() else { return nil }
                sample.composition = Int64(value)
            }
            location.samples.append(
                SampleLocation.Sample(
                    presentation: MediaTime(value: decode &+ sample.composition, timescale: track.timescale),
                    decode: MediaTime(value: decode, timescale: track.timescale), duration: sample.duration, size: sample.size))
            decode = decode &+ sample.duration
        }
        return location
    }
}
