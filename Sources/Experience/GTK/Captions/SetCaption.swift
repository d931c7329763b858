// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// A cue in its box, ready to be drawn.
@MainActor struct SetCaption {
    let box: CaptionBox
    let look: CaptionLook
    let lines: [CaptionText]
    /// The left upper corners of the lines; of columns, the right upper ones.
    private var origins: [(x: Double, y: Double)] = []
    /// What of the box has text in it.
    private(set) var place: Rectangle
    /// The region that the cue belongs to.
    private(set) var clip: Rectangle?

    /// - Parameter corner: of the picture, which boxes count from.
    private init(_ box: CaptionBox, _ look: CaptionLook, lines: [(text: CaptionText, isRightToLeft: Bool)], corner: (x: Double, y: Double))
    {
        self.box = box
        self.look = look
        self.lines = lines.map(\.text)
        var frame = Rectangle(box.frame)
        (frame.x, frame.y) = (frame.x + corner.x, frame.y + corner.y)
        clip = box.clip.map { Rectangle(x: $0.x + corner.x, y: $0.y + corner.y, width: $0.width, height: $0.height) }
        var places: [Rectangle] = []
        for (index, line) in lines.enumerated() {
            let isColumn = box.vertical != .horizontal
            let before = ((isColumn ? frame.height : frame.width) - line.text.length) * Self.share(box.alignment, line.isRightToLeft)
            let margin = (box.lineHeight - line.text.depth) / 2
            let start = Double(index) * box.lineHeight
            switch box.vertical {
            case .horizontal:
                origins.append(((frame.x + before).rounded(), (frame.y + start + margin).rounded()))
                places.append(Rectangle(x: frame.x + before, y: frame.y + start, width: line.text.length, height: box.lineHeight))
            case .growingLeft, .growingRight:
                let right = box.vertical == .growingLeft ? frame.x + frame.width - start : frame.x + start + box.lineHeight
                origins.append(((right - margin).rounded(), (frame.y + before).rounded()))
                places.append(Rectangle(x: right - box.lineHeight, y: frame.y + before, width: box.lineHeight, height: line.text.length))
            }
        }
        let shown = places.filter { $0.width > 0 && $0.height > 0 }
        place = shown.dropFirst().reduce(shown.first ?? Rectangle(x: frame.x, y: frame.y, width: 0, height: 0)) { $0.union($1) }
        // Letters do not touch the edge of what lies behind them.
        let padding = (box.fontSize * 0.3).rounded()
        if box.vertical == .horizontal {
            (place.x, place.width) = (place.x - padding, place.width + padding * 2)
            clip = clip.map { Rectangle(x: $0.x - padding, y: $0.y, width: $0.width + padding * 2, height: $0.height) }
        } else {
            (place.y, place.height) = (place.y - padding, place.height + padding * 2)
        }
    }

    /// How much of the room that is left lies before a line.
    private static func share(_ alignment: CueSettings.Alignment, _ isRightToLeft: Bool) -> Double {
        switch alignment {
        case .left: 0
        case .right: 1
        case .center: 0.5
        case .start: isRightToLeft ? 1 : 0
        case .end: isRightToLeft ? 0 : 1
        }
    }

    /// - Parameter picture: where it stands.
    init(_ box: CaptionBox, of cues: ActiveCues, _ styling: CaptionStyling, _ picture: Rectangle, _ typesetter: CaptionTypesetter) {
        let cue = cues.document.cues[box.cue]
        let length = CaptionLength(fontSize: box.fontSize, pictureHeight: picture.height)
        let declarations = styling.style(of: cue)
        let lines = CaptionLine.lines(box.lines, of: styling.runs(of: cue, at: cues.time)) {
            CaptionLook($0.style, cue: declarations, length)
        }
        self.init(
            box, CaptionLook(declarations, cue: declarations, length),
            lines: lines.map {
                (typesetter.line($0, isVertical: box.vertical != .horizontal), CaptionLayout.isRightToLeft($0.paragraph))
            }, corner: (picture.x, picture.y))
    }

    mutating func move(_ distance: (x: Double, y: Double)) {
        let (x, y) = (distance.x.rounded(), distance.y.rounded())
        for index in origins.indices { origins[index] = (origins[index].x + x, origins[index].y + y) }
        (place.x, place.y) = (place.x + x, place.y + y)
        clip?.x += x
        clip?.y += y
    }

    func draw(on canvas: Canvas, window: Color?) {
        let radius = min(5, box.fontSize * 0.2)
        if let window, window.alpha > 0 { canvas.fill(place, window, radius: radius) }
        canvas.fill(place, look.background, radius: radius)
        for (line, origin) in zip(lines, origins) {
            let room = max((box.lineHeight - line.depth) / 2, 0)
            line.draw(on: canvas, at: origin, turned: box.vertical != .horizontal, room: room, background: look.background)
        }
    }
}

extension Rectangle {
    init(_ frame: CaptionFrame) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}
