// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Styles of a TTML document (TTML2 10): by attribute, by reference and by inheritance, as declarations.
struct TTMLStyles {
    /// What an element says itself, by TTML's names.
    typealias Values = [(name: String, value: String)]

    private var styles: [String: MarkupElement] = [:]
    private var resolved: [String: Values] = [:]
    /// What holds where nothing else is said: `initial` (TTML2 10.1.1).
    private(set) var initial: Values = []

    init(_ root: MarkupElement) {
        guard let styling = root.head.first("styling") else { return }
        for style in styling.children where style.name == "style" {
            if let id = style.attribute("id") { styles[id] = style }
        }
        for element in styling.children where element.name == "initial" { initial = Self.merged(initial, Self.own(element)) }
    }

    /// Names of TTML that style, and whether text in the element has the value too.
    private static let inherited: [String: Bool] = [
        "backgroundColor": false, "border": false, "color": true, "direction": true, "display": false, "displayAlign": false,
        "extent": false, "fillLineGap": true, "fontFamily": true, "fontShear": true, "fontSize": true, "fontStyle": true,
        "fontVariant": true, "fontWeight": true, "forcedDisplay": false, "letterSpacing": true, "lineHeight": true,
        "linePadding": true, "lineShear": true, "luminanceGain": false, "multiRowAlign": true, "opacity": false, "origin": false,
        "overflow": false, "padding": false, "position": false, "ruby": false, "rubyAlign": true, "rubyPosition": true, "shear": true,
        "showBackground": false, "textAlign": true, "textCombine": true, "textDecoration": true, "textEmphasis": true,
        "textOrientation": true, "textOutline": true, "textShadow": true, "unicodeBidi": false, "visibility": true, "wrapOption": true,
        "writingMode": false, "zIndex": false,
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

    static func own(_ element: MarkupElement) -> Values {
        var values: Values = []
        for attribute in element.attributes where inherited[attribute.name] != nil {
            values = merged(values, [(attribute.name, attribute.value.trimmedOfSpace)])
        }
        return values
    }

    /// Lines at text: each is as an element says, or as around it where it says nothing of that one (TTML2 10.2.39).
    static func decoration(_ own: String, within outer: String?) -> String {
        let words = own.split(whereSeparator: \.isWhitespace)
        if words.contains("none") { return "none" }
        let around = outer?.split(whereSeparator: \.isWhitespace) ?? []
        let lines = [("underline", "noUnderline"), ("lineThrough", "noLineThrough"), ("overline", "noOverline")].filter { line, without in
            words.contains { $0 == line } || around.contains { $0 == line } && !words.contains { $0 == without }
        }
        return lines.isEmpty ? "none" : lines.map(\.0).joined(separator: " ")
    }

    static func merged(_ weak: Values, _ strong: Values) -> Values {
        if weak.isEmpty { return strong }
        return weak.filter { old in !strong.contains { $0.name == old.name } } + strong
    }
}

extension MarkupElement {
    /// The document's head. Some write what belongs into it beside the body.
    var head: MarkupElement { first("head") ?? self }
}
