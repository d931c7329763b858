// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension UnsafeBufferPointer where Element == UInt8 {
    /// Compares ignoring ASCII case; `text` must be in lower case.
    func equalsIgnoringCase(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<count where self[index].lowercased != other[index] { return false }
        return true
    }

    /// The offset of `-->`.
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

    /// The text without surrounding white space.
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

    /// At most 60 bytes of the text, for error messages.
    var excerpt: String { count <= 60 ? string : slice(0, 60).string + "…" }
}

extension UInt8 {
    /// White space of HTML: space, tab, line feed, form feed, carriage return.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
    var isLetter: Bool { lowercased >= 0x61 && lowercased <= 0x7A }
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }
}
