// SPDX-License-Identifier: Apache-2.0

/// One fragment of a file: a `moof` and its `mdat`.
struct MediaFragment: Hashable, Sendable {
    /// The position in the file, in bytes.
    var offset: Int
    var length: Int
    /// The first sample's decode time and the total duration, in ticks.
    var time: Int
    var duration: Int
    /// Ticks from the first sample's decode time to its presentation time.
    var lead: Int
    var startsWithKey: Bool
    /// The offset of the first sample's end in the fragment, in bytes.
    var firstSampleEnd: Int
    /// The position and the size of the decode time in the file, in bytes.
    var timeOffset: Int
    var timeLength: Int

    /// - Parameters:
    ///   - head: the `moof` box.
    ///   - offset: its position in the file.
    ///   - length: its length including the following `mdat`.
    init?(head: [UInt8], offset: Int, length: Int) {
        let reader = BoxReader(bytes: head)
        guard let track = reader.find(["moof", "traf"], in: 0..<head.count),
            let clock = reader.find(["tfdt"], in: track.payload), let version = reader.number(clock.payload.lowerBound, 1)
        else { return nil }
        timeLength = version == 1 ? 8 : 4
        let timeStart = clock.payload.lowerBound + 4
        guard let time = reader.number(timeStart, timeLength), time < UInt64(Int64.max) else { return nil }
        guard let samples = SampleTable(reader, track: track) else { return nil }
        timeOffset = offset + timeStart
        self.offset = offset
        self.length = length
        self.time = Int(time)
        duration = samples.duration
        lead = samples.lead
        startsWithKey = samples.startsWithKey
        firstSampleEnd = samples.firstSampleEnd
        guard firstSampleEnd > 0, firstSampleEnd <= length, duration > 0 else { return nil }
    }
}

/// The samples of a track fragment, from its `tfhd` and `trun` boxes (ISO/IEC 14496-12, 8.8.7 and 8.8.8).
private struct SampleTable {
    var duration = 0
    var lead = 0
    var startsWithKey = false
    var firstSampleEnd = 0
    private var isFirst = true
    /// The limit of samples that are not listed.
    private static let maxAlike = 1 << 20

    init?(_ reader: BoxReader, track: BoxReader.Box) {
        guard let head = reader.find(["tfhd"], in: track.payload), let flags = reader.uint32(head.payload.lowerBound) else { return nil }
        var offset = head.payload.lowerBound + 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
        var defaults: [Int: Int] = [:]
        for bit in [0x8, 0x10, 0x20] where flags & bit != 0 {
            guard let value = reader.uint32(offset) else { return nil }
            defaults[bit] = value
            offset += 4
        }
        for run in reader.boxes(in: track.payload) where run.kind == "trun" {
            guard read(run, reader, defaults) else { return nil }
        }
        if isFirst { return nil }
    }

    private mutating func read(_ run: BoxReader.Box, _ reader: BoxReader, _ defaults: [Int: Int]) -> Bool {
        let start = run.payload.lowerBound
        guard let flags = reader.uint32(start), let count = reader.uint32(start + 4) else { return false }
        // Samples that are all alike, such as those of silence, are not listed.
        guard count <= (flags & 0xF00 == 0 ? Self.maxAlike : run.payload.count) else { return false }
        var offset = start + 8
        var dataOffset = 0
        if flags & 1 != 0 {
            dataOffset = reader.int32(offset) ?? 0
            offset += 4
        }
        var firstFlags: Int?
        if flags & 4 != 0 {
            firstFlags = reader.uint32(offset)
            offset += 4
        }
        for sample in 0..<count {
            var values = (duration: defaults[0x8] ?? 0, size: defaults[0x10] ?? 0, flags: defaults[0x20] ?? 0, composition: 0)
            for bit in [0x100, 0x200, 0x400, 0x800] where flags & bit != 0 {
                guard offset + 4 <= run.payload.upperBound, let value = reader.uint32(offset), let signed = reader.int32(offset) else {
                    return false
                }
                switch bit {
                case 0x100: values.duration = value
                case 0x200: values.size = value
                case 0x400: values.flags = value
                default: values.composition = signed
                }
                offset += 4
            }
            duration += values.duration
            if isFirst, sample == 0 {
                isFirst = false
                lead = values.composition
                startsWithKey = (firstFlags ?? values.flags) & 0x10000 == 0
                firstSampleEnd = dataOffset + values.size
            }
        }
        return true
    }
}
