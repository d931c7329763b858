// SPDX-License-Identifier: Apache-2.0

extension TTMLStyles.Values {
    subscript(_ name: String) -> String? { last { $0.name == name }?.value }

    /// Converts values to CSS declarations, except for position. Properties unknown to CSS keep TTML's names, hyphenated.
    func declarations(_ layout: TTMLLayout) -> [Declaration] {
        flatMap { name, value -> [Declaration] in
            switch name {
            case "color", "backgroundColor": [Declaration(Self.hyphenated(name), TTMLColor.css(value))]
            case "direction", "opacity", "visibility", "fontStyle", "fontWeight", "fontVariant", "multiRowAlign", "shear", "lineShear",
                "fontShear", "rubyAlign", "textOrientation":
                [Declaration(Self.hyphenated(name), value)]
            case "unicodeBidi": [Declaration("unicode-bidi", value == "bidiOverride" ? "bidi-override" : value)]
            case "fontFamily": [Declaration("font-family", Self.family(value))]
            case "fontSize": layout.isMeasured(value) ? [Declaration("font-size", layout.fontSize(value, in: nil))] : []
            case "lineHeight", "linePadding":
                layout.isMeasured(value) ? [Declaration(Self.hyphenated(name), layout.css(list: value))] : []
            case "letterSpacing", "textShadow", "border":
                [Declaration(Self.hyphenated(name), layout.css(list: value))]
            case "textOutline": value == "none" ? [] : [Declaration("text-outline", layout.css(list: value))]
            case "textDecoration": Self.decoration(value)
            case "textEmphasis": Self.emphasis(value)
            case "textCombine": value == "none" ? [] : [Declaration("text-combine-upright", value.hasPrefix("all") ? "all" : value)]
            case "rubyPosition": [Declaration("ruby-position", value == "after" ? "under" : "over")]
            case "fillLineGap": value == "true" ? [Declaration("fill-line-gap", "true")] : []
            case "wrapOption": value == "noWrap" ? [Declaration("white-space", "nowrap")] : []
            default: []
            }
        }
    }

    private static func decoration(_ value: String) -> [Declaration] {
        let words = value.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("no") || $0 == "none" }
        return [
            Declaration(
                "text-decoration", words.isEmpty ? "none" : words.joined(separator: " ").replacing("lineThrough", with: "line-through"))
        ]
    }

    /// A mark, its fill, its colour and its side (TTML2 10.2.43).
    private static func emphasis(_ value: String) -> [Declaration] {
        var marks: [String] = []
        var position: String?
        for word in value.split(whereSeparator: \.isWhitespace) {
            switch word {
            case "none": return [Declaration("text-emphasis", "none")]
            case "before", "outside": position = "over right"
            case "after": position = "under left"
            case "auto", "current": break
            default: marks.append(TTMLColor.css(String(word)))
            }
        }
        let mark = Declaration("text-emphasis", marks.isEmpty ? "filled circle" : marks.joined(separator: " "))
        return [mark] + (position.map { [Declaration("text-emphasis-position", $0)] } ?? [])
    }

    private static func hyphenated(_ name: String) -> String {
        name.reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    }

    private static func family(_ value: String) -> String {
        value.split(separator: ",").map { part in
            switch String(part).trimmedOfSpace {
            case "monospaceSansSerif", "monospaceSerif", "monospace": "monospace"
            case "proportionalSansSerif", "sansSerif", "default": "sans-serif"
            case "proportionalSerif": "serif"
            case let name: name
            }
        }.joined(separator: ", ")
    }
}

/// Converts TTML colours (TTML2 10.3.5), most of which are valid in CSS.
enum TTMLColor {
    static func css(_ value: String) -> String {
        let text = value.lowercased()
        guard text.hasPrefix("rgba("), text.hasSuffix(")") else { return text }
        // TTML's alpha is 0 to 255.
        let parts = text.dropFirst(5).dropLast().split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) }
        guard parts.count == 4, parts.allSatisfy({ (0...255).contains($0) }) else { return text }
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
