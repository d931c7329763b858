// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// Draws caption boxes on an image.
struct CaptionPainter {
    private let library: CairoLibrary
    private let document: CaptionDocument
    private var styling: CaptionStyling

    /// - Throws: ``Failure`` if the drawing libraries are not installed.
    init(_ document: CaptionDocument, styling: CaptionStyling) throws {
        library = try CairoLibrary()
        self.document = document
        self.styling = styling
        // The default style of the standard (WebVTT 8.2.1).
        self.styling.sheets.insert(StyleSheet("::cue { background-color: rgba(0, 0, 0, 0.8) }"), at: 0)
    }

    /// Draws the captions visible at a time on an image.
    ///
    /// - Parameter png: The image as a PNG file. The result is a PNG file, too.
    func draw(on png: [UInt8], at time: MediaTime) throws -> [UInt8] {
        guard let surface = surface(of: png) else { throw Failure.failed("cannot draw on the video frame") }
        defer { library.destroySurface(surface) }
        guard let cairo = library.create(surface) else { throw Failure.failed("cannot draw on the video frame") }
        defer { library.destroy(cairo) }
        let (width, height) = (Double(library.surfaceWidth(surface)), Double(library.surfaceHeight(surface)))
        var layout = CaptionLayout(width: width, height: height, styling: styling) { text, size in length(of: text, size, cairo) }
        var readable = document
        readable.cues = document.cues.map(\.withoutRubyText)
        let boxes = layout.boxes(of: readable, at: time)
        var windows: Set<Rectangle> = []
        for box in boxes {
            library.save(cairo)
            if let window = box.window, let region = box.region.flatMap({ document.region($0) }), windows.insert(window).inserted {
                fill(window, styling.style(of: region)["background-color"].flatMap { CaptionColor(css: $0) }, cairo)
            }
            if let image = box.image { draw(image, in: box.frame, cairo) } else { draw(box, at: time, width, height, cairo) }
            library.restore(cairo)
        }
        var sink = [UInt8]()
        let status = withUnsafeMutablePointer(to: &sink) { sink in
            library.writePNG(
                surface,
                { sink, bytes, count in
                    sink?.assumingMemoryBound(to: [UInt8].self).pointee.append(
                        contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                    return 0
                }, sink)
        }
        guard status == 0 else { throw Failure.failed("cannot write the video frame with captions as PNG") }
        return sink
    }

    private func surface(of png: [UInt8]) -> OpaquePointer? {
        png.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes[...])
            let surface = withUnsafeMutablePointer(to: &rest) { rest in
                library.surfaceFromPNG(
                    { source, target, count in
                        guard let source = source?.assumingMemoryBound(to: UnsafeRawBufferPointer.self), let target,
                            source.pointee.count >= Int(count)
                        else { return 10 }  // CAIRO_STATUS_READ_ERROR
                        UnsafeMutableRawPointer(target).copyMemory(from: source.pointee.baseAddress!, byteCount: Int(count))
                        source.pointee = UnsafeRawBufferPointer(rebasing: source.pointee[Int(count)...])
                        return 0
                    }, rest)
            }
            guard let surface, library.surfaceStatus(surface) == 0 else { return nil }
            return surface
        }
    }

    /// The length of a line of text as drawn, in pixels.
    private func length(of text: String, _ fontSize: Double, _ cairo: OpaquePointer) -> Double {
        let look = CaptionLook([], cue: [], CaptionLength(fontSize: fontSize, pictureHeight: fontSize))
        let isRightToLeft = CaptionLayout.isRightToLeft(text)
        return TypesetLine([CaptionLine.Part(text: text, look: look)], isRightToLeft: isRightToLeft, isVertical: false, library, cairo)?
            .length ?? CaptionLayout.estimate(text, fontSize)
    }

    private func fill(_ frame: Rectangle, _ color: CaptionColor?, _ cairo: OpaquePointer) {
        guard let color, color.alpha > 0 else { return }
        library.setColor(cairo, color.red, color.green, color.blue, color.alpha)
        library.rectangle(cairo, frame.x, frame.y, frame.width, frame.height)
        library.fill(cairo)
    }

    private func draw(_ image: CaptionImage, in frame: Rectangle, _ cairo: OpaquePointer) {
        guard !image.bytes.isEmpty, let surface = surface(of: image.bytes) else { return }
        defer { library.destroySurface(surface) }
        let size = (Double(library.surfaceWidth(surface)), Double(library.surfaceHeight(surface)))
        library.translate(cairo, frame.x, frame.y)
        library.scale(cairo, frame.width / size.0, frame.height / size.1)
        library.setSource(cairo, surface, 0, 0)
        library.paint(cairo)
    }

    private func draw(_ box: CaptionBox, at time: MediaTime, _ width: Double, _ height: Double, _ cairo: OpaquePointer) {
        let cue = document.cues[box.cue]
        let declarations = styling.style(of: cue)
        let length = CaptionLength(fontSize: box.fontSize, pictureHeight: height)
        let look = CaptionLook(declarations, cue: declarations, length)
        let isVertical = box.vertical != .horizontal
        let texts = CaptionLine.lines(box.lines, of: styling.runs(of: cue, at: time)) { CaptionLook($0.style, cue: declarations, length) }
        let lines = texts.compactMap { TypesetLine($0, isVertical: isVertical, library, cairo) }
        guard lines.count == texts.count else { return }
        let placed = box.place(
            zip(lines, texts).map {
                CaptionBox.SetLine(length: $0.length, depth: $0.depth, isRightToLeft: CaptionLayout.isRightToLeft($1.paragraph))
            }, within: width, height)
        if let clip = placed.clip {
            library.rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
            library.clip(cairo)
        }
        fillRounded(placed.place, look.background, radius: box.cornerRadius, cairo)
        for (line, origin) in zip(lines, placed.origins) {
            library.save(cairo)
            library.translate(cairo, origin.x, origin.y)
            if isVertical { library.rotate(cairo, .pi / 2) }
            line.draw(room: max((box.lineHeight - line.depth) / 2, 0), background: look.background)
            library.restore(cairo)
        }
    }

    private func fillRounded(_ frame: Rectangle, _ color: CaptionColor, radius: Double, _ cairo: OpaquePointer) {
        guard color.alpha > 0, frame.width > 0, frame.height > 0 else { return }
        let radius = min(radius, frame.width / 2, frame.height / 2)
        let (left, top, right, bottom) = (
            frame.x + radius, frame.y + radius, frame.x + frame.width - radius, frame.y + frame.height - radius
        )
        // Otherwise a line would start at the current point after drawing text.
        library.newPath(cairo)
        library.arc(cairo, right, top, radius, -.pi / 2, 0)
        library.arc(cairo, right, bottom, radius, 0, .pi / 2)
        library.arc(cairo, left, bottom, radius, .pi / 2, .pi)
        library.arc(cairo, left, top, radius, .pi, .pi * 3 / 2)
        library.closePath(cairo)
        library.setColor(cairo, color.red, color.green, color.blue, color.alpha)
        library.fill(cairo)
    }
}
