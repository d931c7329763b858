// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// A caption line typeset by Pango, with its ruby text.
final class TypesetLine {
    private let library: CairoLibrary
    private let cairo: OpaquePointer
    private let parts: [CaptionLine.Part]
    private let layout: OpaquePointer
    private var above: [(line: TypesetLine, x: Double)] = []
    private let inset: Double
    /// Pixels from the first letter to the last.
    let length: Double
    private let ownDepth: Double

    /// nil if out of memory.
    init?(_ parts: [CaptionLine.Part], isRightToLeft: Bool, isVertical: Bool, _ library: CairoLibrary, _ cairo: OpaquePointer) {
        guard let layout = library.createLayout(cairo), let context = library.layoutContext(layout) else { return nil }
        (self.library, self.cairo, self.parts, self.layout) = (library, cairo, parts, layout)
        library.setDirection(context, isRightToLeft ? 1 : 0)
        // PANGO_GRAVITY_EAST: these letters stand upright after the line is rotated by another 90°.
        library.setGravity(context, isVertical ? 1 : 0)
        library.setGravityHint(context, 0)
        library.contextChanged(layout)
        library.setAutomaticDirection(layout, 0)
        library.setSingleParagraph(layout, 1)
        CaptionMarkup.text(parts, colors: parts.map(\.look.color)).withCString { library.setMarkup(layout, $0, -1) }
        var logical: [Int32] = [0, 0, 0, 0]
        library.extents(layout, nil, &logical)
        (inset, length, ownDepth) = (Double(logical[0]) / 1024, Double(logical[2]) / 1024, Double(logical[3]) / 1024)
    }

    deinit { library.release(layout) }

    /// Typesets a line with its annotations.
    convenience init?(_ line: CaptionLine, isVertical: Bool, _ library: CairoLibrary, _ cairo: OpaquePointer) {
        self.init(line.parts, isRightToLeft: CaptionLayout.isRightToLeft(line.paragraph), isVertical: isVertical, library, cairo)
        for (index, part) in line.parts.enumerated() {
            guard let ruby = part.ruby, !ruby.text.isEmpty else { continue }
            let words = [CaptionLine.Part(text: ruby.text, look: ruby.look)]
            let spans = spans(of: index)
            guard let start = spans.map(\.start).min(), let end = spans.map(\.end).max(),
                let line = TypesetLine(
                    words, isRightToLeft: CaptionLayout.isRightToLeft(ruby.text), isVertical: isVertical, library, cairo)
            else { continue }
            above.append((line, (start + end - line.length) / 2))
        }
    }

    /// The height in pixels, including ruby text.
    var depth: Double { ownDepth + rubyDepth }
    private var rubyDepth: Double { above.map(\.line.ownDepth).max() ?? 0 }

    /// The horizontal extents of a part: several in bidirectional text.
    private func spans(of part: Int) -> [(start: Double, end: Double)] {
        guard let line = library.line(layout, 0) else { return [] }
        let start = parts[..<part].reduce(0) { $0 + $1.text.utf8.count }
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        library.ranges(line, Int32(start), Int32(start + parts[part].text.utf8.count), &ranges, &count)
        defer { library.free(ranges) }
        guard let ranges else { return [] }
        return (0..<Int(count)).map { (Double(ranges[$0 * 2]) / 1024 - inset, Double(ranges[$0 * 2 + 1]) / 1024 - inset) }
    }

    /// Draws the line from the origin to the right, in the current transformation.
    ///
    /// - Parameters:
    ///   - room: Pixels above and below that belong to the line.
    ///   - background: The background already drawn for the whole cue.
    func draw(room: Double, background: CaptionColor) {
        for (index, part) in parts.enumerated() where part.look.background != background && part.look.background.alpha > 0 {
            let color = part.look.background
            library.setColor(cairo, color.red, color.green, color.blue, color.alpha)
            for span in spans(of: index) {
                library.rectangle(cairo, span.start, -room, span.end - span.start, depth + room * 2)
                library.fill(cairo)
            }
        }
        draw(x: 0, y: rubyDepth)
        for (line, x) in above { line.draw(x: x, y: rubyDepth - line.ownDepth) }
    }

    private func draw(x: Double, y: Double) {
        var drawn: Set<[CaptionShadow]> = []
        for part in parts where !part.look.shadows.isEmpty && drawn.insert(part.look.shadows).inserted {
            // The first shadow is on top.
            for shadow in part.look.shadows.reversed() {
                show(x + shadow.x, y + shadow.y, parts.map { $0.look.shadows == part.look.shadows ? shadow.color : nil })
            }
        }
        show(x, y, parts.map(\.look.color))
    }

    private func show(_ x: Double, _ y: Double, _ colors: [CaptionColor?]) {
        CaptionMarkup.text(parts, colors: colors).withCString { library.setMarkup(layout, $0, -1) }
        library.updateLayout(cairo, layout)
        library.move(cairo, x - inset, y)
        library.showLayout(cairo, layout)
    }
}
