// SPDX-License-Identifier: Apache-2.0

/// Reads bit fields, most significant bit first. Reading past the end throws.
struct BitReader {
    private let bytes: ArraySlice<UInt8>
    /// The offset of `bytes` in the section.
    private let base: Int
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>, base: Int) {
        self.bytes = bytes
        self.base = base
    }

    /// The offset of the next byte in the section.
    var offset: Int { base + position / 8 }
    var bytesLeft: Int { bytes.count - (position + 7) / 8 }

    mutating func bits(_ count: Int) throws(SpliceError) -> UInt64 {
        guard position + count <= bytes.count * 8 else { throw .short(at: base + bytes.count) }
        var value: UInt64 = 0
        var left = count
        while left > 0 {
            let available = 8 - position % 8
            let taken = min(available, left)
            let byte = bytes[bytes.startIndex + position / 8]
            value = value << UInt64(taken) | UInt64(byte >> UInt8(available - taken)) & (1 << UInt64(taken) - 1)
            position += taken
            left -= taken
        }
        return value
    }

    mutating func flag() throws(SpliceError) -> Bool { try bits(1) == 1 }
    mutating func byte() throws(SpliceError) -> UInt8 { UInt8(truncatingIfNeeded: try bits(8)) }
    mutating func short() throws(SpliceError) -> UInt16 { UInt16(truncatingIfNeeded: try bits(16)) }
    mutating func word() throws(SpliceError) -> UInt32 { UInt32(truncatingIfNeeded: try bits(32)) }

    /// Reads whole bytes, starting at the next byte boundary.
    mutating func take(_ count: Int) throws(SpliceError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytesLeft else { throw .short(at: base + bytes.count) }
        let start = bytes.startIndex + (position + 7) / 8
        position = (position + 7) / 8 * 8 + count * 8
        return bytes[start..<start + count]
    }

    mutating func rest() -> [UInt8] { (try? take(bytesLeft)).map { Array($0) } ?? [] }
}

/// Writes bit fields, most significant bit first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var partial: UInt8 = 0
    private var count = 0

    mutating func bits(_ value: UInt64, _ width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) {
            partial = partial << 1 | UInt8(truncatingIfNeeded: value >> UInt64(bit) & 1)
            count += 1
            if count == 8 {
                bytes.append(partial)
                (partial, count) = (0, 0)
            }
        }
    }

    mutating func flag(_ value: Bool) { bits(value ? 1 : 0, 1) }
    /// Writes reserved bits, which are 1.
    mutating func reserved(_ width: Int) { bits(.max, width) }
    mutating func byte(_ value: UInt8) { bits(UInt64(value), 8) }
    mutating func append(_ more: some Sequence<UInt8>) { for byte in more { self.byte(byte) } }
}

/// CRC-32/MPEG-2: polynomial 0x04C11DB7, initial value all ones, not reflected, not inverted.
enum MPEGChecksum {
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { checksum, byte in checksum << 8 ^ table[Int(checksum >> 24) ^ Int(byte)] }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in value << 1 ^ (value >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    }
}
