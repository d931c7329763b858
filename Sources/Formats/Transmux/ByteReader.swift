// SPDX-License-Identifier: Apache-2.0

/// Reads big-endian numbers within bounds. Every read beyond the end is nil.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    var left: Int { end - offset }

    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, count <= left else { return false }
        offset += count
        return true
    }

    /// - Parameter count: 1 to 8 bytes.
    mutating func number(_ count: Int) -> UInt64? {
        guard count <= left else { return nil }
        var value: UInt64 = 0
        for index in offset..<(offset + count) { value = value << 8 | UInt64(bytes[index]) }
        offset += count
        return value
    }

    mutating func uint8() -> UInt8? { number(1).map { UInt8(truncatingIfNeeded: $0) } }
    mutating func uint16() -> Int? { number(2).map { Int($0) } }
    mutating func uint32() -> UInt32? { number(4).map { UInt32(truncatingIfNeeded: $0) } }
    mutating func int32() -> Int32? { number(4).map { Int32(truncatingIfNeeded: $0) } }
}

/// Reads single bits and Exp-Golomb codes (ITU-T H.264, 9.1). Every read beyond the end is nil.
struct ExpGolombReader {
    private let bytes: [UInt8]
    private var offset: Int
    private let end: Int

    init(_ bytes: [UInt8], from byte: Int = 0) {
        self.bytes = bytes
        offset = byte * 8
        end = bytes.count * 8
    }

    /// - Parameter count: 0 to 32 bits.
    mutating func bits(_ count: Int) -> UInt32? {
        guard count <= end - offset else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[offset >> 3] >> UInt8(7 - offset & 7) & 1)
            offset += 1
        }
        return value
    }

    mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

    mutating func unsigned() -> UInt32? {
        var zeros = 0
        while let bit = bits(1) {
            if bit == 1 { return bits(zeros).map { (UInt32(1) << UInt32(zeros) &- 1) &+ $0 } }
            zeros += 1
            if zeros > 31 { return nil }
        }
        return nil
    }

    mutating func signed() -> Int32? {
        unsigned().map { $0 & 1 == 1 ? Int32(bitPattern: $0 >> 1 &+ 1) : -Int32(bitPattern: $0 >> 1) }
    }
}

/// Writes the boxes of ISO/IEC 14496-12.
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

    mutating func put(_ value: UInt64, _ count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - index)))) }
    }

    mutating func put8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }
    mutating func put16(_ value: Int) { put(UInt64(truncatingIfNeeded: value), 2) }
    mutating func put32(_ value: Int) { put(UInt64(truncatingIfNeeded: value), 4) }
    mutating func put(_ more: [UInt8]) { bytes.append(contentsOf: more) }
    mutating func put(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }
    mutating func zeros(_ count: Int) { for _ in 0..<count { bytes.append(0) } }

    /// Writes a box around what `body` writes.
    mutating func box(_ kind: FourCC, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        put32(0)
        put32(Int(truncatingIfNeeded: kind.code))
        body(&self)
        set32(bytes.count - start, at: start)
    }

    /// A box with version and flags.
    mutating func box(_ kind: FourCC, version: Int, flags: Int = 0, _ body: (inout BoxWriter) -> Void) {
        box(kind) { writer in
            writer.put8(version)
            writer.put(UInt64(flags), 3)
            body(&writer)
        }
    }

    mutating func set32(_ value: Int, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * (3 - index))) }
    }
}

/// The type of a box or sample entry.
struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral {
    let code: UInt32

    init(_ code: UInt32) { self.code = code }
    init(stringLiteral text: StaticString) {
        var code: UInt32 = 0
        text.withUTF8Buffer { for byte in $0 { code = code << 8 | UInt32(byte) } }
        self.code = code
    }

    /// Its four characters, with a dot for each that can't be shown.
    var text: String {
        var bytes: [UInt8] = []
        for shift in [24, 16, 8, 0] as [UInt32] {
            let byte = UInt8(truncatingIfNeeded: code >> shift)
            bytes.append(byte > 0x20 && byte < 0x7F ? byte : UInt8(ascii: "."))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A number in hexadecimal digits, for codec strings.
func hexadecimal(_ value: UInt32, digits: Int, isUpperCase: Bool = false) -> String {
    var bytes: [UInt8] = []
    for index in 0..<digits {
        let digit = UInt8(truncatingIfNeeded: value >> UInt32(4 * (digits - 1 - index)) & 15)
        bytes.append(digit < 10 ? 0x30 + digit : (isUpperCase ? 0x37 : 0x57) + digit)
    }
    return String(decoding: bytes, as: UTF8.self)
}
