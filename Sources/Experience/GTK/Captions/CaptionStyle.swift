// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
public import WindowboxMedia
public import WindowboxPlayer

/// The look of captions in a view. The stream's styles override it, the application's rules override those, and the user's
/// preference overrides everything.
public struct CaptionStyle: Hashable, Sendable {
    /// As in CSS, most preferred first; nil uses the desktop's sans-serif font.
    public var fontFamily: String?
    /// The height of a line of text as a fraction of the video's height.
    public var lineHeight: Double
    public var color: Color
    /// The colour behind the text.
    public var background: Color
    /// How letters are set off from the video.
    public var edge: TextEdge
    /// The application's rules, in order.
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

    /// Minimum line height in logical pixels: captions stay legible in small windows.
    static let smallestLine = 16.0

    /// The default font size, in the units of `pictureHeight`.
    func fontSize(pictureHeight: Double) -> Double {
        let share = lineHeight.isFinite ? min(max(lineHeight, 0.01), 0.5) : 0.06
        return (max(pictureHeight * share, Self.smallestLine) / 1.2).rounded()
    }

    func styling(of document: CaptionDocument) -> CaptionStyling {
        let own = TextStyle(
            color: color, background: background, edge: edge.kind == .none ? nil : edge, fontFamily: fontFamily)
        let rules = rules.map { TextStyleRule($0.selector, $0.style.withUsableSize) }
        return CaptionStyling(
            sheets: [CaptionStyleSheet(TextStyleRule(.cue, own).css)] + document.styleSheets,
            application: [CaptionStyleSheet(rules.map(\.css).joined(separator: "\n"))], user: preference.declarations)
    }

    /// The part of the rules for all cues that style sheets can't express.
    private var placed: TextStyle {
        rules.filter { $0.selector == .cue }.reduce(TextStyle()) { $0.overridden(by: $1.style) }
    }

    /// The colour behind the text box, below its background.
    var window: Color? { placed.window }

    /// The cues, repositioned as this style asks.
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
    /// Clamps absurd sizes.
    fileprivate var withUsableSize: TextStyle {
        var style = self
        style.relativeSize = relativeSize.flatMap { $0.isFinite ? min(max($0, 0.2), 6) : nil }
        return style
    }
}
