// SPDX-License-Identifier: Apache-2.0

/// A cue's position and text alignment (WebVTT 3.1). Other formats are mapped to the same values.
public struct CueSettings: Hashable, Sendable {
    /// The writing direction; the raw values are WebVTT's.
    public enum Vertical: String, Hashable, Sendable {
        /// Horizontal lines.
        case horizontal = ""
        /// Vertical, lines grow to the left.
        case growingLeft = "rl"
        /// Vertical, lines grow to the right.
        case growingRight = "lr"
    }

    /// The edge of a cue's box that ``line`` places.
    public enum LineAlignment: String, Hashable, Sendable { case start, center, end }

    /// The part of a cue's box that ``position`` places.
    public enum PositionAlignment: String, Hashable, Sendable {
        /// The left edge, or the top one for vertical text.
        case lineLeft = "line-left"
        /// The middle.
        case center
        /// The right edge, or the bottom one for vertical text.
        case lineRight = "line-right"
        /// Follows from ``alignment``.
        case automatic = "auto"
    }

    /// Alignment of lines in the cue's box; `start` and `end` follow the direction of the text.
    public enum Alignment: String, Hashable, Sendable { case start, center, end, left, right }

    /// Horizontal by default.
    public var vertical: Vertical
    /// With ``snapToLines``, a line number from 0 at the top or from -1 at the bottom; otherwise a percentage of the video's height
    /// (its width for vertical text). nil is `auto`.
    public var line: Double?
    /// The edge that ``line`` places; the start by default.
    public var lineAlignment: LineAlignment
    /// Whether ``line`` counts lines rather than being a percentage; true by default.
    public var snapToLines: Bool
    /// A percentage of the video's width (its height for vertical text); nil is `auto`.
    public var position: Double?
    /// The part that ``position`` places; depends on ``alignment`` by default.
    public var positionAlignment: PositionAlignment
    /// A percentage of the video's width (its height for vertical text).
    public var size: Double
    /// Centred by default.
    public var alignment: Alignment

    public init(
        vertical: Vertical = .horizontal, line: Double? = nil, lineAlignment: LineAlignment = .start, snapToLines: Bool = true,
        position: Double? = nil, positionAlignment: PositionAlignment = .automatic, size: Double = 100, alignment: Alignment = .center
    ) {
        self.vertical = vertical
        self.line = line
        self.lineAlignment = lineAlignment
        self.snapToLines = snapToLines
        self.position = position
        self.positionAlignment = positionAlignment
        self.size = size
        self.alignment = alignment
    }
}
