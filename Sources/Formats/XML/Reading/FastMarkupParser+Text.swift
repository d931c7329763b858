// SPDX-License-Identifier: Apache-2.0

extension FastMarkupParser {
    /// The next byte; 0, which XML does not allow, at the end.
    var byte: UInt8 { byte(0) }

    func byte(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0 }

    func starts(with text: StaticString) -> Bool {
        guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// Returns whether there was white space. Carriage returns are left to libxml2.
    @discardableResult
    mutating func skipBlanks() -> Bool {
        let start = index
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x09 {
            if bytes[index] == 0x0A { line += 1 }
            index += 1
        }
        return index > start
    }

    /// Skips to a byte that ends text; false before a character that is invalid or not plain text.
    private mutating func skip(to first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == first || byte == second || byte == third { return true }
            if byte < 0x20 {
                guard byte == 0x0A || byte == 0x09 else { return false }
                if byte == 0x0A { line += 1 }
            } else if byte == 0xEF, self.byte(1) == 0xBF, self.byte(2) >= 0xBE {
                return false
            }
            index += 1
        }
        return false
    }

    private mutating func skip(to only: UInt8) -> Bool { skip(to: only, only, only) }

    /// Reads text up to a tag or a reference.
    mutating func characters() -> Range<Int>? {
        let start = index
        while skip(to: 0x3C, 0x26, 0x5D) {
            guard byte == 0x5D else { return start..<index }
            // A section end without a start.
            if byte(1) == 0x5D, byte(2) == 0x3E { return nil }
            index += 1
        }
        return nil
    }

    /// Reads the content of a CDATA section.
    mutating func section() -> Range<Int>? {
        guard starts(with: "<![CDATA[") else { return nil }
        index += 9
        let start = index
        while skip(to: 0x5D) {
            if byte(1) == 0x5D, byte(2) == 0x3E {
                index += 3
                return start..<index - 3
            }
            index += 1
        }
        return nil
    }

    /// Skips a comment; returns whether there was one.
    mutating func skipComment() -> Bool {
        guard starts(with: "<!--") else { return false }
        let start = (index, line)
        index += 4
        while skip(to: 0x2D) {
            if byte(1) == 0x2D {
                guard byte(2) == 0x3E else { break }
                index += 3
                return true
            }
            index += 1
        }
        (index, line) = start
        return false
    }

    /// Skips an optional XML declaration.
    mutating func skipDeclaration() -> Bool {
        guard starts(with: "<?") else { return true }
        guard starts(with: "<?xml version=") else { return false }
        index += 14
        guard let version = quoted(), version.elementsEqual("1.0".utf8) else { return false }
        skipBlanks()
        if starts(with: "encoding=") {
            index += 9
            // The encoding itself was checked before.
            guard let name = quoted(), name.first.map(Self.isNameStart) == true, name.allSatisfy(Self.isName) else { return false }
            skipBlanks()
        }
        if starts(with: "standalone=") {
            index += 11
            guard let answer = quoted(), answer.elementsEqual("yes".utf8) || answer.elementsEqual("no".utf8) else { return false }
            skipBlanks()
        }
        guard starts(with: "?>") else { return false }
        index += 2
        return true
    }

    private mutating func quoted() -> Slice<UnsafeBufferPointer<UInt8>>? {
        let quote = byte
        guard quote == 0x22 || quote == 0x27 else { return nil }
        index += 1
        let start = index
        guard skip(to: quote) else { return nil }
        index += 1
        return bytes[start..<index - 1]
    }

    /// Appends the character of a reference, one of XML's five names or a number, and returns the reference's end.
    static func reference(in bytes: UnsafeBufferPointer<UInt8>, at start: Int, into text: inout [UInt8]) -> Int? {
        guard let end = bytes[start..<min(start + 12, bytes.count)].firstIndex(of: 0x3B) else { return nil }
        let name = bytes[start + 1..<end]
        if name.first == 0x23 {
            guard let scalar = number(name.dropFirst()), let code = UTF8.encode(scalar) else { return nil }
            text.append(contentsOf: code)
        } else if name.elementsEqual("amp".utf8) {
            text.append(0x26)
        } else if name.elementsEqual("lt".utf8) {
            text.append(0x3C)
        } else if name.elementsEqual("gt".utf8) {
            text.append(0x3E)
        } else if name.elementsEqual("quot".utf8) {
            text.append(0x22)
        } else if name.elementsEqual("apos".utf8) {
            text.append(0x27)
        } else {
            return nil
        }
        return end + 1
    }

    private static func number(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHexadecimal = text.first == 0x78
        let digits = String(decoding: isHexadecimal ? text.dropFirst() : text, as: UTF8.self)
        guard digits.utf8.first != 0x2B, let number = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
        let isAllowed = number >= 0x20 ? number & 0xFFFE != 0xFFFE || number > 0xFFFF : number == 0x09 || number == 0x0A || number == 0x0D
        return isAllowed ? Unicode.Scalar(number) : nil
    }
}
