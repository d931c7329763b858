// SPDX-License-Identifier: Apache-2.0

/// The length of all FLAC frames in a packet, read from their headers (RFC 9639, section 9.1).
///
/// Where two files are joined, FFmpeg's parser puts the last frames of the first one and the header of the second one into one packet, and
/// states no duration, or that of the first frame. Its decoder plays them all.
enum FLACFrames {
    /// - Parameters:
    ///   - bytes: a packet.
    ///   - sampleRate: of the track. Frames may have another.
    /// - Returns: the number of samples at the track's rate; nil if there is no frame.
    static func length(in bytes: UnsafeRawBufferPointer, sampleRate: Int) -> Int64? {
        var total: Int64?
        var last: Header?
        var index = 0
        while index + 5 < bytes.count {
            guard bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8,
                let header = Header(UnsafeRawBufferPointer(rebasing: bytes[index...])), header.follows(last)
            else {
                index += 1
                continue
            }
            let rate = Int64(header.rate ?? sampleRate)
            guard rate > 0 else { return nil }
            total = (total ?? 0) + (Int64(header.count) * Int64(sampleRate) + rate / 2) / rate
            last = header
            index += header.size
        }
        return total
    }

    /// The first frame in a part of a file, and its position in its recording.
    ///
    /// Audio may look like a frame's header, so one counts only if the header of the next frame comes after it.
    /// - Returns: its offset in the bytes and the number of its first sample; nil if there are no two frames in a row.
    static func first(in bytes: UnsafeRawBufferPointer) -> (offset: Int, sample: Int64)? {
        var found: [(offset: Int, header: Header)] = []
        var index = 0
        while index + 5 < bytes.count {
            guard bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8,
                let header = Header(UnsafeRawBufferPointer(rebasing: bytes[index...]))
            else {
                index += 1
                continue
            }
            // Frame 0 follows any other: it is the first one of the next recording.
            if header.number > 0, let first = found.first(where: { header.follows($0.header) }) {
                return (first.offset, first.header.firstSample)
            }
            found.append((index, header))
            // In hostile bytes nearly everything may look like a header.
            if found.count > 32 { found.removeFirst() }
            index += header.size
        }
        return nil
    }

    private struct Header {
        /// Bytes.
        var size: Int
        /// Samples per channel.
        var count: Int
        /// Nil for that of the stream.
        var rate: Int?
        /// Of the frame, or of its first sample if lengths vary.
        var number: UInt64
        var isVariable: Bool

        /// The number of the frame's first sample. All frames but the last are of the same length, unless lengths vary.
        var firstSample: Int64 { Int64(clamping: isVariable ? number : number * UInt64(count)) }

        private static let rates = [nil, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

        init?(_ bytes: UnsafeRawBufferPointer) {
            let (blockCode, rateCode) = (Int(bytes[2] >> 4), Int(bytes[2] & 15))
            guard blockCode != 0, rateCode != 15, bytes[3] >> 4 <= 10, bytes[3] >> 1 & 7 != 3, bytes[3] & 1 == 0 else { return nil }
            isVariable = bytes[1] & 1 == 1
            var size = 4
            func next(_ count: Int) -> UInt64? {
                guard size + count < bytes.count else { return nil }
                defer { size += count }
                return bytes[size..<size + count].reduce(0) { $0 << 8 | UInt64($1) }
            }
            // Coded like UTF-8, up to 36 bits.
            guard let first = next(1) else { return nil }
            let ones = (~UInt8(first)).leadingZeroBitCount
            guard ones != 1, ones <= 7 else { return nil }
            number = ones == 0 ? first : first & (0x7F >> UInt64(ones))
            for _ in 0..<max(ones - 1, 0) {
                guard let more = next(1), more & 0xC0 == 0x80 else { return nil }
                number = number << 6 | more & 0x3F
            }
            switch blockCode {
            case 1: count = 192
            case 2...5: count = 576 << (blockCode - 2)
            case 6, 7:
                guard let stated = next(blockCode - 5) else { return nil }
                count = Int(stated) + 1
            default: count = 256 << (blockCode - 8)
            }
            if rateCode < 12 {
                rate = Self.rates[rateCode]
            } else {
                guard let stated = next(rateCode == 12 ? 1 : 2) else { return nil }
                rate = Int(stated) * [1000, 1, 10][rateCode - 12]
            }
            let sum = bytes[..<size].reduce(UInt8(0)) { sum, byte in
                (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
            }
            guard let stated = next(1), stated == UInt64(sum), rate != 0 else { return nil }
            self.size = size
        }

        /// Whether it is the next frame, or the first one of the next file. Anything else is audio that looks like a header.
        func follows(_ last: Header?) -> Bool {
            guard let last else { return true }
            return number == 0 || isVariable == last.isVariable && number == last.number + (isVariable ? UInt64(last.count) : 1)
        }
    }
}
