// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A SubRip timing line as found in practice: `00:00:01,000 --> 00:00:02,000`, hours or milliseconds missing, points for commas,
/// blanks anywhere, arrows of other lengths or with typographic dashes, full-width punctuation.
struct SubRipTimings {
    var start: MediaTime
    var end: MediaTime
    /// The text after the times.
    var rest: ByteText

    init?(_ line: ByteText) {
        if let known = SubRipTimings(narrow: line) {
            self = known
        } else {
            guard line.arrow != nil, let narrow = Self.narrowed(line) else { return nil }
            guard let (start, end) = narrow.withUnsafeBufferPointer({ SubRipTimings(narrow: $0).map { ($0.start, $0.end) } }) else {
                return nil
            }
            (self.start, self.end, rest) = (start, end, line.slice(0, 0))
        }
    }

    /// The line with full-width colons, commas and points replaced by ASCII; nil if there are none.
    private static func narrowed(_ line: ByteText) -> [UInt8]? {
        var narrow: [UInt8] = []
        var index = 0
        while index < line.count {
            var mark: UInt8?
            if index + 2 < line.count, line[index] == 0xEF, line[index + 1] == 0xBC {
                mark = [0x8C: UInt8(ascii: ","), 0x8E: UInt8(ascii: "."), 0x9A: UInt8(ascii: ":")][line[index + 2]]
            } else if line.slice(from: index).hasPrefix("\u{3002}") {
                mark = UInt8(ascii: ".")
            }
            narrow.append(mark ?? line[index])
            index += mark == nil ? 1 : 3
        }
        return narrow.count < line.count ? narrow : nil
    }

    private init?(narrow line: ByteText) {
        var index = 0
        guard let start = Self.time(line, &index), Self.skipArrow(line, &index), let end = Self.time(line, &index) else { return nil }
        self.start = start
        self.end = end
        rest = line.slice(from: index).trimmed
    }

    /// Skips dashes, with or without blanks between them, and the arrow head after them.
    private static func skipArrow(_ line: ByteText, _ index: inout Int) -> Bool {
        var hasDash = false
        while index < line.count {
            if line[index] == UInt8(ascii: "-") {
                hasDash = true
                index += 1
            } else if line[index] == 0xE2, index + 2 < line.count, line[index + 1] == 0x80, (0x90...0x95).contains(line[index + 2]) {
                hasDash = true
                index += 3
            } else if line[index].isSpace {
                index += 1
            } else {
                break
            }
        }
        let head = index
        while index < line.count, line[index] == UInt8(ascii: ">") { index += 1 }
        return hasDash && index > head
    }

    /// Parses a time at `index` and advances past it.
    static func time(_ text: ByteText, _ index: inout Int) -> MediaTime? {
        skipSpace(text, &index)
        let isNegative = index < text.count && text[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        var fields: [Int64] = []
        while fields.count < 4 {
            guard let value = number(text, &index) else { return nil }
            fields.append(value)
            let before = index
            skipSpace(text, &index)
            guard index < text.count, text[index] == UInt8(ascii: ":"), fields.count < 3 else {
                index = before
                break
            }
            index += 1
            skipSpace(text, &index)
        }
        guard fields.count >= 2 else { return nil }
        var milliseconds: Int64 = 0
        let before = index
        skipSpace(text, &index)
        if index < text.count, isDecimalMark(text[index]) {
            index += 1
            skipSpace(text, &index)
            milliseconds = fraction(text, &index)
        } else {
            index = before
        }
        if fields.count == 2 { fields.insert(0, at: 0) }
        let time = CaptionTimeFormat.milliseconds(hours: fields[0], minutes: fields[1], seconds: fields[2], milliseconds: milliseconds)
        return isNegative ? MediaTime(value: -time.value, timescale: time.timescale) : time
    }

    private static func isDecimalMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";")
    }

    private static func skipSpace(_ text: ByteText, _ index: inout Int) {
        while index < text.count, text[index].isSpace { index += 1 }
    }

    private static func number(_ text: ByteText, _ index: inout Int) -> Int64? {
        let start = index
        var value: Int64 = 0
        while index < text.count, text[index].isDigit {
            value = min(value * 10 + Int64(text[index] - 0x30), 1_000_000_000)
            index += 1
        }
        return index == start ? nil : value
    }

    /// Parses the digits after the comma as a decimal fraction: `,5` is half a second.
    private static func fraction(_ text: ByteText, _ index: inout Int) -> Int64 {
        var value: Int64 = 0
        var unit: Int64 = 100
        while index < text.count, text[index].isDigit {
            value += Int64(text[index] - 0x30) * unit
            unit /= 10
            index += 1
        }
        return value
    }
}
