// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A tag of a SubStation override block (`{\i1\an8}`), as far as the cue model represents it.
enum SubStationOverride {
    /// Number-pad position: 1 is bottom left, 9 top right.
    case alignment(Int)
    /// Position in script pixels.
    case position(x: Double, y: Double)
    /// A movement between two positions; the start is kept.
    case movement(x: Double, y: Double)
    /// Letter spacing in script pixels.
    case spacing(Double)
    /// nil resets to the line's style.
    case toggle(CueSpan.Kind, Bool?)
    case style(Declaration)
    /// Resets a property to the line's style.
    case unset(String)
    /// Text colour, without opacity.
    case color(SubStationColor)
    /// The opacity of the letters, or of everything drawn; nil resets to the line's style.
    case opacity(UInt8?, isOfLetters: Bool)
    /// Changes the colour of the outline or the shadow, or its width in script pixels.
    case edge(isShadow: Bool, color: SubStationColor?, width: Double?)
    /// Scales the font size by tenths.
    case growth(Double)
    /// Resets everything to the line's style, or to a named style.
    case reset(String)
    /// `\p1`: vector drawing commands follow, not text.
    case drawing(Bool)
    /// The duration of the next syllable, in hundredths of a second.
    case karaoke(Double)
    case unknown(String)

    static func list(_ block: ByteText) -> [SubStationOverride] {
        var result: [SubStationOverride] = []
        var index = 0
        while index < block.count {
            guard block[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            let start = index + 1
            index = start
            var depth = 0
            // A tag extends to the next backslash outside parentheses.
            while index < block.count, depth > 0 || block[index] != UInt8(ascii: "\\") {
                if block[index] == UInt8(ascii: "(") { depth += 1 }
                if block[index] == UInt8(ascii: ")") { depth = max(0, depth - 1) }
                index += 1
            }
            if let override = one(block.slice(start, index).trimmed) { result.append(override) }
        }
        return result
    }

    private static func one(_ tag: ByteText) -> SubStationOverride? {
        var nameEnd = tag.first?.isDigit == true ? 1 : 0
        while nameEnd < tag.count, tag[nameEnd].isLetter { nameEnd += 1 }
        if nameEnd == 0 { return nil }
        // Names and textual values are not separated: \fnArial, \rDefault.
        if tag.hasPrefix("fn") { return named("font-family", tag.slice(from: 2)) }
        if tag.hasPrefix("r"), !tag.hasPrefix("rnd") { return .reset(tag.slice(from: 1).string) }
        let name = tag.slice(0, nameEnd)
        let value = tag.slice(from: nameEnd).trimmed
        switch name.string {
        case "an": return integer(value).flatMap { (1...9).contains($0) ? .alignment($0) : nil }
        case "a": return integer(value).flatMap { legacyAlignment($0) }.map { .alignment($0) }
        case "pos", "move":
            let numbers = arguments(value)
            guard numbers.count >= 2 else { return nil }
            return name.equals("move") ? .movement(x: numbers[0], y: numbers[1]) : .position(x: numbers[0], y: numbers[1])
        case "fsp": return number(value).map { .spacing($0) } ?? .unset("letter-spacing")
        // Wrapping style, font encoding and rotation origin can be ignored without loss.
        case "q", "fe", "org": return nil
        case "i": return .toggle(.italic, flag(value))
        case "b":
            // Values from 100 are font weights.
            if let weight = integer(value), weight >= 100 { return .style(Declaration("font-weight", "\(min(weight, 1000))")) }
            return .toggle(.bold, flag(value))
        case "u": return .toggle(.underline, flag(value))
        case "s": return flag(value) == true ? .style(Declaration("text-decoration", "line-through")) : .unset("text-decoration")
        case "c", "1c": return SubStationColor(tag: value).map { .color($0) } ?? .unset("color")
        case "3c", "4c":
            let isShadow = name.string == "4c"
            return SubStationColor(tag: value).map { .edge(isShadow: isShadow, color: $0, width: nil) } ?? unsetEdge(isShadow)
        case "bord", "shad":
            let isShadow = name.string == "shad"
            return number(value).map { .edge(isShadow: isShadow, color: nil, width: max(0, $0)) } ?? unsetEdge(isShadow)
        // The lowest byte, where 0 is opaque.
        case "alpha", "1a": return .opacity(SubStationColor(tag: value).map { 255 - $0.red }, isOfLetters: name.string == "1a")
        case "fs":
            guard let size = number(value), abs(size) < 10_000 else { return .unset("font-size") }
            if let first = value.first, !first.isDigit, first != UInt8(ascii: ".") { return .growth(size) }
            guard size > 0 else { return .unset("font-size") }
            return .style(Declaration("font-size", "\(size == size.rounded() ? "\(Int(size))" : "\(size)")px"))
        case "p": return .drawing((integer(value) ?? 0) > 0)
        case "k", "K", "kf", "ko": return .karaoke(Double(integer(value) ?? 0))
        default: return .unknown(name.string)
        }
    }

    private static func named(_ property: String, _ value: ByteText) -> SubStationOverride {
        value.isEmpty ? .unset(property) : .style(Declaration(property, value.string))
    }

    private static func unsetEdge(_ isShadow: Bool) -> SubStationOverride { .unset(isShadow ? "text-shadow" : "text-outline") }

    private static func number(_ text: ByteText) -> Double? { Double(text.string).flatMap { $0.isFinite ? $0 : nil } }

    /// 0 and 1; other numbers are invalid.
    private static func flag(_ text: ByteText) -> Bool? {
        switch integer(text) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    static func integer(_ text: ByteText) -> Int? {
        var text = text.trimmed
        if text.first == UInt8(ascii: "(") { text = text.slice(1, text.count - 1).trimmed }
        var end = text.first == UInt8(ascii: "-") ? 1 : 0
        while end < text.count, text[end].isDigit { end += 1 }
        return Int(text.slice(0, end).string)
    }

    private static func arguments(_ text: ByteText) -> [Double] {
        guard text.first == UInt8(ascii: "(") else { return [] }
        let end = text.position(of: UInt8(ascii: ")")) ?? text.count
        return text.slice(1, end).split(separator: UInt8(ascii: ",")).prefix(8).compactMap { part in
            number(ByteText(rebasing: part).trimmed)
        }
    }

    /// Converts `\a` numbers: 1 to 3 from left to right at the bottom, 5 to 7 at the top, 9 to 11 in the middle.
    static func legacyAlignment(_ value: Int) -> Int? {
        switch value {
        case 1...3: value
        case 5...7: value + 2
        case 9...11: value - 5
        default: nil
        }
    }
}
