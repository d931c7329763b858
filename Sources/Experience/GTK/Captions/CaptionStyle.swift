// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
public import WindowboxMedia
public import WindowboxPlayer

/// What captions look like: one value for all of a view. What the stream says comes over it, the application's rules come over that,
/// and what the person wants over all.
public struct CaptionStyle: Hashable, Sendable {
    /// As in CSS, the most wanted one first; nil is the sans serif of the desktop.
    public var fontFamily: String?
    /// The height of a line of text as a share of the picture's height.
    public var lineHeight: Double
    public var color: Color
    /// Behind the text.
    public var background: Color
    /// How letters stand out from a picture.
    public var edge: TextEdge
    /// The application's, in order.
    public var rules: [TextStyleRule] = []
    public var preference = CaptionPreference()

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

    /// Letters do not become smaller than a desktop's, however small the window: small windows are read as well.
    static let smallestLine = 16.0

    /// The size of letters where nothing else is said, in the pixels that the picture's height counts.
    func fontSize(pictureHeight: Double) -> Double {
        let share = lineHeight.isFinite ? min(max(lineHeight, 0.01), 0.5) : 0.06
        return (max(pictureHeight * share, Self.smallestLine) / 1.2).rounded()
    }

    func styling(of document: CaptionDocument) -> CaptionStyling {
        let own = TextStyle(
            color: color, background: background, edge: edge.kind == .none ? nil : edge, fontFamily: fontFamily)
        let rules = rules.map { TextStyleRule($0.selector, $0.style.withUsableSize) }
        return CaptionStyling(
            sheets: [CaptionSheet(TextStyleRule(.cue, own).css)] + document.styleSheets,
            application: [CaptionSheet(rules.map(\.css).joined(separator: "\n"))], user: preference.declarations)
    }

    /// What the rules for all cues say that style sheets have no words for.
    private var placed: TextStyle {
        rules.filter { $0.selector == .cue }.reduce(TextStyle()) { $0.overridden(by: $1.style) }
    }

    /// Behind the box that the text stands in, under its background.
    var window: Color? { placed.window }

    /// The cues, standing where this style wants them.
    func placing(_ document: CaptionDocument, _ styling: CaptionStyling) -> CaptionDocument {
        var document = document
        let line = placed.line.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        for index in document.cues.indices {
            let alignment = styling.style(of: document.cues[index])["text-align"].flatMap(CueSettings.Alignment.init)
            var cue = document.cues[index].withoutRubyText
            if let alignment { cue.settings.alignment = alignment }
            if let line {
                cue.region = nil
                cue.settings.vertical = .horizontal
                (cue.settings.line, cue.settings.snapToLines, cue.settings.lineAlignment) = (line * 100, false, .end)
            }
            document.cues[index] = cue
        }
        return document
    }
}

extension TextStyle {
    /// Sizes without sense do no harm.
    fileprivate var withUsableSize: TextStyle {
        var style = self
        style.relativeSize = relativeSize.flatMap { $0.isFinite ? min(max($0, 0.2), 6) : nil }
        return style
    }
}
