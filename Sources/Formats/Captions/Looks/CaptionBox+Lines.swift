// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CaptionBox {
    /// A line of text as whoever draws it has set it.
    public struct SetLine: Hashable, Sendable {
        /// Pixels from its first letter to its last.
        public var length: Double
        /// Pixels of its letters and of what stands above them.
        public var depth: Double
        public var isRightToLeft: Bool

        public init(length: Double, depth: Double, isRightToLeft: Bool) {
            (self.length, self.depth, self.isRightToLeft) = (length, depth, isRightToLeft)
        }
    }

    /// Where the lines of a box stand.
    public struct PlacedLines: Hashable, Sendable {
        public struct Point: Hashable, Sendable {
            public var x: Double
            public var y: Double
        }

        /// The left upper corners of lines; of columns, the right upper ones, around which they are turned by a quarter.
        public var origins: [Point] = []
        /// What of the box has text in it, with the edge that is kept around letters.
        public var place: Rectangle
        /// What of that is seen; nil is all.
        public var clip: Rectangle?
    }

    /// Puts lines into the box, which is ``lines`` as they came out.
    public func place(_ lines: [SetLine]) -> PlacedLines {
        let isColumn = vertical != .horizontal
        var origins: [PlacedLines.Point] = []
        var places: [Rectangle] = []
        for (index, line) in lines.enumerated() {
            let before = ((isColumn ? frame.height : frame.width) - line.length) * share(line.isRightToLeft)
            let margin = (lineHeight - line.depth) / 2
            let start = Double(index) * lineHeight
            if isColumn {
                let right = vertical == .growingLeft ? frame.x + frame.width - start : frame.x + start + lineHeight
                origins.append(.init(x: (right - margin).rounded(), y: (frame.y + before).rounded()))
                places.append(Rectangle(x: right - lineHeight, y: frame.y + before, width: lineHeight, height: line.length))
            } else {
                origins.append(.init(x: (frame.x + before).rounded(), y: (frame.y + start + margin).rounded()))
                places.append(Rectangle(x: frame.x + before, y: frame.y + start, width: line.length, height: lineHeight))
            }
        }
        let shown = places.filter { $0.width > 0 && $0.height > 0 }
        var place = shown.dropFirst().reduce(shown.first ?? Rectangle(x: frame.x, y: frame.y, width: 0, height: 0)) { $0.union($1) }
        var clip = clip
        // Letters do not touch the edge of what lies behind them.
        let padding = (fontSize * 0.3).rounded()
        if isColumn {
            (place.y, place.height) = (place.y - padding, place.height + padding * 2)
        } else {
            (place.x, place.width) = (place.x - padding, place.width + padding * 2)
            clip = clip.map { Rectangle(x: $0.x - padding, y: $0.y, width: $0.width + padding * 2, height: $0.height) }
        }
        return PlacedLines(origins: origins, place: place, clip: clip)
    }

    /// Lines at a side of the picture, moved so far that the edge kept around their letters is seen too.
    public func place(_ lines: [SetLine], within width: Double, _ height: Double) -> PlacedLines {
        var placed = place(lines)
        // What a region cuts off, is meant to be.
        guard clip == nil else { return placed }
        let (x, y) = (
            Self.way(from: placed.place.x, placed.place.width, into: width),
            Self.way(from: placed.place.y, placed.place.height, into: height)
        )
        guard x != 0 || y != 0 else { return placed }
        (placed.place.x, placed.place.y) = (placed.place.x + x, placed.place.y + y)
        for index in placed.origins.indices {
            placed.origins[index].x += x
            placed.origins[index].y += y
        }
        return placed
    }

    private static func way(from start: Double, _ length: Double, into room: Double) -> Double {
        length > room ? 0 : max(-start, min(0, room - start - length))
    }

    /// How much of the room that is left lies before a line.
    private func share(_ isRightToLeft: Bool) -> Double {
        switch alignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .start: isRightToLeft ? 1 : 0
        case .end: isRightToLeft ? 0 : 1
        }
    }

    /// Of the corners of what lies behind the text.
    public var cornerRadius: Double { min(5, fontSize * 0.2) }
}
