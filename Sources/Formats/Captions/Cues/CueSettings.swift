// SPDX-License-Identifier: Apache-2.0

/// A cue's position and text alignment (WebVTT 3.1). Other formats are mapped to the same values.
public struct CueSettings: Hashable, Sendable {
    public enum Vertical: String, Hashable, Sendable {
        case horizontal = ""
        /// Vertical, lines grow to the left.
        case growingLeft = "rl"
        /// Vertical, lines grow to the right.
        case growingRight = "lr"
    }

    public enum LineAlignment: String, Hashable, Sendable { case start, center, end }

    public enum PositionAlignment: String, Hashable, Sendable {
        case lineLeft = "line-left"
        case center
        case lineRight = "line-right"
        case automatic = "auto"
    }

    public enum Alignment: String, Hashable, Sendable { case start, center, end, left, right }

    public var vertical: Vertical
    /// With ``snapToLines``, a line number from 0 at the top or from -1 at the bottom; otherwise a percentage of the video's height
    /// (its width for vertical text). nil is `auto`.
    public var line: Double?
    public var lineAlignment: LineAlignment
    public var snapToLines: Bool
    /// A percentage of the video's width (its height for vertical text); nil is `auto`.
    public var position: Double?
    public var positionAlignment: PositionAlignment
    /// A percentage of the video's width (its height for vertical text).
    public var size: Double
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
