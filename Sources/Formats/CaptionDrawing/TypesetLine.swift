// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// A line of a caption with its ruby text, laid out by Pango. It is drawn from its top-left corner to the right; vertical lines are
/// rotated afterwards.
struct TypesetLine {
    private let text: TypesetText
    private var above: [(text: TypesetText, x: Double)] = []

    init(_ text: TypesetText) { self.text = text }

    /// Pixels from the first letter to the last.
    var length: Double { text.length }
    /// The depth of the text and of the ruby text above it.
    var depth: Double { text.height + rubyDepth }
    private var rubyDepth: Double { above.map(\.text.height).max() ?? 0 }

    mutating func put(_ ruby: TypesetText, above part: Int) {
        let spans = text.spans(of: part)
        guard let start = spans.map(\.start).min(), let end = spans.map(\.end).max() else { return }
        above.append((ruby, (start + end - ruby.length) / 2))
    }

    /// - Parameters:
    ///   - origin: the top-left corner of the text and its ruby text.
    ///   - isTurned: rotated 90° clockwise around the origin, for vertical text.
    ///   - leading: pixels above and below that also belong to the line.
    ///   - background: the background already drawn behind the cue.
    func draw(
        on canvas: some CaptionCanvas, at origin: CaptionBox.PlacedLines.Point, isTurned: Bool, leading: Double, background: CaptionColor
    ) {
        canvas.move(x: origin.x, y: origin.y, isTurned: isTurned) { canvas in
            for (index, part) in text.parts.enumerated() where part.look.background != background && part.look.background.alpha > 0 {
                for span in text.spans(of: index) {
                    let bounds = Rectangle(x: span.start, y: -leading, width: span.end - span.start, height: depth + leading * 2)
                    canvas.fill(bounds, part.look.background, radius: 0)
                }
            }
            text.draw(on: canvas, x: 0, y: rubyDepth)
            for (text, x) in above { text.draw(on: canvas, x: x, y: rubyDepth - text.height) }
        }
    }
}

extension TypesetText {
    /// Draws the letters over their shadows.
    fileprivate func draw(on canvas: some CaptionCanvas, x: Double, y: Double) {
        var drawn: Set<[CaptionShadow]> = []
        for part in parts where !part.look.shadows.isEmpty && drawn.insert(part.look.shadows).inserted {
            // The first shadow is topmost. Shadows with the same blur radius are blurred together.
            var rest = part.look.shadows.reversed()[...]
            while let blur = rest.first?.blur {
                let alike = Array(rest.prefix { $0.blur == blur })
                rest = rest.dropFirst(alike.count)
                guard blur > 0 else {
                    draw(alike, of: part.look, on: canvas, x: x, y: y)
                    continue
                }
                let reach = blur * 1.5 + (alike.map { max(abs($0.x), abs($0.y)) }.max() ?? 0)
                let bounds = Rectangle(x: x - reach, y: y - reach, width: length + reach * 2, height: height + reach * 2)
                canvas.blur(blur, in: bounds) { draw(alike, of: part.look, on: $0, x: x, y: y) }
            }
        }
        color(parts.map(\.look.color))
        canvas.fill(self, x: x, y: y)
    }

    private func draw(_ shadows: [CaptionShadow], of look: CaptionLook, on canvas: some CaptionCanvas, x: Double, y: Double) {
        for shadow in shadows {
            color(parts.map { $0.look.shadows == look.shadows ? shadow.color : nil })
            canvas.fill(self, x: x + shadow.x, y: y + shadow.y)
        }
    }
}
