// SPDX-License-Identifier: Apache-2.0

/// Character attributes of CEA-708 (CTA-708-E 8.5).
struct CEA708Pen: Hashable, Sendable {
    enum Size: UInt8, Hashable, Sendable { case small, standard, large }
    enum Offset: UInt8, Hashable, Sendable { case `subscript`, normal, superscript }
    enum Edge: UInt8, Hashable, Sendable { case none, raised, depressed, uniform, leftShadow, rightShadow }

    var size = Size.standard
    var offset = Offset.normal
    /// 0 is the decoder's default font.
    var font: UInt8 = 0
    var edge = Edge.none
    var isItalic = false
    var isUnderlined = false
    /// The kind of text; 15 is text that must not be displayed (CTA-708-E 8.5.9).
    var tag: UInt8 = 0
    var color = CEA708Color.white
    var background = CEA708Color.black
    var edgeColor = CEA708Color.black

    init() {}

    /// A predefined pen style (CTA-708-E table 27). Unknown values select the first style.
    init(style: UInt8) {
        switch style {
        case 2...5: font = style - 1
        case 6, 7:
            font = style == 6 ? 3 : 4
            edge = .uniform
            background = .clear
        default: break
        }
    }

    mutating func setAttributes(_ first: UInt8, _ second: UInt8) {
        size = Size(rawValue: first & 3) ?? .standard
        offset = Offset(rawValue: first >> 2 & 3) ?? .normal
        tag = first >> 4
        font = second & 7
        edge = Edge(rawValue: second >> 3 & 7) ?? .none
        isUnderlined = second & 0x40 != 0
        isItalic = second & 0x80 != 0
    }

    var isShown: Bool { tag != 15 }

    /// White on black is the default look of captions, so it is left out.
    var declarations: [Declaration] {
        var style: [Declaration] = []
        if color != .white { style.append(Declaration("color", color.css)) }
        if background != .black { style.append(Declaration("background-color", background.css)) }
        switch size {
        case .small: style.append(Declaration("font-size", "0.8em"))
        case .standard: break
        case .large: style.append(Declaration("font-size", "1.25em"))
        }
        switch offset {
        case .subscript: style.append(Declaration("vertical-align", "sub"))
        case .normal: break
        case .superscript: style.append(Declaration("vertical-align", "super"))
        }
        if let family = Self.families[font] { style.append(Declaration("font-family", family)) }
        if font == 7 { style.append(Declaration("font-variant", "small-caps")) }
        if let shadow { style.append(Declaration("text-shadow", shadow)) }
        return style
    }

    private static let families: [UInt8: String] = [
        1: "monospace", 2: "serif", 3: "monospace", 4: "sans-serif", 5: "fantasy", 6: "cursive",
    ]

    private var shadow: String? {
        let color = edgeColor.css
        switch edge {
        case .none: return nil
        case .raised: return "1px 1px 0 \(color)"
        case .depressed: return "-1px -1px 0 \(color)"
        case .uniform: return ["1px 1px", "-1px 1px", "1px -1px", "-1px -1px"].map { "\($0) 0 \(color)" }.joined(separator: ", ")
        case .leftShadow: return "-2px 2px 0 \(color)"
        case .rightShadow: return "2px 2px 0 \(color)"
        }
    }
}
