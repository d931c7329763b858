// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The track fragments of a `moof` (ISO/IEC 14496-12, 8.8).
struct MovieFragment {
    struct Run {
        var kind: TrackKind
        var times: FragmentTimes
    }

    private(set) var runs: [Run] = []
    private let bytes: [UInt8]
    /// Where each track's `traf` is.
    private var ranges: [(kind: TrackKind?, range: Range<Int>)] = []
    /// The maximum number of samples in a fragment.
    private static let maxSamples: UInt32 = 1 << 20

    /// - Parameters:
    ///   - bytes: a whole `moof` box.
    ///   - defaultTimes: the decode times at which tracks without `tfdt` continue.
    init(_ bytes: [UInt8], header: MovieHeader) throws(TransmuxError) {
        self.bytes = bytes
        guard let box = BoxRange.first("moof", in: 0..<bytes.count, of: bytes) else {
            throw TransmuxError(.malformed, "a moof box is damaged; package the segment again")
        }
        for fragment in BoxRange.all(in: box.payload, of: bytes) where fragment.kind == "traf" {
            guard let head = BoxRange.first("tfhd", in: fragment.payload, of: bytes) else {
                throw TransmuxError(.malformed, "a track fragment has no tfhd box; package the segment again")
            }
            var reader = ByteReader(bytes, head.payload)
            guard let flags = reader.uint32(), let number = reader.uint32() else {
                throw TransmuxError(.malformed, "a tfhd box ends early; package the segment again")
            }
            let track = header.tracks.first { $0.number == number }
            ranges.append((track?.kind, fragment.range))
            guard let track else { continue }
            if flags & 1 != 0 { _ = reader.skip(8) }
            if flags & 2 != 0 { _ = reader.skip(4) }
            var defaults = Defaults(duration: track.duration, flags: track.flags)
            if flags & 0x8 != 0, let duration = reader.uint32() { defaults.duration = duration }
            if flags & 0x10 != 0 { _ = reader.skip(4) }
            if flags & 0x20 != 0, let value = reader.uint32() { defaults.flags = value }
            if let times = try times(of: fragment, track, defaults) { runs.append(Run(kind: track.kind, times: times)) }
        }
    }

    /// The box with the fragment of one track alone: the other ones become free space, so that no sample moves.
    func masked(_ kind: TrackKind) -> [UInt8] {
        var masked = bytes
        for entry in ranges where entry.kind != kind { MovieHeader.free(&masked, entry.range) }
        return masked
    }

    private struct Defaults {
        var duration: UInt32
        var flags: UInt32
    }

    private func times(of fragment: BoxRange, _ track: MovieHeader.Track, _ defaults: Defaults) throws(TransmuxError) -> FragmentTimes? {
        let boxes = BoxRange.all(in: fragment.payload, of: bytes)
        guard let clock = boxes.first(where: { $0.kind == "tfdt" }) else {
            throw TransmuxError(.malformed, "a track fragment has no tfdt box, so its time is unknown; package the segment again")
        }
        var reader = ByteReader(bytes, clock.payload)
        guard let version = reader.uint8(), reader.skip(3), let start = reader.number(version == 1 ? 8 : 4), start < 1 << 62 else {
            throw TransmuxError(.malformed, "a tfdt box ends early or states an absurd time; package the segment again")
        }
        var decode = Int64(start)
        var found: (first: Int64, decode: Int64, start: Int64, end: Int64, key: Int64?)?
        for run in boxes where run.kind == "trun" {
            var reader = ByteReader(bytes, run.payload)
            guard let flags = reader.uint32(), let count = reader.uint32(), count <= Self.maxSamples else {
                throw TransmuxError(.malformed, "a trun box ends early or counts too many samples; package the segment again")
            }
            if flags & 1 != 0 { _ = reader.skip(4) }
            let first = flags & 4 != 0 ? reader.uint32() : nil
            // Samples without fields of their own take no bytes, so that a small box may count a million: only two of them differ.
            let isUniform = flags & 0xF00 == 0
            for index in 0..<(isUniform ? min(count, 2) : count) {
                var sample = defaults
                if index == 0, let first { sample.flags = first }
                var composition: Int64 = 0
                if flags & 0x100 != 0 {
                    guard let duration = reader.uint32() else { throw Self.short }
                    sample.duration = duration
                }
                if flags & 0x200 != 0 { guard reader.skip(4) else { throw Self.short } }
                if flags & 0x400 != 0 {
                    guard let value = reader.uint32() else { throw Self.short }
                    sample.flags = value
                }
                if flags & 0x800 != 0 {
                    guard let offset = reader.int32() else { throw Self.short }
                    composition = Int64(offset)
                }
                let presentation = decode &+ composition &- track.begin
                let end = presentation &+ Int64(sample.duration)
                let isKey = track.kind == .audio || sample.flags & 0x1_0000 == 0
                if let known = found {
                    found = (
                        known.first, known.decode, min(known.start, presentation), max(known.end, end),
                        known.key ?? (isKey ? presentation : nil)
                    )
                } else {
                    found = (presentation, decode &- track.begin, presentation, end, isKey ? presentation : nil)
                }
                decode = decode &+ Int64(sample.duration)
            }
            if isUniform, count > 2, let known = found {
                decode = decode &+ Int64(count - 2) &* Int64(defaults.duration)
                found = (known.first, known.decode, known.start, max(known.end, decode &- track.begin), known.key)
            }
        }
        guard let found else { return nil }
        func time(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: track.timescale) }
        return FragmentTimes(
            first: time(found.first), firstDecode: time(found.decode), start: time(found.start), end: time(found.end),
            firstKey: found.key.map(time))
    }

    private static var short: TransmuxError {
        TransmuxError(.malformed, "a trun box has fewer samples than it counts; package the segment again")
    }
}
