// SPDX-License-Identifier: Apache-2.0

/// How some of the timed text looks: a rule of a style sheet for WebVTT (W3C WebVTT 1, section 8.2). Of two rules that set the
/// same property, the later one counts; both come after what the text itself says.
public struct TextStyleRule: Hashable, Sendable, Codable {
    public var selector: TextSelector
    public var style: TextStyle

    public init(_ selector: TextSelector = .cue, _ style: TextStyle) {
        self.selector = selector
        self.style = style
    }

    /// As in a style sheet.
    public var css: String { "\(selector.css) { \(style.css) }" }
}

/// Which text a rule is for.
public struct TextSelector: Hashable, Sendable, Codable {
    /// As in a style sheet.
    public let css: String

    private init(css: String) { self.css = css }

    /// All text of all cues.
    public static let cue = TextSelector(css: "::cue")
    /// The boxes behind regions.
    public static let region = TextSelector(css: "::cue-region")
    /// The cue of an identifier.
    public static func cue(id: String) -> TextSelector { TextSelector(css: "::cue(#\(escaped(id)))") }
    /// Text within a class span, such as `loud` for `<c.loud>`.
    public static func cue(class name: String) -> TextSelector { TextSelector(css: "::cue(.\(escaped(name)))") }
    /// Text within spans of a kind: `b`, `i`, `u`, `c`, `ruby`, `lang`, `v`.
    public static func cue(element name: String) -> TextSelector { TextSelector(css: "::cue(\(escaped(name)))") }
    /// What a speaker says.
    public static func cue(voice name: String) -> TextSelector {
        let text = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return TextSelector(css: "::cue(v[voice=\"\(text)\"])")
    }

    /// CSS Syntax 3, section 2.1: what can't stand in a name is escaped.
    private static func escaped(_ name: String) -> String {
        var text = ""
        for (index, scalar) in name.unicodeScalars.enumerated() {
            let isDigit = ("0"..."9").contains(scalar)
            if scalar.value >= 0x80 || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
                || (index > 0 && (isDigit || scalar == "-"))
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\" + String(scalar.value, radix: 16) + " "
            }
        }
        return text
    }
}
