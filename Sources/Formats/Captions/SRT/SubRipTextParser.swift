// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Parses a SubRip cue's text: HTML style tags in angle brackets or braces, and SubStation override tags for style and position.
/// Unknown tags stay in the text.
struct SubRipTextParser {
    private var builder: CueTreeBuilder
    /// The text kept so far, and the run up to the next tag.
    private var kept: [UInt8] = []
    private var run: [UInt8] = []
    private var settings = CueSettings()
    private var hasPosition = false
    private var hasAlignment = false
    private var alignment = 2

    init(depth: Int) { builder = CueTreeBuilder(depth: depth) }

    mutating func parse(_ text: ByteText) -> (text: String, tree: [CueNode], settings: CueSettings, isTooDeep: Bool) {
        kept.removeAll(keepingCapacity: true)
        settings = CueSettings()
        (hasPosition, hasAlignment) = (false, false)
        alignment = 2
        var index = 0
        var lastBrace = -1
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "<"):
                index = tag(text, at: index)
            case UInt8(ascii: "{"):
                // Searches for the closing brace only once.
                if lastBrace != text.count, lastBrace < index {
                    lastBrace = text.position(of: UInt8(ascii: "}"), from: index) ?? text.count
                }
                index = lastBrace == text.count ? keep(text, index, index + 1) : braces(text, at: index, end: lastBrace)
            case UInt8(ascii: "&"):
                if let next = CharacterReferences.read(text, from: index + 1, into: &run) {
                    kept.append(contentsOf: text.slice(index, next))
                    index = next
                } else {
                    index = keep(text, index, index + 1)
                }
            case UInt8(ascii: "\\") where index + 1 < text.count && Self.escapes[text[index + 1]] != nil:
                run.append(contentsOf: Self.escapes[text[index + 1]] ?? [])
                kept.append(contentsOf: text.slice(index, index + 2))
                index += 2
            default:
                var end = index + 1
                while end < text.count, !Self.isSpecial(text[end]) { end += 1 }
                index = keep(text, index, end)
            }
        }
        flush()
        let isTooDeep = builder.isTooDeep
        return (String(decoding: kept, as: UTF8.self), builder.finish(), settings, isTooDeep)
    }

    /// Whether a byte may begin markup.
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\\")
    }

    /// SubStation escapes that converters leave in the text. A lower-case `\n` is more often part of a path or a joke.
    private static let escapes: [UInt8: [UInt8]] = [UInt8(ascii: "N"): [0x0A], UInt8(ascii: "h"): [0xC2, 0xA0]]

    private mutating func keep(_ text: ByteText, _ start: Int, _ end: Int) -> Int {
        run.append(contentsOf: text.slice(start, end))
        kept.append(contentsOf: text.slice(start, end))
        return end
    }

    private mutating func flush() {
        guard !run.isEmpty else { return }
        builder.append(.text(String(decoding: run, as: UTF8.self)))
        run.removeAll(keepingCapacity: true)
    }

    /// The longest tag; anything longer is text.
    private static let longestTag = 1024

    private mutating func tag(_ text: ByteText, at start: Int) -> Int {
        let window = text.slice(start + 1, start + Self.longestTag)
        guard let length = window.position(of: UInt8(ascii: ">")) else { return keep(text, start, start + 1) }
        var tag = window.slice(0, length).trimmed
        let isEnd = tag.first == UInt8(ascii: "/")
        if isEnd { tag = tag.slice(from: 1).trimmed }
        var nameEnd = 0
        while nameEnd < tag.count, tag[nameEnd].isLetter { nameEnd += 1 }
        let name = tag.slice(0, nameEnd)
        let end = start + 1 + length + 1
        guard let span = Self.span(name, attributes: tag.slice(from: nameEnd)) else {
            if name.equalsIgnoringCase("br"), !isEnd {
                run.append(0x0A)
                kept.append(0x0A)
                return end
            }
            return keep(text, start, start + 1)
        }
        kept.append(contentsOf: text.slice(start, end))
        flush()
        if isEnd {
            close(span.kind, of: name)
        } else {
            builder.push(span)
        }
        return end
    }

    private static func span(_ name: ByteText, attributes: ByteText) -> CueSpan? {
        // A longer name, as in <b2>, is not a match.
        if let next = attributes.first, !next.isSpace, next != UInt8(ascii: "/") { return nil }
        if name.equalsIgnoringCase("b") || name.equalsIgnoringCase("bold") || name.equalsIgnoringCase("strong") {
            return CueSpan(kind: .bold)
        }
        if name.equalsIgnoringCase("i") || name.equalsIgnoringCase("italic") || name.equalsIgnoringCase("em") {
            return CueSpan(kind: .italic)
        }
        if name.equalsIgnoringCase("u") || name.equalsIgnoringCase("underline") { return CueSpan(kind: .underline) }
        if name.equalsIgnoringCase("s") || name.equalsIgnoringCase("strike") {
            return CueSpan(kind: .class, style: [Declaration("text-decoration", "line-through")])
        }
        if name.equalsIgnoringCase("font") { return CueSpan(kind: .class, style: fontStyle(attributes)) }
        return nil
    }

    private static func fontStyle(_ attributes: ByteText) -> [Declaration] {
        var style: [Declaration] = []
        var index = 0
        while index < attributes.count {
            while index < attributes.count, !attributes[index].isLetter { index += 1 }
            let start = index
            while index < attributes.count, attributes[index].isLetter { index += 1 }
            let name = attributes.slice(start, index)
            while index < attributes.count, attributes[index].isSpace { index += 1 }
            guard index < attributes.count, attributes[index] == UInt8(ascii: "=") else { continue }
            index += 1
            while index < attributes.count, attributes[index].isSpace { index += 1 }
            guard index < attributes.count else { break }
            let quote = attributes[index]
            let value: ByteText
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let end = attributes.position(of: quote, from: index + 1) ?? attributes.count
                value = attributes.slice(index + 1, end).trimmed
                index = end + 1
            } else {
                let end = index
                while index < attributes.count, !attributes[index].isSpace { index += 1 }
                value = attributes.slice(end, index)
            }
            guard !value.isEmpty else { continue }
            if name.equalsIgnoringCase("color") {
                // Many files omit the number sign.
                let isNumber = value.count == 6 && value.allSatisfy { $0.hexadecimal != nil }
                style.append(Declaration("color", isNumber ? "#" + value.string : value.string))
            } else if name.equalsIgnoringCase("face") {
                style.append(Declaration("font-family", value.string))
            } else if name.equalsIgnoringCase("size") {
                style.append(Declaration("font-size", size(value)))
            }
        }
        return style
    }

    /// HTML font sizes 1 to 7, in em.
    private static let sizes = [0.63, 0.82, 1, 1.13, 1.5, 2, 3]

    /// Numbers above HTML's range are lines of the default SubRip frame.
    private static func size(_ value: ByteText) -> String {
        guard value.allSatisfy(\.isDigit), let number = Int(value.string) else { return value.string }
        if (1...sizes.count).contains(number) { return "\(sizes[number - 1])em" }
        return "\((Double(number) / SubRipDefaultFrame.height * 10_000).rounded() / 100)vh"
    }

    /// Closes the innermost span of that kind. Spans inside it are reopened, as browsers do with misnested tags.
    private mutating func close(_ kind: CueSpan.Kind, of name: ByteText) {
        let isStrike = kind == .class && !name.equalsIgnoringCase("font")
        // Indexes `open` directly: holding a slice while it changes would copy its contents.
        var index = builder.open.count - 1
        let last = max(0, builder.open.count - 4)
        while index >= last {
            let isStyle = kind != .class || isStrike == (builder.open[index].style["text-decoration"] != nil)
            if builder.open[index].kind == kind, isStyle { break }
            index -= 1
        }
        guard index >= last else { return }
        let reopened = builder.open[(index + 1)...].map { CueSpan(kind: $0.kind, style: $0.style) }
        builder.popAll(downTo: index)
        for span in reopened { builder.push(span) }
    }

    /// `{\an8}`, `{\pos(1,2)}`, `{\i1}`, `{b}`, `{y:i}` and similar. Braces around anything else stay in the text.
    private mutating func braces(_ text: ByteText, at start: Int, end: Int) -> Int {
        let content = text.slice(start + 1, end)
        if content.first == UInt8(ascii: "\\") {
            flush()
            for override in SubStationOverride.list(content) { apply(override) }
            return end + 1
        }
        if content.count > 2, content[1] == UInt8(ascii: ":"), Self.codes.contains(content[0]) {
            control(content[0], content.slice(from: 2))
            return end + 1
        }
        let isEnd = content.first == UInt8(ascii: "/")
        let name = isEnd ? content.slice(from: 1) : content
        guard name.count == 1, let span = Self.span(name, attributes: name.slice(from: 1)) else { return keep(text, start, start + 1) }
        flush()
        if isEnd { close(span.kind, of: name) } else { builder.push(span) }
        return end + 1
    }

    /// MicroDVD codes that converters leave in the text: colour, font, position, size and style. Only colour and style are applied.
    private static let codes = Set("CcFfoPSsYy".utf8)

    private mutating func control(_ code: UInt8, _ value: ByteText) {
        switch code {
        case UInt8(ascii: "Y"), UInt8(ascii: "y"):
            flush()
            for index in value.indices {
                if let span = Self.span(value.slice(index, index + 1), attributes: value.slice(0, 0)) { builder.push(span) }
            }
        case UInt8(ascii: "C"), UInt8(ascii: "c"):
            guard value.first == UInt8(ascii: "$"), let color = SubStationColor(tag: value.slice(from: 1)) else { return }
            flush()
            builder.push(CueSpan(kind: .class, style: [Declaration("color", color.css)]))
        default: break
        }
    }

    private mutating func apply(_ override: SubStationOverride) {
        switch override {
        case .alignment(let value):
            // Only the first alignment counts.
            guard !hasAlignment else { return }
            hasAlignment = true
            alignment = value
            if !hasPosition { settings.setPosition(alignment: value) }
        case .position(let x, let y), .movement(let x, let y):
            guard !hasPosition else { return }
            hasPosition = true
            // Positions refer to SubStation's default frame when the file states no size; positions outside it refer to a larger frame.
            let isSmall = x <= SubRipDefaultFrame.width && y <= SubRipDefaultFrame.height
            let size = isSmall ? (width: SubRipDefaultFrame.width, height: SubRipDefaultFrame.height) : (width: 1920, height: 1080)
            settings.setPosition(x: x / size.width * 100, y: y / size.height * 100, alignment: alignment)
        case .toggle(let kind, let isOn):
            if isOn == true { builder.push(CueSpan(kind: kind)) } else { close(kind, of: ByteText(start: nil, count: 0)) }
        case .style(let declaration): builder.push(CueSpan(kind: .class, style: [declaration]))
        case .color(let color): builder.push(CueSpan(kind: .class, style: [Declaration("color", color.css)]))
        case .reset: builder.popAll()
        default: break
        }
    }
}

/// The frame that SubRip positions and sizes refer to: SubStation's default, because files do not state one.
enum SubRipDefaultFrame {
    static let width = 384.0
    static let height = 288.0
}
