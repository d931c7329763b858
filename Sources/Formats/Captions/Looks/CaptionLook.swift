// SPDX-License-Identifier: Apache-2.0

/// How some words of a caption look, from what style sheets declare of them.
public struct CaptionLook: Hashable, Sendable {
    public var color: CaptionColor
    public var background: CaptionColor
    /// A list as Pango takes it.
    public var family: String
    /// In pixels.
    public var size: Double
    /// As in CSS: 400 is usual, 700 bold.
    public var weight: Int
    public var isItalic: Bool
    public var isUnderlined: Bool
    public var isOverlined: Bool
    public var isStruckThrough: Bool
    public var hasSmallCapitals: Bool
    /// Between letters, in pixels; negative ones lie closer.
    public var spacing: Double
    public var shadows: [CaptionShadow]

    /// - Parameters:
    ///   - declarations: of the words, those of the cue among them.
    ///   - cue: of the cue as a whole.
    ///   - length: with the size of the cue's letters.
    public init(_ declarations: [Declaration], cue: [Declaration], _ length: CaptionLength) {
        let isHidden = declarations["visibility"] == "hidden"
        let opacity = isHidden ? 0 : min(max(declarations["opacity"].flatMap { Double($0) } ?? 1, 0), 1)
        color = (declarations["color"].flatMap { CaptionColor(css: $0) } ?? .white).faded(opacity)
        background =
            (["background-color", "background"].lazy.compactMap { declarations[$0].flatMap { CaptionColor(css: $0) } }.first ?? .clear)
            .faded(opacity)
        family = Self.family(declarations["font-family"])
        // What the cue says is in the size already.
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

    /// The same words above others.
    public var ruby: CaptionLook {
        var look = self
        look.size = size / 2
        look.background = .clear
        (look.isUnderlined, look.isOverlined, look.isStruckThrough) = (false, false, false)
        return look
    }

    /// CSS's list of families, its general names in the words of fontconfig.
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
