// SPDX-License-Identifier: Apache-2.0

/// Text at a place on the picture: what any kind of caption comes down to when it is drawn.
public struct CaptionBox: Hashable, Sendable {
    /// Which point of the box stands at its place.
    public enum Anchor: Hashable, Sendable {
        case start, center, end

        /// The share of the box's extent that lies before the point.
        var share: Double {
            switch self {
            case .start: 0
            case .center: 0.5
            case .end: 1
            }
        }
    }

    public var runs: [CaptionRun]
    /// Shares of the picture's width and height, from its left upper corner.
    public var x: Double
    public var y: Double
    public var horizontalAnchor: Anchor
    public var verticalAnchor: Anchor
    /// How lines of different lengths stand to each other.
    public var lineAlignment: Anchor
    /// The most of the picture's width that it takes; longer lines are broken.
    public var maximumWidth: Double

    public init(
        _ runs: [CaptionRun], x: Double, y: Double, horizontalAnchor: Anchor = .center, verticalAnchor: Anchor = .end,
        lineAlignment: Anchor = .center, maximumWidth: Double = 0.9
    ) {
        self.runs = runs
        self.x = x
        self.y = y
        self.horizontalAnchor = horizontalAnchor
        self.verticalAnchor = verticalAnchor
        self.lineAlignment = lineAlignment
        self.maximumWidth = maximumWidth
    }

    /// Plain cues: centred at the bottom, the newest lowest.
    public static func plain(_ cues: [CaptionCue]) -> [CaptionBox] {
        cues.map { CaptionBox($0.runs, x: 0.5, y: 0.94) }
    }
}

/// Where boxes of known sizes stand: within what is free of the view, and none on another.
struct CaptionLayout {
    /// Where the picture is.
    var picture: Rectangle
    /// Where captions may be: the view without its controls.
    var room: Rectangle
    var gap = 4.0

    /// - Returns: nil for a box that there is no room for: the last ones go first.
    func places(_ boxes: [(box: CaptionBox, width: Double, height: Double)]) -> [Rectangle?] {
        var taken: [Rectangle?] = []
        // The last one keeps its place, those before it stand above it.
        for (box, width, height) in boxes.reversed() {
            let x = picture.x + picture.width * box.x - width * box.horizontalAnchor.share
            let y = picture.y + picture.height * box.y - height * box.verticalAnchor.share
            var place = Rectangle(
                x: min(max(x, room.x), max(room.x + room.width - width, room.x)).rounded(),
                y: min(max(y, room.y), max(room.y + room.height - height, room.y)).rounded(), width: width, height: height)
            while let other = taken.compactMap(\.self).first(where: { $0.overlaps(place) }) { place.y = other.y - height - gap }
            taken.append(place.y >= room.y || taken.isEmpty ? place : nil)
        }
        return taken.reversed()
    }
}

extension Rectangle {
    func overlaps(_ other: Rectangle) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
