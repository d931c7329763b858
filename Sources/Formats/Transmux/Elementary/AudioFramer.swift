// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Cuts a stream of audio frames that begin with a header each into samples: AAC in ADTS (ISO/IEC 13818-7, 6.2) and MPEG audio
/// (ISO/IEC 11172-3, 2.4.1.3).
struct AudioFramer: Sendable {
    enum Format: Sendable { case aac, mpeg }

    private let format: Format
    private var pending = PendingBytes()
    /// Where the bytes of the last packet begin in `pending`, and the time of the first frame that begins there, in ticks of 90 kHz.
    private var fresh = 0
    private var time: Int64?
    /// All frames that are complete were taken.
    private var isWaiting = true
    /// The time of the next frame, in samples.
    private var next: Int64?
    private var header: Header?
    private var isChanged = false
    /// Seconds by which a time may differ from where the frames before it end, and still count as continuous.
    private static let jitter = 0.02

    init(_ format: Format) { self.format = format }

    struct Header: Hashable, Sendable {
        var rate: Int32
        var channels: Int
        var samples: Int
        /// AAC: the object type; MPEG audio: 0x69 or 0x6B, the object type indication.
        var object: Int
        var index = 0
        /// Bytes of the frame and of its header. Not compared.
        var length = 0
        var size = 0

        func isSame(_ other: Header) -> Bool {
            rate == other.rate && channels == other.channels && object == other.object && samples == other.samples
        }
    }

    /// The description of the track, if it is new.
    mutating func takeDescription() -> TrackDescription? {
        guard isChanged, let header else { return nil }
        isChanged = false
        return describe(header)
    }

    mutating func lost() {
        pending.skip(pending.count)
        next = nil
    }

    /// How many bytes were moved so far, as a measure of the work.
    var moved: Int { pending.moved }

    /// - Parameters:
    ///   - packet: whole frames, or parts of them that continue in the next packet.
    ///   - time: that of the first frame that begins in the packet, in ticks of 90 kHz; nil if it follows the one before.
    mutating func append(_ packet: [UInt8], time: Int64?) {
        pending.append(packet)
        fresh = pending.bytes.count - packet.count
        self.time = time
        isWaiting = false
    }

    /// The next frames of one format, which ``takeDescription()`` describes; nil once there are no more.
    mutating func take() -> [CodedSample]? {
        guard !isWaiting else { return nil }
        let bytes = pending.bytes
        var offset = pending.start
        defer { pending.skip(offset - pending.start) }
        var samples: [CodedSample] = []
        let headerSize = format == .aac ? 7 : 4
        while offset + headerSize <= bytes.count {
            guard let found = Self.header(bytes, offset, format), found.length >= found.size else {
                // Noise, or the second half of a frame whose first half is lost.
                offset += 1
                continue
            }
            guard offset + found.length <= bytes.count else { break }
            // A header inside a frame's data can look real: the next one must follow.
            if header == nil, offset + found.length + headerSize <= bytes.count,
                Self.header(bytes, offset + found.length, format) == nil
            {
                offset += 1
                continue
            }
            if header.map({ !$0.isSame(found) }) ?? true {
                // Frames of two formats never share a fragment.
                if !samples.isEmpty { return samples }
                if let before = header, let known = next {
                    let (product, overflow) = known.multipliedReportingOverflow(by: Int64(found.rate))
                    next = overflow ? nil : product / Int64(before.rate)
                }
                header = found
                isChanged = true
            }
            if let given = time, offset >= fresh || next == nil {
                begin(at: given, found)
                time = nil
            }
            if let start = next {
                samples.append(
                    CodedSample(
                        decode: start, presentation: start, duration: Int64(found.samples), isKey: true,
                        bytes: Array(bytes[(offset + found.size)..<(offset + found.length)])))
                next = start + Int64(found.samples)
            }
            offset += found.length
        }
        isWaiting = true
        return samples
    }

    private mutating func begin(at time: Int64, _ header: Header) {
        let expected = MediaTime(value: time, timescale: 90_000).converted(to: header.rate).value
        if let next, Double((next - expected).magnitude) < Self.jitter * Double(header.rate) { return }
        next = expected
    }

    private static let rates: [Int32] = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]

    static func header(_ bytes: [UInt8], _ offset: Int, _ format: Format) -> Header? {
        format == .aac ? adts(bytes, offset) : mpeg(bytes, offset)
    }

    private static func adts(_ bytes: [UInt8], _ offset: Int) -> Header? {
        guard offset + 7 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] & 0xF6 == 0xF0 else { return nil }
        let index = Int(bytes[offset + 2] >> 2 & 15)
        guard index < rates.count else { return nil }
        let channels = Int(bytes[offset + 2] & 1) << 2 | Int(bytes[offset + 3] >> 6)
        let length = Int(bytes[offset + 3] & 3) << 11 | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5] >> 5)
        let size = bytes[offset + 1] & 1 == 1 ? 7 : 9
        guard length > size else { return nil }
        return Header(
            rate: rates[index], channels: channels, samples: 1024 * (Int(bytes[offset + 6] & 3) + 1),
            object: Int(bytes[offset + 2] >> 6) + 1,
            index: index, length: length, size: size)
    }

    /// Kilobits per second by layer: version 1 layers I to III, version 2 layer I and the others.
    private static let bitrates: [[Int]] = [
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]

    private static func mpeg(_ bytes: [UInt8], _ offset: Int) -> Header? {
        guard offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] & 0xE0 == 0xE0 else { return nil }
        let version = Int(bytes[offset + 1] >> 3 & 3)
        let layer = 4 - Int(bytes[offset + 1] >> 1 & 3)
        let (rateIndex, sampling) = (Int(bytes[offset + 2] >> 4), Int(bytes[offset + 2] >> 2 & 3))
        guard version != 1, layer < 4, rateIndex > 0, rateIndex < 15, sampling < 3 else { return nil }
        let rate = ([44100, 48000, 32000] as [Int])[sampling] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
        let table = version == 3 ? layer - 1 : layer == 1 ? 3 : 4
        let bitrate = bitrates[table][rateIndex] * 1000
        let padding = Int(bytes[offset + 2] >> 1 & 1)
        let samples = layer == 1 ? 384 : layer == 3 && version != 3 ? 576 : 1152
        let length = layer == 1 ? (12 * bitrate / rate + padding) * 4 : samples / 8 * bitrate / rate + padding
        guard length > 4 else { return nil }
        return Header(
            rate: Int32(rate), channels: bytes[offset + 3] >> 6 == 3 ? 1 : 2, samples: samples, object: version == 3 ? 0x6B : 0x69,
            length: length, size: 0)
    }

    /// `mp4a` with `esds` (ISO/IEC 14496-14, 5.6).
    private func describe(_ header: Header) -> TrackDescription {
        var configuration: [UInt8] = []
        if format == .aac {
            configuration = [UInt8(header.object << 3 | header.index >> 1), UInt8(header.index & 1) << 7 | UInt8(header.channels) << 3]
        }
        let indication = format == .aac ? 0x40 : header.object
        var writer = BoxWriter()
        writer.box("mp4a") { writer in
            writer.zeros(6)
            writer.put16(1)
            writer.zeros(8)
            writer.put16(header.channels == 0 ? 2 : header.channels)
            writer.put16(16)
            writer.put32(0)
            writer.put32(Int(min(header.rate, 65535)) << 16)
            writer.box("esds", version: 0) { writer in
                let decoder = 13 + (configuration.isEmpty ? 0 : 2 + configuration.count)
                writer.put8(3)
                writer.put8(3 + 2 + decoder + 3)
                writer.put16(0)
                writer.put8(0)
                writer.put8(4)
                writer.put8(decoder)
                writer.put8(indication)
                writer.put8(0x15)
                writer.zeros(11)
                if !configuration.isEmpty {
                    writer.put8(5)
                    writer.put8(configuration.count)
                    writer.put(configuration)
                }
                writer.put8(6)
                writer.put8(1)
                writer.put8(2)
            }
        }
        let codec =
            format == .aac ? "mp4a.40." + String(header.object) : "mp4a." + hexadecimal(UInt32(header.object), digits: 2, isUpperCase: true)
        return TrackDescription(kind: .audio, timescale: header.rate, codec: codec, entry: writer.bytes)
    }
}
