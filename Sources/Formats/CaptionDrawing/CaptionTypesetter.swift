// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions

/// Lays out lines of captions with Pango, which handles text direction, shaping, and upright or sideways glyphs in vertical text.
///
/// Font settings don't depend on the desktop or on what is drawn on, so captions have the same size and look everywhere.
package final class CaptionTypesetter {
    private struct Kind: Hashable {
        var isRightToLeft: Bool
        var isVertical: Bool
    }

    package let library: CairoLibrary
    private let fontOptions: OpaquePointer
    private var contexts: [Kind: OpaquePointer] = [:]

    /// - Throws: if the drawing libraries are not installed.
    package init() throws(CaptionDrawingError) {
        library = try CairoLibrary()
        guard let options = library.typesetting.createFontOptions() else { throw .unwritable }
        fontOptions = options
        // Grey levels: text is drawn over moving pictures, where subpixels would have coloured fringes.
        library.typesetting.setAntialias(options, 2)
        // Slight hinting, which only moves letters vertically.
        library.typesetting.setHintStyle(options, 2)
        // Widths that don't depend on the resolution.
        library.typesetting.setHintMetrics(options, 1)
    }

    deinit {
        for context in contexts.values { library.release(context) }
        library.typesetting.destroyFontOptions(fontOptions)
    }

    /// nil if out of memory.
    private func context(_ kind: Kind) -> OpaquePointer? {
        if let known = contexts[kind] { return known }
        guard let fonts = library.typesetting.fontMap(), let context = library.typesetting.createContext(fonts) else { return nil }
        library.typesetting.setFontOptions(context, fontOptions)
        library.typesetting.setRounding(context, 0)
        library.typesetting.setDirection(context, kind.isRightToLeft ? 1 : 0)
        // PANGO_GRAVITY_EAST: with the 90° rotation of the line, these glyphs end up upright.
        library.typesetting.setGravity(context, kind.isVertical ? 1 : 0)
        library.typesetting.setGravityHint(context, 0)
        contexts[kind] = context
        return context
    }

    func text(_ parts: [CaptionLine.Part], isRightToLeft: Bool, isVertical: Bool) -> TypesetText? {
        guard let context = context(Kind(isRightToLeft: isRightToLeft, isVertical: isVertical)),
            let layout = library.typesetting.createLayout(context)
        else { return nil }
        return TypesetText(parts, layout, library)
    }

    /// nil if out of memory.
    func line(_ line: CaptionLine, isVertical: Bool) -> TypesetLine? {
        guard let text = text(line.parts, isRightToLeft: CaptionLayout.isRightToLeft(line.paragraph), isVertical: isVertical) else {
            return nil
        }
        var result = TypesetLine(text)
        for (index, part) in line.parts.enumerated() {
            guard let ruby = part.ruby, !ruby.text.isEmpty else { continue }
            let above = CaptionLine.Part(text: ruby.text, look: ruby.look)
            if let text = self.text([above], isRightToLeft: CaptionLayout.isRightToLeft(ruby.text), isVertical: isVertical) {
                result.put(text, above: index)
            }
        }
        return result
    }

    /// The length of a line in a single style, in pixels.
    func length(of text: String, _ look: CaptionLook) -> Double {
        let part = CaptionLine.Part(text: text, look: look)
        return self.text([part], isRightToLeft: CaptionLayout.isRightToLeft(text), isVertical: false)?.length
            ?? CaptionLayout.estimate(text, look.size)
    }
}
