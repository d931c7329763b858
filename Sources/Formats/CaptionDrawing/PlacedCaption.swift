// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// A cue laid out in its box, ready to draw.
struct PlacedCaption {
    let box: CaptionBox
    private let background: CaptionColor
    private let lines: [TypesetLine]
    private let bitmap: CaptionBitmap?
    /// The top-left corners of the lines; for vertical text, the top-right corners of the columns.
    private var origins: [CaptionBox.PlacedLines.Point]
    /// The part of the box that contains text.
    private(set) var bounds: Rectangle
    /// The region that the cue belongs to; drawing is clipped to it.
    private(set) var clip: Rectangle?

    /// - Parameter picture: the video's rectangle.
    /// - Returns: nil if out of memory.
    init?(_ box: CaptionBox, of cues: ActiveCues, _ styling: CaptionStyling, _ picture: Rectangle, _ typesetter: CaptionTypesetter) {
        let cue = cues.document.cues[box.cue]
        let length = CaptionLength(fontSize: box.fontSize, pictureHeight: picture.height)
        let declarations = styling.style(of: cue)
        let texts = CaptionLine.lines(box.lines, of: styling.runs(of: cue, at: cues.time)) {
            CaptionLook($0.style, cue: declarations, length)
        }
        lines = texts.compactMap { typesetter.line($0, isVertical: box.vertical != .horizontal) }
        guard lines.count == texts.count else { return nil }
        self.box = box
        background = CaptionLook(declarations, cue: declarations, length).background
        let moved = box.moved(x: picture.x, y: picture.y)
        let placed = moved.place(
            zip(lines, texts).map {
                CaptionBox.SetLine(length: $0.length, depth: $0.depth, isRightToLeft: CaptionLayout.isRightToLeft($1.paragraph))
            })
        (origins, clip) = (placed.origins, placed.clip)
        bitmap = box.image.flatMap { CaptionBitmap($0, typesetter.library) }
        bounds = bitmap == nil ? placed.bounds : moved.frame
    }

    mutating func move(_ distance: (x: Double, y: Double)) {
        let (x, y) = (distance.x.rounded(), distance.y.rounded())
        for index in origins.indices { (origins[index].x, origins[index].y) = (origins[index].x + x, origins[index].y + y) }
        bounds = bounds.moved(x: x, y: y)
        clip = clip?.moved(x: x, y: y)
    }

    /// - Parameter window: the colour behind the text box, below its background.
    func draw(on canvas: some CaptionCanvas, window: CaptionColor?) {
        if let bitmap { return canvas.fill(bounds, with: bitmap) }
        if let window { canvas.fill(bounds, window, radius: box.cornerRadius) }
        canvas.fill(bounds, background, radius: box.cornerRadius)
        for (line, origin) in zip(lines, origins) {
            let leading = max((box.lineHeight - line.depth) / 2, 0)
            line.draw(on: canvas, at: origin, isTurned: box.vertical != .horizontal, leading: leading, background: background)
        }
    }
}
