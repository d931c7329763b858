// SPDX-License-Identifier: Apache-2.0

/// A range of bytes in the text being read, valid only as long as the text is.
@usableFromInline package typealias ByteText = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
    /// The bytes from `start` up to `end`, clamped to the text.
    @inlinable package func slice(_ start: Int, _ end: Int) -> ByteText {
        let from = Swift.min(Swift.max(start, 0), count)
        let to = Swift.min(Swift.max(end, from), count)
        return UnsafeBufferPointer(rebasing: self[from..<to])
    }

    @inlinable package func slice(from start: Int) -> ByteText { slice(start, count) }

    @inlinable package func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    @inlinable package func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && slice(0, text.utf8CodeUnitCount).equals(text)
    }

    @inlinable package func position(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The end of the line starting at `start`, at a line feed, a carriage return or the text's end, and whether it has non-ASCII bytes.
    @inlinable package func lineEnd(from start: Int) -> (end: Int, hasNonASCII: Bool) {
        let text = UnsafeRawBufferPointer(self)
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var index = start
        var seen: UInt64 = 0
        // Eight bytes at a time: subtracting one from each byte sets the top bit of those that are zero.
        while index + 8 <= count {
            let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let (feed, carriage) = (word ^ 0x0A0A_0A0A_0A0A_0A0A, word ^ 0x0D0D_0D0D_0D0D_0D0D)
            let ends = ((feed &- ones) & ~feed | (carriage &- ones) & ~carriage) & tops
            if ends != 0 {
                let length = ends.trailingZeroBitCount & ~7
                return (index + length / 8, (seen | word & (1 << UInt64(length) &- 1)) & tops != 0)
            }
            seen |= word
            index += 8
        }
        while index < count, self[index] != 0x0A, self[index] != 0x0D {
            seen |= UInt64(self[index])
            index += 1
        }
        return (index, seen & tops != 0)
    }

    /// The text as a string; ill-formed UTF-8 becomes U+FFFD.
    @inlinable package var string: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// The value of a hexadecimal digit; nil for other bytes.
    @inlinable package var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
