// SPDX-License-Identifier: Apache-2.0

package import WindowboxCaptions
package import WindowboxMedia

/// Draws captions on an image in memory, step by step as GTK's Cairo renderer does, so that both give the same pixels.
package final class CairoCanvas: CaptionCanvas {
    private let library: CairoLibrary
    private var drawing: CairoLibrary.Drawing { library.drawing }
    private let cairo: OpaquePointer
    /// A layout of Pango without attributes.
    private lazy var plainSpace = library.plainSpace()

    /// nil if out of memory.
    package init?(on bitmap: CaptionBitmap, _ library: CairoLibrary) {
        guard let cairo = library.drawing.create(bitmap.surface) else { return nil }
        (self.library, self.cairo) = (library, cairo)
    }

    deinit {
        if let plainSpace { library.release(plainSpace) }
        drawing.destroy(cairo)
    }

    package func fill(_ rectangle: Rectangle, _ color: CaptionColor, radius: Double) {
        guard rectangle.width > 0, rectangle.height > 0, color.alpha > 0 else { return }
        drawing.save(cairo)
        if radius > 0 { clip(toRounded: rectangle, radius: min(radius, rectangle.width / 2, rectangle.height / 2)) }
        drawing.setColor(cairo, color.red, color.green, color.blue, color.alpha)
        add(rectangle)
        drawing.fill(cairo)
        drawing.restore(cairo)
    }

    private func add(_ rectangle: Rectangle) {
        // Otherwise a line would start at the current point after drawing text.
        drawing.newPath(cairo)
        let rectangle = rectangle.inSinglePrecision
        drawing.rectangle(cairo, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    }

    private func clip(toRounded frame: Rectangle, radius: Double) {
        let (frame, radius) = (frame.inSinglePrecision, Double(Float(radius)))
        drawing.newPath(cairo)
        for (x, y, turn) in [
            (frame.x + radius, frame.y + radius, 2.0), (frame.right - radius, frame.y + radius, -1),
            (frame.right - radius, frame.bottom - radius, 0), (frame.x + radius, frame.bottom - radius, 1),
        ] {
            drawing.save(cairo)
            drawing.translate(cairo, x, y)
            drawing.scale(cairo, radius, radius)
            drawing.arc(cairo, 0, 0, 1, turn * .pi / 2, (turn + 1) * .pi / 2)
            drawing.restore(cairo)
        }
        drawing.closePath(cairo)
        drawing.clip(cairo)
    }

    package func fill(_ text: TypesetText, x: Double, y: Double) {
        drawing.save(cairo)
        drawing.translate(cairo, x - text.inset, y)
        drawing.move(cairo, 0, 0)
        drawing.showLayout(cairo, text.layout)
        // Pango keeps one renderer for the whole process, and with it the alpha of the text drawn last. GTK's Cairo renderer draws its
        // glyphs with the same one, which would apply this alpha to the texts of windows. Text without attributes resets it.
        if let plainSpace { drawing.showLayout(cairo, plainSpace) }
        drawing.restore(cairo)
    }

    package func fill(_ bounds: Rectangle, with bitmap: CaptionBitmap) {
        guard bounds.width > 0, bounds.height > 0 else { return }
        let frame = bounds.inSinglePrecision
        var matrix = [1.0, 0, 0, 1, 0, 0]
        drawing.save(cairo)
        drawing.currentMatrix(cairo, &matrix)
        drawing.translate(cairo, frame.x, frame.y)
        drawing.scale(cairo, frame.width / Double(bitmap.width), frame.height / Double(bitmap.height))
        drawing.setSurface(cairo, bitmap.surface, 0, 0)
        drawing.setMatrix(cairo, matrix)
        // CAIRO_EXTEND_PAD: scaled images have no transparent edge.
        if let source = drawing.source(cairo) { drawing.setExtend(source, 3) }
        add(bounds)
        drawing.fill(cairo)
        drawing.restore(cairo)
    }

    package func clip(to rectangle: Rectangle, _ draw: (CairoCanvas) -> Void) {
        drawing.save(cairo)
        add(rectangle)
        drawing.clip(cairo)
        draw(self)
        drawing.restore(cairo)
    }

    package func move(x: Double, y: Double, isTurned: Bool, _ draw: (CairoCanvas) -> Void) {
        drawing.save(cairo)
        drawing.translate(cairo, x, y)
        if isTurned { drawing.transform(cairo, [0, 1, -1, 0, 0, 0]) }
        draw(self)
        drawing.restore(cairo)
    }

    package func blur(_ radius: Double, in area: Rectangle, _ draw: (CairoCanvas) -> Void) {
        var matrix = [1.0, 0, 0, 1, 0, 0]
        drawing.currentMatrix(cairo, &matrix)
        let corners = [(area.x, area.y), (area.right, area.y), (area.x, area.bottom), (area.right, area.bottom)].map { x, y in
            (x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5])
        }
        let (left, top) = (corners.map(\.x).min()!.rounded(.down), corners.map(\.y).min()!.rounded(.down))
        let (right, bottom) = (corners.map(\.x).max()!.rounded(.up), corners.map(\.y).max()!.rounded(.up))
        // Sizes beyond any image would overflow.
        guard right - left < 1e5, bottom - top < 1e5,
            let bitmap = CaptionBitmap(width: Int(right - left), height: Int(bottom - top), library),
            let canvas = CairoCanvas(on: bitmap, library)
        else { return }
        drawing.setMatrix(canvas.cairo, [matrix[0], matrix[1], matrix[2], matrix[3], matrix[4] - left, matrix[5] - top])
        canvas.add(area)
        drawing.clip(canvas.cairo)
        draw(canvas)
        bitmap.blur(Int(radius / 2))
        drawing.save(cairo)
        add(area)
        drawing.setMatrix(cairo, [1, 0, 0, 1, 0, 0])
        drawing.setSurface(cairo, bitmap.surface, left, top)
        drawing.fill(cairo)
        drawing.restore(cairo)
    }
}

extension Rectangle {
    /// As GTK has it.
    fileprivate var inSinglePrecision: Rectangle {
        Rectangle(x: Double(Float(x)), y: Double(Float(y)), width: Double(Float(width)), height: Double(Float(height)))
    }
}
