// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// A cue laid out in its box, ready to draw.
@MainActor struct CaptionRun {
    let box: CaptionBox
    let look: CaptionLook
    let lines: [CaptionText]
    private var picture: ImageCaption?
    /// The top-left corners of the lines; for vertical text, the top-right corners of the columns.
    private var origins: [(x: Double, y: Double)] = []
    /// The part of the box that contains text.
    private(set) var place: Rectangle
    /// The region that the cue belongs to; drawing is clipped to it.
    private(set) var clip: Rectangle?

    /// - Parameter corner: the video's top-left corner, the origin of boxes.
    private init(_ box: CaptionBox, _ look: CaptionLook, lines: [(text: CaptionText, isRightToLeft: Bool)], corner: (x: Double, y: Double))
    {
        self.box = box
        self.look = look
        self.lines = lines.map(\.text)
        let placed = box.moved(x: corner.x, y: corner.y).place(
            lines.map { CaptionBox.SetLine(length: $0.text.length, depth: $0.text.depth, isRightToLeft: $0.isRightToLeft) })
        origins = placed.origins.map { ($0.x, $0.y) }
        place = placed.place
        clip = placed.clip
    }

    /// - Parameter picture: the video's rectangle.
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
        guard let image = box.image.flatMap({ ImageCaption($0) }) else { return }
        self.picture = image
        place = box.moved(x: picture.x, y: picture.y).frame
    }

    mutating func move(_ distance: (x: Double, y: Double)) {
        let (x, y) = (distance.x.rounded(), distance.y.rounded())
        for index in origins.indices { origins[index] = (origins[index].x + x, origins[index].y + y) }
        (place.x, place.y) = (place.x + x, place.y + y)
        clip?.x += x
        clip?.y += y
    }

    func draw(on canvas: Canvas, window: Color?) {
        if let picture { return picture.draw(on: canvas, in: place) }
        let radius = box.cornerRadius
        if let window, window.alpha > 0 { canvas.fill(place, window, radius: radius) }
        canvas.fill(place, Color(look.background), radius: radius)
        for (line, origin) in zip(lines, origins) {
            let room = max((box.lineHeight - line.depth) / 2, 0)
            line.draw(on: canvas, at: origin, turned: box.vertical != .horizontal, room: room, background: look.background)
        }
    }
}
