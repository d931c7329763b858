// SPDX-License-Identifier: Apache-2.0

/// A style rule for timed text, like a WebVTT style sheet rule (W3C WebVTT 1, section 8.2). If two rules set the same property, the later
/// one applies; both override the text's own style.
public struct TextStyleRule: Hashable, Sendable, Codable {
    /// The text that the rule applies to; by default every cue.
    public var selector: TextSelector
    /// The properties that the rule sets; those that are nil stay as they are.
    public var style: TextStyle

    public init(_ selector: TextSelector = .cue, _ style: TextStyle) {
        self.selector = selector
        self.style = style
    }

    /// As CSS.
    public var css: String { "\(selector.css) { \(style.css) }" }
}

/// Selects the text that a rule applies to.
public struct TextSelector: Hashable, Sendable, Codable {
    /// As CSS.
    public let css: String

    private init(css: String) { self.css = css }

    /// All text of all cues.
    public static let cue = TextSelector(css: "::cue")
    /// The boxes behind regions.
    public static let region = TextSelector(css: "::cue-region")
    /// The cue with an identifier.
    public static func cue(id: String) -> TextSelector { TextSelector(css: "::cue(#\(escaped(id)))") }
    /// Text within a class span, such as `loud` for `<c.loud>`.
    public static func cue(class name: String) -> TextSelector { TextSelector(css: "::cue(.\(escaped(name)))") }
    /// Text in spans of a kind: `b`, `i`, `u`, `c`, `ruby`, `lang`, `v`.
    public static func cue(element name: String) -> TextSelector { TextSelector(css: "::cue(\(escaped(name)))") }
    /// Text of a speaker.
    public static func cue(voice name: String) -> TextSelector {
        let text = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return TextSelector(css: "::cue(v[voice=\"\(text)\"])")
    }

    /// Escapes characters that CSS names can't contain (CSS Syntax 3, section 2.1).
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
