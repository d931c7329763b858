// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Splits a style sheet into rules and declarations (CSS Syntax 3, 5), in linear time.
struct StyleSheetParser {
    private let firstLine: Int
    private let namesVideo: Bool
    private var bytes: [UInt8] = []
    private var position = 0
    private var line = 0
    /// The offset up to which `line` is counted.
    private var counted = 0

    init(line: Int, namesVideo: Bool = true) {
        firstLine = line
        self.namesVideo = namesVideo
    }

    mutating func parse(_ text: ByteText, errors: inout ErrorList) -> [StyleRule] {
        bytes = Self.withoutComments(text)
        var rules: [StyleRule] = []
        while true {
            skipSpace()
            guard position < bytes.count else { return rules }
            let start = position
            let startLine = lineNumber(at: start)
            let isAtRule = bytes[position] == UInt8(ascii: "@")
            skipComponents(until: isAtRule ? [UInt8(ascii: "{"), UInt8(ascii: ";")] : [UInt8(ascii: "{")])
            let prelude = string(start, position)
            guard position < bytes.count else {
                errors.report(
                    .style, startLine, "the style sheet ends within a rule: \(prelude.prefix(60))", "write { … } after the selector")
                return rules
            }
            if bytes[position] == UInt8(ascii: ";") {
                position += 1
                errors.report(.style, startLine, "the rule does not apply to captions: \(prelude.prefix(60))", "remove it")
                continue
            }
            position += 1
            let blockStart = position
            skipComponents(until: [UInt8(ascii: "}")])
            let block = (blockStart, position)
            if position < bytes.count {
                position += 1
            } else {
                errors.report(.style, startLine, "the rule is not closed: \(prelude.prefix(60))", "write } after its declarations")
            }
            if isAtRule {
                errors.report(.style, startLine, "the rule does not apply to captions: \(prelude.prefix(60))", "remove it")
                continue
            }
            let end = position
            let declarations = declarations(block, errors: &errors)
            position = end
            let selectors = CueSelector.list(prelude, namesVideo: namesVideo)
            if selectors.isEmpty {
                errors.report(
                    .style, startLine, "the selector matches nothing in captions: \(prelude.prefix(60))",
                    "write ::cue, ::cue(…), ::cue-region or ::cue-region(#…)")
            }
            rules.append(StyleRule(selector: prelude, selectors: selectors, declarations: declarations, line: startLine))
        }
    }

    /// Parses declarations, as in HTML's `style` attribute.
    static func declarations(_ text: String) -> [Declaration] {
        var parser = StyleSheetParser(line: 0)
        var errors = ErrorList(limit: 0)
        parser.bytes = Array(text.utf8)
        return parser.declarations((0, parser.bytes.count), errors: &errors)
    }

    private mutating func declarations(_ block: (start: Int, end: Int), errors: inout ErrorList) -> [Declaration] {
        var result: [Declaration] = []
        position = block.start
        while position < block.end {
            skipSpace()
            let start = position
            skipComponents(until: [UInt8(ascii: ";")], end: block.end)
            let end = position
            position = min(end + 1, block.end)
            guard end > start else { continue }
            guard let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":")), colon > start else {
                errors.report(
                    .style, lineNumber(at: start), "the declaration cannot be read: \(string(start, end).prefix(60))",
                    "write it as name: value;")
                continue
            }
            var value = string(colon + 1, end)
            var isImportant = false
            if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
                Self.trimmed(value[value.index(after: mark)...]).lowercased() == "important"
            {
                isImportant = true
                value = Self.trimmed(value[..<mark])
            }
            guard !value.isEmpty else { continue }
            result.append(Declaration(string(start, colon).lowercased(), value, isImportant: isImportant))
        }
        return result
    }

    private mutating func skipSpace() { while position < bytes.count, bytes[position].isSpace { position += 1 } }

    /// Advances to one of these bytes outside strings and brackets, or to the end.
    private mutating func skipComponents(until stops: [UInt8], end: Int? = nil) {
        let end = end ?? bytes.count
        var brackets: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            if brackets.isEmpty, stops.contains(byte) { return }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte, end: end)
            case UInt8(ascii: "\\"): position += 1
            case UInt8(ascii: "("): brackets.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["): brackets.append(UInt8(ascii: "]"))
            case UInt8(ascii: "{"): brackets.append(UInt8(ascii: "}"))
            default: if byte == brackets.last { brackets.removeLast() }
            }
            position += 1
        }
        position = min(position, end)
    }

    /// Advances to the closing quote; a line break also ends a string (CSS Syntax 3, 4.3.5).
    private mutating func skipString(_ quote: UInt8, end: Int) {
        position += 1
        while position < end, bytes[position] != quote, bytes[position] != 0x0A {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private mutating func lineNumber(at offset: Int) -> Int {
        // A block's declarations are read after its end was found, so the offset may go back.
        if offset < counted { (counted, line) = (0, 0) }
        while counted < min(offset, bytes.count) {
            if bytes[counted] == 0x0A { line += 1 }
            counted += 1
        }
        return firstLine + line
    }

    private func string(_ start: Int, _ end: Int) -> String {
        Self.trimmed(String(decoding: bytes[start..<max(start, end)], as: UTF8.self)[...])
    }

    private static func trimmed(_ text: Substring) -> String {
        let space: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\u{C}" || $0 == "\r" }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !space($0) }), let last = scalars.lastIndex(where: { !space($0) }) else { return "" }
        return String(scalars[first...last])
    }

    /// Replaces each comment with a space and keeps its line breaks.
    private static func withoutComments(_ text: ByteText) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        var quote: UInt8?
        while index < text.count {
            let byte = text[index]
            if quote == nil, byte == UInt8(ascii: "/"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "*") {
                index += 2
                result.append(0x20)
                while index < text.count,
                    !(text[index] == UInt8(ascii: "*") && index + 1 < text.count && text[index + 1] == UInt8(ascii: "/"))
                {
                    if text[index] == 0x0A { result.append(0x0A) }
                    index += 1
                }
                index += 2
                continue
            }
            if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                result.append(byte)
                index += 1
            } else if byte == quote || byte == 0x0A {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            result.append(text[index])
            index += 1
        }
        return result
    }
}
