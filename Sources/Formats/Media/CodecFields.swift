// SPDX-License-Identifier: Apache-2.0

/// A codec string without surrounding blanks, and its dot-separated parts in lower case.
struct CodecFields {
    let text: String
    let parts: [[UInt8]]

    init(_ text: String) {
        var bytes = Array(text.utf8)
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
        bytes.removeFirst(start)
        self.text = String(decoding: bytes, as: UTF8.self)
        var parts: [[UInt8]] = [[]]
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                parts.append([])
            } else {
                parts[parts.count - 1].append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
            }
        }
        self.parts = parts
    }

    var name: String { string(0) }

    func string(_ index: Int) -> String { index < parts.count ? String(decoding: parts[index], as: UTF8.self) : "" }

    /// A part, or `count` of its characters from `start`, as a number in a radix; nil if it is not one or is longer than seven digits.
    func number(_ index: Int, radix: Int = 10, start: Int = 0, count: Int? = nil) -> Int? {
        guard index < parts.count else { return nil }
        let part = parts[index]
        let end = count.map { start + $0 } ?? part.count
        guard start < end, end <= part.count, end - start <= 7 else { return nil }
        var value = 0
        for byte in part[start..<end] {
            guard byte <= 0x39 || byte >= 0x61 else { return nil }
            let digit = byte <= 0x39 ? Int(byte) - 0x30 : Int(byte) - 0x61 + 10
            guard digit >= 0, digit < radix else { return nil }
            value = value * radix + digit
        }
        return value
    }
}
