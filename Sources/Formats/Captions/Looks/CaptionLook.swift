// SPDX-License-Identifier: Apache-2.0

/// The resolved text style of a caption run, from style sheet declarations.
public struct CaptionLook: Hashable, Sendable {
    /// Colour of the text.
    public var color: CaptionColor
    /// Background of the text; may be transparent.
    public var background: CaptionColor
    /// A font family list in Pango's syntax.
    public var family: String
    /// Font size in pixels.
    public var size: Double
    /// Font weight as in CSS: 400 is normal, 700 bold.
    public var weight: Int
    /// Whether the text is italic.
    public var isItalic: Bool
    /// Whether a line is drawn under the text.
    public var isUnderlined: Bool
    /// Whether a line is drawn above the text.
    public var isOverlined: Bool
    /// Whether a line is drawn through the text.
    public var isStruckThrough: Bool
    /// Whether lower-case letters are drawn as small capitals.
    public var hasSmallCapitals: Bool
    /// Letter spacing in pixels; may be negative.
    public var spacing: Double
    /// Shadows in drawing order; an outline is several of them.
    public var shadows: [CaptionShadow]

    /// - Parameters:
    ///   - declarations: The run's declarations, including those of the cue.
    ///   - cue: The declarations of the cue as a whole.
    ///   - length: Unit conversion with the cue's font size.
    public init(_ declarations: [Declaration], cue: [Declaration], _ length: CaptionLength) {
        let isHidden = declarations["visibility"] == "hidden"
        let opacity = isHidden ? 0 : min(max(Self.number(declarations["opacity"]) ?? 1, 0), 1)
        color = (declarations["color"].flatMap { CaptionColor(css: $0) } ?? .white).faded(opacity)
        background =
            (["background-color", "background"].lazy.compactMap { declarations[$0].flatMap { CaptionColor(css: $0) } }.first ?? .clear)
            .faded(opacity)
        family = Self.family(declarations["font-family"])
        // The cue's own font size is already included in `length`.
        let ownSize = declarations["font-size"].flatMap { $0 == cue["font-size"] ? nil : length.pixels($0) }
        size = min(max(ownSize ?? length.fontSize, length.fontSize * 0.3), length.fontSize * 1.2)
        let weight = declarations["font-weight"]
        self.weight = weight == "bold" || weight == "bolder" ? 700 : min(max(weight.flatMap { Int($0) } ?? 400, 100), 1000)
        let slant = declarations["font-style"] ?? ""
        isItalic = slant.hasPrefix("italic") || slant.hasPrefix("oblique")
        let lines = declarations["text-decoration"] ?? declarations["text-decoration-line"] ?? ""
        isUnderlined = lines.contains("underline")
        isOverlined = lines.contains("overline")
        isStruckThrough = lines.contains("line-through")
        hasSmallCapitals = declarations["font-variant"]?.contains("small-caps") ?? false
        spacing = min(max(declarations["letter-spacing"].flatMap { length.pixels($0) } ?? 0, -size / 4), size)
        let outline = declarations["text-outline"].map { CaptionShadow.outline($0, length) } ?? []
        shadows = outline + (declarations["text-shadow"].map { CaptionShadow.shadows($0, length) } ?? [])
        for index in shadows.indices { shadows[index].color = (shadows[index].color ?? color).faded(opacity) }
    }

    /// nil for texts that Swift reads as numbers and CSS doesn't, such as `nan`.
    private static func number(_ text: String?) -> Double? { text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

    /// The style of ruby text above text in this style.
    public var ruby: CaptionLook {
        var look = self
        look.size = size / 2
        look.background = .clear
        (look.isUnderlined, look.isOverlined, look.isStruckThrough) = (false, false, false)
        return look
    }

    /// Converts a CSS family list, with generic names replaced by fontconfig's.
    private static func family(_ css: String?) -> String {
        let names = (css ?? "").split(separator: ",").map { name -> String in
            let name = name.filter { $0 != "\"" && $0 != "'" }.drop { $0 == " " }
            switch name.lowercased() {
            case "sans-serif", "system-ui", "ui-sans-serif": return "Sans"
            case "serif", "ui-serif": return "Serif"
            case "monospace", "ui-monospace": return "Monospace"
            default: return String(name)
            }
        }
        return (names.filter { !$0.isEmpty } + ["Sans"]).joined(separator: ",")
    }
}
