// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptionDrawing
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
    /// The colour of the text.
    public var color: Color
    /// The colour behind the text.
    public var background: Color
    /// How letters are set off from the video.
    public var edge: TextEdge
    /// The application's rules, in order.
    public var rules: [TextStyleRule] = []
    /// What the user wants, which overrides everything else.
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

    /// The same for drawing, in terms of style sheets.
    var appearance: CaptionAppearance {
        let own = TextStyle(
            color: color, background: background, edge: edge.kind == .none ? nil : edge, fontFamily: fontFamily)
        // The part of the rules for all cues that style sheets can't express.
        let placed = rules.filter { $0.selector == .cue }.reduce(TextStyle()) { $0.overridden(by: $1.style) }
        var appearance = CaptionAppearance(base: CaptionStyleSheet(TextStyleRule(.cue, own).css), lineHeight: lineHeight)
        let sheet = rules.map { TextStyleRule($0.selector, $0.style.withUsableSize).css }.joined(separator: "\n")
        appearance.application = [CaptionStyleSheet(sheet)]
        appearance.viewer = preference.declarations
        appearance.window = placed.window.map {
            CaptionColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
        }
        appearance.line = placed.line
        appearance.paintsRegions = preference.look == .standard
        appearance.isEnlarged = preference.size.factor > 1
        return appearance
    }
}

/// The style sheet of captions, not of widgets.
typealias CaptionStyleSheet = WindowboxCaptions.StyleSheet

extension TextStyle {
    /// Clamps absurd sizes.
    fileprivate var withUsableSize: TextStyle {
        var style = self
        style.relativeSize = relativeSize.flatMap { $0.isFinite ? min(max($0, 0.2), 6) : nil }
        return style
    }
}
