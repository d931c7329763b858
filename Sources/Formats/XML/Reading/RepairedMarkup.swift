// SPDX-License-Identifier: Apache-2.0

/// A document with repaired references and tags, so that libxml2 loses nothing after an error. References become numeric, and so do
/// ampersands that begin no known reference and `<` that begin no tag: unescaped URLs keep their text. Section ends without a start
/// become text, together with the text before them, which libxml2 would drop. Attributes are separated and quoted. NUL characters, at
/// which libxml2 stops, are removed.
struct RepairedMarkup {
    private(set) var bytes: [UInt8]
    /// The first NUL character, and the first `<` that begins no tag; from 1.
    private(set) var zero: (line: Int, column: Int)?
    private(set) var bracket: (line: Int, column: Int)?
    /// The changes: line and column from 1 in the original, and the number of bytes added.
    private var positions: [(line: Int, column: Int, growth: Int)] = []

    init(_ original: [UInt8]) {
        bytes = []
        bytes.reserveCapacity(original.count + 256)
        var line = 1
        var lineStart = 0
        var index = 0
        var tag = TagRepair()
        while index < original.count {
            let byte = original[index]
            if byte == 0x3C, let end = original.withUnsafeBufferPointer({ MarkupLiteral.end(in: $0, from: index) }) {
                for position in index..<end where original[position] == 0x0A || original[position] == 0 {
                    if original[position] == 0 {
                        leaveOut(line, position - lineStart + 1)
                    } else {
                        line += 1
                        lineStart = position + 1
                    }
                }
                bytes.append(contentsOf: original[index..<end].lazy.filter { $0 != 0 })
                index = end
                continue
            }
            let missing = tag.insertion(before: byte, next: index + 1 < original.count ? original[index + 1] : nil)
            if !missing.isEmpty {
                bytes.append(contentsOf: missing.utf8)
                positions.append((line, index - lineStart + 1, missing.utf8.count))
            }
            if byte == 0x26, !Self.isNumber(original, index) {
                let reference = Self.named(original, at: index + 1)
                let number = reference?.number ?? Self.ampersand
                bytes.append(contentsOf: number)
                let length = 1 + (reference?.length ?? 0)
                positions.append((line, index - lineStart + 1, number.count - length))
                index += length
                continue
            }
            let isEnd = byte == 0x3E && original[..<index].suffix(2).elementsEqual([0x5D, 0x5D])
            if isEnd || byte == 0x3C && !Self.beginsTag(original, at: index + 1) {
                let number = isEnd ? Self.greater : Self.less
                if !isEnd { bracket = bracket ?? (line, index - lineStart + 1) }
                positions.append((line, index - lineStart + 1, number.count - 1))
                bytes.append(contentsOf: number)
                index += 1
                continue
            }
            if byte == 0 {
                leaveOut(line, index - lineStart + 1)
                index += 1
                continue
            }
            bytes.append(byte)
            index += 1
            if byte == 0x0A {
                line += 1
                lineStart = index
            }
        }
    }

    private mutating func leaveOut(_ line: Int, _ column: Int) {
        zero = zero ?? (line, column)
        positions.append((line, column, -1))
    }

    /// Whether the byte after a `<` can begin a name, an end tag, a declaration or a literal, or the document ends there.
    private static func beginsTag(_ bytes: [UInt8], at index: Int) -> Bool {
        guard index < bytes.count else { return true }
        switch bytes[index] {
        case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x2F, 0x21, 0x3F, 0x80...: return true
        default: return false
        }
    }

    private static let ampersand = Array("&#38;".utf8)
    private static let less = Array("&#60;".utf8)
    private static let greater = Array("&#62;".utf8)
    /// XML's names, and those of HTML's that are often used without a declaration.
    private static let names: [ArraySlice<UInt8>: UInt16] = {
        let other: [(String, UInt16)] = [
            ("amp", 38), ("lt", 60), ("gt", 62), ("quot", 34), ("apos", 39), ("OElig", 338), ("oelig", 339), ("Scaron", 352),
            ("scaron", 353), ("Yuml", 376), ("ndash", 8211), ("mdash", 8212), ("lsquo", 8216), ("rsquo", 8217), ("sbquo", 8218),
            ("ldquo", 8220), ("rdquo", 8221), ("bdquo", 8222), ("bull", 8226), ("hellip", 8230), ("euro", 8364), ("trade", 8482),
        ]
        let all = latin.split(separator: " ").enumerated().map { (String($1), UInt16(160 + $0)) } + other
        return Dictionary(uniqueKeysWithValues: all.map { (Array($0.utf8)[...], $1) })
    }()

    /// The names of ISO 8859-1 from character 160.
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot \
        cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
        Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
        agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
        ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """

    /// The numeric reference for a name and its semicolon at `start`, and their length in bytes.
    private static func named(_ bytes: [UInt8], at start: Int) -> (number: [UInt8], length: Int)? {
        let window = bytes[start..<min(bytes.count, start + 7)]
        guard let end = window.firstIndex(of: 0x3B), let code = names[bytes[start..<end]] else { return nil }
        return (Array("&#\(code);".utf8), end + 1 - start)
    }

    private static func isNumber(_ bytes: [UInt8], _ ampersand: Int) -> Bool {
        let name = bytes[(ampersand + 1)..<min(bytes.count, ampersand + 12)]
        guard name.first == 0x23 else { return false }
        guard let end = name.firstIndex(of: 0x3B) else { return false }
        let digits = String(decoding: name[(name.startIndex + 1)..<end], as: UTF8.self)
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let scalar = Unicode.Scalar(number) else { return false }
        return scalar.value >= 0x20 && scalar.value & 0xFFFE != 0xFFFE || [0x09, 0x0A, 0x0D].contains(scalar.value)
    }

    /// Converts an error's position to the original.
    func original(_ error: MarkupError) -> MarkupError {
        var shift = 0
        for repair in positions where repair.line == error.line && repair.column + shift < error.column {
            shift += min(repair.growth, error.column - repair.column - shift)
        }
        return MarkupError(error.code, line: error.line, column: error.column - shift, message: error.message, remedy: error.remedy)
    }
}
