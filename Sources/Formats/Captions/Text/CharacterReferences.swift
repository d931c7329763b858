// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses character references in text as HTML does (HTML 13.2.5.72 and following).
enum CharacterReferences {
    /// The offsets of the names in the table.
    private static let offsets: [Int32] = {
        let count = CharacterReferenceTable.text.utf8CodeUnitCount
        let bytes = CharacterReferenceTable.text.utf8Start
        return [0] + (0..<count).filter { bytes[$0] == 0x20 }.map { Int32($0 + 1) }
    }()

    /// Reads the reference after the `&` at `start - 1`, appends its characters and returns its end; nil if there is none.
    static func read(_ text: ByteText, from start: Int, into output: inout [UInt8]) -> Int? {
        guard start < text.count else { return nil }
        if text[start] == UInt8(ascii: "#") { return readNumber(text, from: start + 1, into: &output) }
        var end = start
        // The longest name has 31 bytes.
        while end < text.count, end - start < 32, text[end].isLetter || text[end].isDigit { end += 1 }
        var length = end - start
        while length > 1 {
            if let (value, isLegacy) = find(text.slice(start, start + length)) {
                let hasSemicolon = start + length < text.count && text[start + length] == UInt8(ascii: ";")
                if hasSemicolon || isLegacy {
                    append(value, to: &output)
                    return start + length + (hasSemicolon ? 1 : 0)
                }
            }
            length -= 1
        }
        return nil
    }

    private static func readNumber(_ text: ByteText, from start: Int, into output: inout [UInt8]) -> Int? {
        var index = start
        var isHexadecimal = false
        if index < text.count, text[index].lowercased == UInt8(ascii: "x") {
            isHexadecimal = true
            index += 1
        }
        let first = index
        var code: UInt32 = 0
        while index < text.count, let digit = text[index].hexadecimal, isHexadecimal || digit < 10 {
            code = min(code * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
            index += 1
        }
        guard index > first else { return nil }
        if index < text.count, text[index] == UInt8(ascii: ";") { index += 1 }
        if code >= 0x80, code <= 0x9F { code = UInt32(windows1252[Int(code - 0x80)]) }
        output.append((code == 0 ? nil : Unicode.Scalar(code)) ?? "\u{FFFD}")
        return index
    }

    /// The offset after the name, and whether it is valid without a semicolon.
    private static func find(_ name: ByteText) -> (Int, Bool)? {
        let bytes = CharacterReferenceTable.text.utf8Start
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            let offset = Int(offsets[middle])
            var index = 0
            while index < name.count, bytes[offset + index] == name[index] { index += 1 }
            let mark = bytes[offset + index]
            if index == name.count, !mark.isLetter, !mark.isDigit {
                return (offset + index + 1, mark == UInt8(ascii: "*"))
            }
            // The marks sort before all letters and digits, so a shorter name comes first.
            if index == name.count || (mark.isLetter || mark.isDigit) && mark > name[index] { high = middle } else { low = middle + 1 }
        }
        return nil
    }

    /// Appends hexadecimal code points separated by `+`.
    private static func append(_ offset: Int, to output: inout [UInt8]) {
        let bytes = CharacterReferenceTable.text.utf8Start
        let count = CharacterReferenceTable.text.utf8CodeUnitCount
        var index = offset
        var code: UInt32 = 0
        while index <= count {
            if index < count, let digit = bytes[index].hexadecimal {
                code = code * 16 + UInt32(digit)
            } else {
                if let scalar = Unicode.Scalar(code) { output.append(scalar) }
                guard index < count, bytes[index] == UInt8(ascii: "+") else { return }
                code = 0
            }
            index += 1
        }
    }

    /// The characters of windows-1252 for 0x80 to 0x9F, which HTML substitutes for these control characters.
    static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
    ]
}

extension [UInt8] {
    /// Appends a scalar in UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        if let bytes = UTF8.encode(scalar) { append(contentsOf: bytes) }
    }
}
