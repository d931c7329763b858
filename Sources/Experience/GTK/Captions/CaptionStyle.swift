// SPDX-License-Identifier: Apache-2.0

public import WindowboxPlayer

/// What captions look like: one value for all of a view.
public struct CaptionStyle: Hashable, Sendable {
    /// A family or a list of them, as Pango takes it; nil is the sans serif of the desktop.
    public var fontFamily: String?
    /// The height of a line of text as a share of the picture's height.
    public var lineHeight: Double
    public var color: Color
    /// Behind the text.
    public var background: Color
    /// Behind the box that the text stands in, under ``background``.
    public var window = Color(red: 0, green: 0, blue: 0, alpha: 0)
    /// How letters stand out from a picture.
    public var edge: TextEdge
    /// Of all the text, whatever its own words say.
    public var isBold = false
    public var isItalic = false
    /// How lines of different lengths stand to each other; nil leaves it to each box.
    public var alignment: TextAlignment?
    /// Where the last line ends: a share of the picture's height from its top; nil leaves it to each box.
    public var line: Double?

    public init(
        fontFamily: String? = nil, lineHeight: Double = 0.06, color: Color = .white(alpha: 1),
        background: Color = Color(red: 0, green: 0, blue: 0, alpha: 0.72), edge: TextEdge = TextEdge(.none)
    ) {
        self.fontFamily = fontFamily
        self.lineHeight = lineHeight
        self.color = color
        self.background = background
        self.edge = edge
    }

    /// The style with the rules for all cues (`::cue`) over it, in order; those for some words alone are passed over.
    public func applying(_ rules: [TextStyleRule]) -> CaptionStyle {
        let wanted = rules.filter { $0.selector == .cue }.reduce(TextStyle()) { $0.overridden(by: $1.style) }
        var style = self
        style.fontFamily = wanted.fontFamily ?? fontFamily
        if let size = wanted.relativeSize, size.isFinite { style.lineHeight *= min(max(size, 0.2), 6) }
        style.color = wanted.color.map(Color.init) ?? color
        style.background = wanted.background.map(Color.init) ?? background
        style.window = wanted.window.map(Color.init) ?? window
        style.edge = wanted.edge ?? edge
        style.isBold = wanted.isBold ?? isBold
        style.isItalic = wanted.isItalic ?? isItalic
        style.alignment = wanted.alignment ?? alignment
        if let line = wanted.line, line.isFinite { style.line = min(max(line, 0), 1) }
        return style
    }

    /// The box as this style wants it to stand.
    func placed(_ box: CaptionBox) -> CaptionBox {
        var box = box
        if let line { (box.y, box.verticalAnchor) = (line, .end) }
        switch alignment {
        case .start, .left: box.lineAlignment = .start
        case .center: box.lineAlignment = .center
        case .end, .right: box.lineAlignment = .end
        case nil: break
        }
        return box
    }
}

extension Color {
    init(_ color: TextColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.opacity) }
}

extension TextEdge {
    /// Where the letters are drawn once more under themselves, in the edge's own width.
    var shifts: [(x: Double, y: Double)] {
        switch kind {
        case .none: []
        case .raised: [(-1, -1)]
        case .depressed: [(1, 1)]
        case .uniform: [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
        case .dropShadow: [(2, 2)]
        }
    }
}
