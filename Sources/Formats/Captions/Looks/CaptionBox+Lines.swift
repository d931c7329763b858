// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CaptionBox {
    /// A line of text as typeset by the renderer.
    public struct SetLine: Hashable, Sendable {
        /// Pixels from its first letter to its last.
        public var length: Double
        /// Pixels across the line, including ruby text above it.
        public var depth: Double
        /// Whether the line's first strong character is of a right-to-left script.
        public var isRightToLeft: Bool

        public init(length: Double, depth: Double, isRightToLeft: Bool) {
            (self.length, self.depth, self.isRightToLeft) = (length, depth, isRightToLeft)
        }
    }

    /// The positions of a box's lines.
    public struct PlacedLines: Hashable, Sendable {
        /// A position in the frame.
        public struct Point: Hashable, Sendable {
            /// Pixels from the left.
            public var x: Double
            /// Pixels from the top.
            public var y: Double
        }

        /// The top left corners of lines; for columns the top right ones, around which they are rotated by 90°.
        public var origins: [Point] = []
        /// The part of the box that contains text, with its padding.
        public var bounds: Rectangle
        /// The visible part of `bounds`; nil shows all of it.
        public var clip: Rectangle?
    }

    /// Positions the typeset ``lines`` in the box.
    public func place(_ lines: [SetLine]) -> PlacedLines {
        let isColumn = vertical != .horizontal
        var origins: [PlacedLines.Point] = []
        var lineBounds: [Rectangle] = []
        for (index, line) in lines.enumerated() {
            let before = ((isColumn ? frame.height : frame.width) - line.length) * share(line.isRightToLeft)
            let margin = (lineHeight - line.depth) / 2
            let start = Double(index) * lineHeight
            if isColumn {
                let right = vertical == .growingLeft ? frame.x + frame.width - start : frame.x + start + lineHeight
                origins.append(.init(x: (right - margin).rounded(), y: (frame.y + before).rounded()))
                lineBounds.append(Rectangle(x: right - lineHeight, y: frame.y + before, width: lineHeight, height: line.length))
            } else {
                origins.append(.init(x: (frame.x + before).rounded(), y: (frame.y + start + margin).rounded()))
                lineBounds.append(Rectangle(x: frame.x + before, y: frame.y + start, width: line.length, height: lineHeight))
            }
        }
        let shown = lineBounds.filter { $0.width > 0 && $0.height > 0 }
        var bounds = shown.dropFirst().reduce(shown.first ?? Rectangle(x: frame.x, y: frame.y, width: 0, height: 0)) { $0.union($1) }
        var clip = clip
        // Padding between the text and the edge of its background.
        let padding = (fontSize * 0.3).rounded()
        if isColumn {
            (bounds.y, bounds.height) = (bounds.y - padding, bounds.height + padding * 2)
        } else {
            (bounds.x, bounds.width) = (bounds.x - padding, bounds.width + padding * 2)
            clip = clip.map { Rectangle(x: $0.x - padding, y: $0.y, width: $0.width + padding * 2, height: $0.height) }
        }
        return PlacedLines(origins: origins, bounds: bounds, clip: clip)
    }

    /// The share of the remaining space that goes before a line.
    private func share(_ isRightToLeft: Bool) -> Double {
        switch alignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .start: isRightToLeft ? 1 : 0
        case .end: isRightToLeft ? 0 : 1
        }
    }

    /// The corner radius of the text background, in pixels.
    public var cornerRadius: Double { min(5, fontSize * 0.2) }
}
