// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Style properties for timed text; nil leaves a property unchanged.
public struct TextStyle: Hashable, Sendable, Codable {
    /// Colour of the text.
    public var color: Color?
    /// Background of each line.
    public var background: Color?
    /// Background of the complete cue.
    public var window: Color?
    /// Factor for the text size: 1.5 is half as large again.
    public var relativeSize: Double?
    /// How the letters stand out from the video.
    public var edge: TextEdge?
    /// Whether the text is bold.
    public var isBold: Bool?
    /// Whether the text is italic.
    public var isItalic: Bool?
    /// A CSS font list, in order of preference: `Cantarell, sans-serif`.
    public var fontFamily: String?
    /// Horizontal alignment of the lines in their cue.
    public var alignment: TextAlignment?
    /// Vertical position of the end of a cue's last line, as a share of the video height, 0...1; 1 is the bottom.
    public var line: Double?

    public init(
        color: Color? = nil, background: Color? = nil, window: Color? = nil, relativeSize: Double? = nil,
        edge: TextEdge? = nil, isBold: Bool? = nil, isItalic: Bool? = nil, fontFamily: String? = nil, alignment: TextAlignment? = nil,
        line: Double? = nil
    ) {
        self.color = color
        self.background = background
        self.window = window
        self.relativeSize = relativeSize
        self.edge = edge
        self.isBold = isBold
        self.isItalic = isItalic
        self.fontFamily = fontFamily
        self.alignment = alignment
        self.line = line
    }

    /// A copy with the properties that `later` sets.
    public func overridden(by later: TextStyle) -> TextStyle {
        TextStyle(
            color: later.color ?? color, background: later.background ?? background, window: later.window ?? window,
            relativeSize: later.relativeSize ?? relativeSize, edge: later.edge ?? edge, isBold: later.isBold ?? isBold,
            isItalic: later.isItalic ?? isItalic, fontFamily: later.fontFamily ?? fontFamily,
            alignment: later.alignment ?? alignment, line: later.line ?? line)
    }

    /// CSS declarations. The window and the line have no CSS property that cues may use; the text layout applies them.
    public var css: String {
        var properties: [String] = []
        if let color { properties.append("color: \(color.css)") }
        if let background { properties.append("background-color: \(background.css)") }
        if let relativeSize { properties.append("font-size: \(relativeSize)em") }
        if let edge { properties.append("text-shadow: \(edge.css)") }
        if let isBold { properties.append("font-weight: \(isBold ? "bold" : "normal")") }
        if let isItalic { properties.append("font-style: \(isItalic ? "italic" : "normal")") }
        if let fontFamily { properties.append("font-family: \(fontFamily)") }
        if let alignment { properties.append("text-align: \(alignment.rawValue)") }
        return properties.joined(separator: "; ")
    }
}

/// How letters stand out from the video (the kinds of CTA-708-E, section 8.5.8).
public struct TextEdge: Hashable, Sendable, Codable {
    /// The form of the edge. ``css`` shows how each is drawn.
    public enum Kind: String, Hashable, Sendable, Codable { case none, raised, depressed, uniform, dropShadow }
    /// The form of the edge.
    public var kind: Kind
    /// Colour of the edge; black by default.
    public var color: Color
    /// Pixels, for a video height of 1080.
    public var width: Double

    public init(_ kind: Kind, color: Color = .black, width: Double = 1) {
        self.kind = kind
        self.color = color
        self.width = width
    }

    /// The CSS value of `text-shadow`.
    public var css: String {
        let shifts: [(Double, Double)] =
            switch kind {
            case .none: []
            case .raised: [(-1, -1)]
            case .depressed: [(1, 1)]
            case .uniform: [(1, 0), (-1, 0), (0, 1), (0, -1)]
            case .dropShadow: [(2, 2)]
            }
        if shifts.isEmpty { return "none" }
        return shifts.map { "\($0.0 * width)px \($0.1 * width)px 0 \(color.css)" }.joined(separator: ", ")
    }
}

/// Alignment of lines, as in WebVTT: `start` and `end` follow the direction of the text.
public enum TextAlignment: String, Hashable, Sendable, Codable { case start, center, end, left, right }
