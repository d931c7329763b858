// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Turns H.264 in a byte stream (ITU-T H.264, annex B) into samples with length fields (ISO/IEC 14496-15).
struct H264Assembler: Sendable {
    private var sequenceSets: [[UInt8]] = []
    private var pictureSets: [[UInt8]] = []
    /// The sets have changed since the last description.
    private var isChanged = false
    /// Ticks between the last two samples; for access units without a time of their own.
    private var spacing: Int64 = 3003
    private var last: Int64?
    /// Nothing is passed on before a frame that can be decoded alone, after a loss.
    private var awaitsKey = false

    /// Bytes of the picture parameter sets together, and of a sequence parameter set: each new set repeats all in a sample entry.
    private static let largestSets = 16 << 10

    /// Packets are missing: the next frames refer to frames that are damaged.
    mutating func lost() { awaitsKey = true }

    /// The description of the track, if it is new.
    mutating func takeDescription() -> TrackDescription? {
        guard isChanged, let first = sequenceSets.first, !pictureSets.isEmpty, let parameters = H264Parameters(first) else { return nil }
        isChanged = false
        var writer = BoxWriter()
        writeEntry(&writer, parameters)
        return TrackDescription(
            kind: .video, timescale: 90_000, codec: parameters.codec, entry: writer.bytes, width: parameters.width,
            height: parameters.height)
    }

    /// - Parameters:
    ///   - packet: the payload of a PES packet: one access unit or more.
    ///   - decode: ticks of 90 kHz, unwrapped.
    mutating func add(_ packet: [UInt8], decode: Int64, presentation: Int64) -> [CodedSample] {
        if let last, decode > last, decode - last < 90_000 { spacing = decode - last }
        var samples: [CodedSample] = []
        var unit = AccessUnit()
        var index: Int64 = 0
        func end(_ unit: inout AccessUnit) -> CodedSample? {
            defer { unit = AccessUnit() }
            guard unit.hasPicture else { return nil }
            defer { index += 1 }
            return CodedSample(
                decode: decode + index * spacing, presentation: presentation + index * spacing, duration: 0, isKey: unit.isKey,
                bytes: unit.bytes)
        }
        for range in Self.units(packet) {
            let kind = packet[range.lowerBound] & 31
            switch kind {
            case 9:
                if let sample = end(&unit) { samples.append(sample) }
            case 7: keep(Array(packet[range]), isSequence: true)
            case 8: keep(Array(packet[range]), isSequence: false)
            case 10, 11, 12, 0: break
            default: unit.add(packet, range, kind)
            }
        }
        if let sample = end(&unit) { samples.append(sample) }
        last = samples.last?.decode ?? last
        guard awaitsKey else { return samples }
        guard let first = samples.firstIndex(where: { $0.isKey }) else { return [] }
        awaitsKey = false
        return Array(samples[first...])
    }

    private struct AccessUnit {
        var bytes: [UInt8] = []
        var isKey = false
        var hasPicture = false

        mutating func add(_ packet: [UInt8], _ range: Range<Int>, _ kind: UInt8) {
            let count = range.count
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
            bytes.append(contentsOf: packet[range])
            if kind >= 1, kind <= 5 { hasPicture = true }
            if kind == 5 { isKey = true }
            if kind == 6, H264Assembler.isRecoveryPoint(packet, range) { isKey = true }
        }
    }

    /// Whether supplemental information says that decoding may begin here (D.2.8), without frames that come out damaged.
    private static func isRecoveryPoint(_ packet: [UInt8], _ range: Range<Int>) -> Bool {
        var offset = range.lowerBound + 1
        while offset + 1 < range.upperBound {
            var (kind, size) = (0, 0)
            while offset < range.upperBound, packet[offset] == 255 { (kind, offset) = (kind + 255, offset + 1) }
            guard offset < range.upperBound else { return false }
            (kind, offset) = (kind + Int(packet[offset]), offset + 1)
            while offset < range.upperBound, packet[offset] == 255 { (size, offset) = (size + 255, offset + 1) }
            guard offset < range.upperBound else { return false }
            (size, offset) = (size + Int(packet[offset]), offset + 1)
            // The first bit of recovery_frame_cnt is set when it is zero.
            if kind == 6 { return offset < range.upperBound && packet[offset] & 0x80 != 0 }
            offset += size
        }
        return false
    }

    private mutating func keep(_ set: [UInt8], isSequence: Bool) {
        guard set.count >= 2, set.count <= Self.largestSets else { return }
        let known = isSequence ? sequenceSets : pictureSets
        guard !known.contains(set) else { return }
        isChanged = true
        if isSequence {
            // A new sequence begins with sets of its own.
            (sequenceSets, pictureSets) = ([set], [])
        } else if known.count < 255 {
            let number = Self.number(set)
            pictureSets.removeAll { Self.number($0) == number }
            pictureSets.append(set)
            var size = 0
            for set in pictureSets { size += set.count }
            while size > Self.largestSets { size -= pictureSets.removeFirst().count }
        }
    }

    /// `pic_parameter_set_id`.
    private static func number(_ set: [UInt8]) -> UInt32? {
        var bits = ExpGolombReader(set, from: 1)
        return bits.unsigned()
    }

    /// The NAL units between the start codes, without the zeros after them.
    static func units(_ bytes: [UInt8]) -> [Range<Int>] {
        var units: [Range<Int>] = []
        var start: Int?
        bytes.withUnsafeBufferPointer { bytes in
            var offset = 0
            func end(at end: Int) {
                guard let start else { return }
                var end = end
                while end > start, bytes[end - 1] == 0 { end -= 1 }
                if end > start { units.append(start..<end) }
            }
            while offset + 2 < bytes.count {
                if bytes[offset + 2] > 1 {
                    offset += 3
                } else if bytes[offset + 2] == 1, bytes[offset] == 0, bytes[offset + 1] == 0 {
                    end(at: offset)
                    start = offset + 3
                    offset += 3
                } else {
                    offset += 1
                }
            }
            end(at: bytes.count)
        }
        return units
    }

    /// `avc1` with `avcC` (ISO/IEC 14496-15, 5.3.3.1 and 5.4.2).
    private func writeEntry(_ writer: inout BoxWriter, _ parameters: H264Parameters) {
        writer.box("avc1") { writer in
            writer.zeros(6)
            writer.put16(1)
            writer.zeros(16)
            writer.put16(parameters.width)
            writer.put16(parameters.height)
            writer.put32(0x0048_0000)
            writer.put32(0x0048_0000)
            writer.put32(0)
            writer.put16(1)
            writer.zeros(32)
            writer.put16(24)
            writer.put16(-1)
            writer.box("avcC") { writer in
                writer.put8(1)
                writer.put8(Int(parameters.profile))
                writer.put8(Int(parameters.constraints))
                writer.put8(Int(parameters.level))
                writer.put8(0xFF)
                writer.put8(0xE0 | min(sequenceSets.count, 31))
                for set in sequenceSets.prefix(31) {
                    writer.put16(set.count)
                    writer.put(set)
                }
                writer.put8(min(pictureSets.count, 255))
                for set in pictureSets.prefix(255) {
                    writer.put16(set.count)
                    writer.put(set)
                }
                if [100, 110, 122, 144].contains(parameters.profile) {
                    writer.put8(0xFC | Int(parameters.chroma))
                    writer.put8(0xF8 | Int(parameters.lumaDepth - 8))
                    writer.put8(0xF8 | Int(parameters.chromaDepth - 8))
                    writer.put8(0)
                }
            }
            if parameters.aspect != (1, 1) {
                writer.box("pasp") { writer in
                    writer.put32(parameters.aspect.width)
                    writer.put32(parameters.aspect.height)
                }
            }
        }
    }
}
