// SPDX-License-Identifier: Apache-2.0

/// A run of bytes inside the text being read. It is valid only while the text is.
typealias ByteText = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
    /// The bytes from `start` up to `end`; what lies outside the text is left out.
    func slice(_ start: Int, _ end: Int) -> ByteText {
        let from = Swift.min(Swift.max(start, 0), count)
        let to = Swift.min(Swift.max(end, from), count)
        return UnsafeBufferPointer(rebasing: self[from..<to])
    }

    func slice(from start: Int) -> ByteText { slice(start, count) }

    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }

    /// Of ASCII letters the case does not matter; `text` is in lower case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index].lowercased != other[index] { return false }
        return true
    }

    func hasPrefix(_ text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && slice(0, text.utf8CodeUnitCount).equals(text)
    }

    func position(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Where `-->` begins.
    var arrow: Int? {
        var index = 0
        while index + 2 < count {
            switch self[index + 2] {
            case UInt8(ascii: ">"):
                if self[index] == UInt8(ascii: "-"), self[index + 1] == UInt8(ascii: "-") { return index }
                index += 3
            case UInt8(ascii: "-"): index += 1
            default: index += 3
            }
        }
        return nil
    }

    /// Without white space at both ends.
    var trimmed: ByteText {
        var start = 0
        var end = count
        while start < end, self[start].isSpace { start += 1 }
        while end > start, self[end - 1].isSpace { end -= 1 }
        return slice(start, end)
    }

    /// Calls `body` with each run of bytes between white space.
    func forEachWord(_ body: (ByteText) -> Void) {
        var index = 0
        while index < count {
            while index < count, self[index].isSpace { index += 1 }
            let start = index
            while index < count, !self[index].isSpace { index += 1 }
            if index > start { body(slice(start, index)) }
        }
    }

    /// Ill-formed UTF-8 is replaced by U+FFFD.
    var string: String { String(decoding: self, as: UTF8.self) }

    /// For a message: not too long.
    var excerpt: String { count <= 60 ? string : slice(0, 60).string + "…" }
}

extension UInt8 {
    /// White space of HTML: space, tab, line feed, form feed, carriage return.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
    /// The value of a hexadecimal digit.
    var hexadecimal: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
