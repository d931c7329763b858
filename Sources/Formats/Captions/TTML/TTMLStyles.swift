// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Styles of a TTML document (TTML2 10): by attribute, by reference and by inheritance, as declarations.
struct TTMLStyles {
    /// What an element says itself, by TTML's names.
    typealias Values = [(name: String, value: String)]

    private var styles: [String: MarkupElement] = [:]
    private var resolved: [String: Values] = [:]

    init(_ root: MarkupElement) {
        guard let styling = root.first("head")?.first("styling") else { return }
        for style in styling.children where style.name == "style" {
            if let id = style.attribute("id") { styles[id] = style }
        }
    }

    /// Names of TTML that style, and whether text in the element has the value too.
    private static let inherited: [String: Bool] = [
        "backgroundColor": false, "color": true, "direction": true, "display": false, "displayAlign": false, "extent": false,
        "fontFamily": true, "fontSize": true, "fontStyle": true, "fontVariant": true, "fontWeight": true, "lineHeight": true,
        "lineShear": true, "luminanceGain": false, "opacity": false, "origin": false, "overflow": false, "padding": false,
        "position": false, "ruby": false, "rubyAlign": true, "rubyPosition": true, "shear": true, "showBackground": false,
        "textAlign": true, "textCombine": true, "textDecoration": true, "textEmphasis": true, "textOutline": true, "textShadow": true,
        "unicodeBidi": false, "visibility": true, "wrapOption": true, "writingMode": false, "zIndex": false, "fillLineGap": true,
        "multiRowAlign": true, "linePadding": true,
    ]

    static func isInherited(_ name: String) -> Bool { inherited[name] ?? false }

    /// What an element says by attributes, by the styles it refers to and by styles within it; the first are the strongest.
    mutating func values(of element: MarkupElement, missing: (String) -> Void) -> Values {
        var values: Values = []
        for id in references(of: element) {
            if let style = named(id, depth: 0) { values = Self.merged(values, style) } else { missing(id) }
        }
        for child in element.children where child.name == "style" {
            values = Self.merged(values, self.values(of: child, missing: missing))
        }
        return Self.merged(values, Self.own(element))
    }

    private func references(of element: MarkupElement) -> [String] {
        // Some write the attribute in TTML's styling namespace.
        (element.attribute("style") ?? "").split(whereSeparator: \.isWhitespace).prefix(64).map(String.init)
    }

    /// A style by its id, with those that it refers to itself. One that refers to itself in a circle counts once.
    private mutating func named(_ id: String, depth: Int) -> Values? {
        if let known = resolved[id] { return known }
        guard depth < 32, let style = styles[id] else { return nil }
        // While it is being looked at it says nothing, so a circle ends here.
        resolved[id] = []
        var values: Values = []
        for other in references(of: style) { values = Self.merged(values, named(other, depth: depth + 1) ?? []) }
        values = Self.merged(values, Self.own(style))
        resolved[id] = values
        return values
    }

    private static func own(_ element: MarkupElement) -> Values {
        var values: Values = []
        for attribute in element.attributes where inherited[attribute.name] != nil {
            values = merged(values, [(attribute.name, attribute.value.trimmedOfSpace)])
        }
        return values
    }

    static func merged(_ weak: Values, _ strong: Values) -> Values {
        if weak.isEmpty { return strong }
        return weak.filter { old in !strong.contains { $0.name == old.name } } + strong
    }
}

extension TTMLStyles.Values {
    subscript(_ name: String) -> String? { last { $0.name == name }?.value }

    /// As declarations of CSS, those of placement left out.
    var declarations: [Declaration] {
        compactMap { name, value in
            switch name {
            case "color", "backgroundColor":
                Declaration(name == "color" ? "color" : "background-color", TTMLColor.css(value))
            case "direction", "opacity", "visibility", "fontStyle", "fontWeight", "fontVariant", "unicodeBidi":
                Declaration(Self.hyphenated(name), value)
            case "fontFamily": Declaration("font-family", Self.family(value))
            case "fontSize", "lineHeight": Declaration(Self.hyphenated(name), Self.lengths(value))
            case "textDecoration":
                Declaration("text-decoration", value == "lineThrough" ? "line-through" : value)
            case "textShadow", "textOutline": Declaration(Self.hyphenated(name), Self.lengths(value))
            case "wrapOption": value == "noWrap" ? Declaration("white-space", "nowrap") : nil
            default: nil
            }
        }
    }

    private static func hyphenated(_ name: String) -> String {
        name.reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    }

    private static func family(_ value: String) -> String {
        switch value {
        case "monospaceSansSerif", "monospaceSerif", "monospace": "monospace"
        case "proportionalSansSerif", "sansSerif", "default": "sans-serif"
        case "proportionalSerif": "serif"
        default: value
        }
    }

    /// Cells are fifteenths of the height.
    private static func lengths(_ value: String) -> String {
        value.split(separator: " ").map { length in
            guard length.hasSuffix("c"), let number = Double(length.dropLast()) else { return String(length) }
            return "\((number * 10_000 / 15).rounded() / 100)vh"
        }.joined(separator: " ")
    }
}

/// Colours of TTML (TTML2 10.3.5), most of which CSS reads as they are.
enum TTMLColor {
    static func css(_ value: String) -> String {
        let text = value.lowercased()
        guard text.hasPrefix("rgba("), text.hasSuffix(")") else { return text }
        // In TTML the opacity counts to 255.
        let parts = text.dropFirst(5).dropLast().split(separator: ",").compactMap { Int($0.filter { !$0.isWhitespace }) }
        guard parts.count == 4, parts.allSatisfy({ (0...255).contains($0) }) else { return text }
        return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
