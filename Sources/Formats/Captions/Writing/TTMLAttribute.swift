// SPDX-License-Identifier: Apache-2.0

import WindowboxXML

/// Converts declarations to TTML attributes.
enum TTMLAttribute {
    private static let names: [String: String] = [
        "color": "color", "background-color": "backgroundColor", "font-family": "fontFamily", "font-style": "fontStyle",
        "font-weight": "fontWeight", "font-variant": "fontVariant", "direction": "direction", "visibility": "visibility",
        "opacity": "opacity", "letter-spacing": "letterSpacing", "line-height": "lineHeight", "shear": "shear", "line-shear": "lineShear",
        "font-shear": "fontShear", "text-outline": "textOutline", "text-orientation": "textOrientation",
        "text-combine-upright": "textCombine", "ruby-align": "rubyAlign", "border": "border", "font-size": "fontSize",
    ]

    /// The attribute for a declaration; with an empty name if another declaration's attribute includes it, nil if there is none.
    static func of(_ declaration: Declaration, in style: [Declaration]) -> (name: String, value: String)? {
        let value = declaration.value
        switch declaration.property {
        case "text-decoration": return ("textDecoration", value.replacing("line-through", with: "lineThrough"))
        case "unicode-bidi": return ("unicodeBidi", value == "bidi-override" ? "bidiOverride" : value)
        case "ruby-position": return ("rubyPosition", value == "under" ? "after" : "before")
        case "white-space" where value == "nowrap": return ("wrapOption", "noWrap")
        case "text-emphasis":
            let side = style["text-emphasis-position"].map { $0.hasPrefix("under") ? " after" : " before" } ?? ""
            return ("textEmphasis", value == "none" ? value : value + side)
        case "text-emphasis-position" where style["text-emphasis"] != nil: return ("", "")
        default: return names[declaration.property].map { ($0, lengths(value)) }
        }
    }

    /// Converts shares of the height to cells; a cell is a fifteenth of the height.
    private static func lengths(_ value: String) -> String {
        guard value.contains("vh") else { return value }
        return value.split(separator: " ").map { word in
            guard word.hasSuffix("vh"), let number = Double(word.dropLast(2)) else { return String(word) }
            return "\((number * 15 * 10).rounded() / 1000)c"
        }.joined(separator: " ")
    }
}

/// The attributes of one element. The last one with a name wins, because XML allows each name once.
struct TTMLAttributeList {
    private var attributes: [(name: String, value: String)] = []

    mutating func set(_ name: String, _ value: String) {
        attributes.removeAll { $0.name == name }
        attributes.append((name, value))
    }

    /// The attributes with a space before each.
    var text: String { attributes.map { " \($0.name)=\"\($0.value.escapedForAttribute)\"" }.joined() }
}
