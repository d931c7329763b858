// SPDX-License-Identifier: Apache-2.0

/// A run of bytes inside the text being read. It is valid only while the text is.
@usableFromInline package typealias ByteText = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
    /// The bytes from `start` up to `end`; what lies outside the text is left out.
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

    /// Ill-formed UTF-8 is replaced by U+FFFD.
    @inlinable package var string: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    /// The value of a hexadecimal digit.
    @inlinable package var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
