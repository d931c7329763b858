// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Resolves a TTML document's styles (TTML2 10): by attribute, by reference and by inheritance.
struct TTMLStyles {
    /// Style values by TTML name.
    typealias Values = [(name: String, value: String)]

    private var styles: [String: MarkupElement] = [:]
    private var resolved: [String: Values] = [:]
    /// Default values from `initial` elements (TTML2 10.1.1).
    private(set) var initial: Values = []

    init(_ root: MarkupElement) {
        guard let styling = root.head.first("styling") else { return }
        for style in styling.children where style.name == "style" {
            if let id = style.attribute("id") { styles[id] = style }
        }
        for element in styling.children where element.name == "initial" { initial = Self.merged(initial, Self.own(element)) }
    }

    /// The style attributes of TTML, and whether they are inherited by text.
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

    /// The element's values: its attributes override nested styles, which override referenced styles.
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
        // Some files put the attribute in the TTML styling namespace, so only the local name is compared.
        (element.attribute("style") ?? "").split(whereSeparator: \.isWhitespace).prefix(64).map(String.init)
    }

    /// Resolves a style by id, with the styles it references. Circular references count once.
    private mutating func named(_ id: String, depth: Int) -> Values? {
        if let known = resolved[id] { return known }
        guard depth < 32, let style = styles[id] else { return nil }
        // An empty entry ends circular references.
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

    /// Text decorations: each line is set or unset by the element, or else inherited (TTML2 10.2.39).
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
    /// The document's head; the root element if it is missing, because some files put its content next to the body.
    var head: MarkupElement { first("head") ?? self }
}
