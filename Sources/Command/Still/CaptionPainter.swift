// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// Draws the boxes of captions on a picture.
struct CaptionPainter {
    private let library: CairoLibrary
    private let document: CaptionDocument
    private let styling: CaptionStyling

    /// - Throws: `Failure` where the libraries that draw are not installed.
    init(_ document: CaptionDocument, styling: CaptionStyling) throws {
        library = try CairoLibrary()
        self.document = document
        self.styling = styling
    }

    /// The picture with what is shown at a time drawn on it.
    ///
    /// - Parameter png: The picture as a PNG file, as is what comes back.
    func draw(on png: [UInt8], at time: MediaTime) throws -> [UInt8] {
        guard let surface = surface(of: png) else { throw Failure.failed("the picture can't be drawn on") }
        defer { library.destroySurface(surface) }
        guard let cairo = library.create(surface) else { throw Failure.failed("the picture can't be drawn on") }
        defer { library.destroy(cairo) }
        let (width, height) = (Double(library.surfaceWidth(surface)), Double(library.surfaceHeight(surface)))
        var layout = CaptionLayout(width: width, height: height, styling: styling)
        let boxes = layout.boxes(of: document, at: time)
        var windows: Set<CaptionFrame> = []
        for box in boxes {
            library.save(cairo)
            if let window = box.window, let region = box.region.flatMap({ document.region($0) }), windows.insert(window).inserted {
                fill(window, styling.style(of: region)["background-color"].flatMap(CaptionColor.init), cairo)
            }
            if let clip = box.clip {
                library.rectangle(cairo, clip.x, clip.y, clip.width, clip.height)
                library.clip(cairo)
            }
            if let image = box.image { draw(image, in: box.frame, cairo) } else { draw(box, at: time, height: height, cairo) }
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
        guard status == 0 else { throw Failure.failed("the picture with its captions can't be written as PNG") }
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

    private func fill(_ frame: CaptionFrame, _ color: CaptionColor?, _ cairo: OpaquePointer) {
        guard let color, color.alpha > 0 else { return }
        library.setColor(cairo, color.red, color.green, color.blue, color.alpha)
        library.rectangle(cairo, frame.x, frame.y, frame.width, frame.height)
        library.fill(cairo)
    }

    private func draw(_ image: CaptionImage, in frame: CaptionFrame, _ cairo: OpaquePointer) {
        guard !image.bytes.isEmpty, let surface = surface(of: image.bytes) else { return }
        defer { library.destroySurface(surface) }
        let size = (Double(library.surfaceWidth(surface)), Double(library.surfaceHeight(surface)))
        library.translate(cairo, frame.x, frame.y)
        library.scale(cairo, frame.width / size.0, frame.height / size.1)
        library.setSource(cairo, surface, 0, 0)
        library.paint(cairo)
    }

    private func draw(_ box: CaptionBox, at time: MediaTime, height: Double, _ cairo: OpaquePointer) {
        let cue = document.cues[box.cue]
        guard let layout = library.createLayout(cairo), let context = library.layoutContext(layout) else { return }
        defer { library.release(layout) }
        // PANGO_GRAVITY_AUTO: signs stand upright in vertical text.
        library.setGravity(context, 4)
        let font = library.font("Sans")
        if let font {
            library.setFontSize(font, box.fontSize * 1024)
            library.setFont(layout, font)
            library.freeFont(font)
        }
        let isVertical = box.vertical != .horizontal
        let length = isVertical ? box.frame.height : box.frame.width
        library.setWidth(layout, Int32(min(length, 1e6) * 1024))
        library.setWrap(layout, 2)  // PANGO_WRAP_WORD_CHAR
        library.setAlignment(layout, alignment(of: box))
        var runs = styling.runs(of: cue, at: time)
        if box.vertical == .growingRight {
            // Turned text grows to the left: its lines come in the other order.
            let style = styling.style(of: cue)
            runs = [StyledRun(text: box.lines.reversed().joined(separator: "\n"), style: style, isRuby: false)]
        }
        CaptionMarkup.text(runs, fontSize: box.fontSize, height: height).withCString { library.setMarkup(layout, $0, -1) }
        if isVertical {
            library.translate(cairo, box.frame.x + box.frame.width, box.frame.y)
            library.rotate(cairo, .pi / 2)
        } else {
            library.translate(cairo, box.frame.x, box.frame.y)
        }
        library.updateLayout(cairo, layout)
        library.move(cairo, 0, 0)
        library.setColor(cairo, 1, 1, 1, 1)
        library.showLayout(cairo, layout)
    }

    private func alignment(of box: CaptionBox) -> Int32 {
        // Pango turns left and right for text from right to left itself.
        switch box.alignment {
        case .start: 0
        case .center: 1
        case .end: 2
        case .left: box.isRightToLeft ? 2 : 0
        case .right: box.isRightToLeft ? 0 : 2
        }
    }
}
