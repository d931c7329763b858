// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptions

/// Lays out lines of captions with Pango, which handles text direction, shaping, and upright or sideways glyphs in vertical text.
@MainActor final class CaptionTypesetter {
    private struct Kind: Hashable {
        var isRightToLeft: Bool
        var isVertical: Bool
    }

    private let widget: UnsafeMutablePointer<GtkWidget>
    private var contexts: [Kind: OpaquePointer] = [:]

    /// - Parameter widget: provides the font settings; must outlive this object.
    init(_ widget: UnsafeMutablePointer<GtkWidget>) { self.widget = widget }

    isolated deinit {
        for context in contexts.values { g_object_unref(context.raw) }
    }

    private func context(_ kind: Kind) -> OpaquePointer {
        if let known = contexts[kind] { return known }
        let context = gtk_widget_create_pango_context(widget)!.raw.opaque
        pango_context_set_base_dir(context, kind.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        // With the 90° rotation of the line, these glyphs end up upright.
        pango_context_set_base_gravity(context, kind.isVertical ? PANGO_GRAVITY_EAST : PANGO_GRAVITY_SOUTH)
        pango_context_set_gravity_hint(context, PANGO_GRAVITY_HINT_NATURAL)
        contexts[kind] = context
        return context
    }

    func line(_ parts: [CaptionLine.Part], isRightToLeft: Bool, isVertical: Bool) -> CaptionText {
        let layout = pango_layout_new(context(Kind(isRightToLeft: isRightToLeft, isVertical: isVertical)))!
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)
        return CaptionText(parts, layout)
    }

    func line(_ line: CaptionLine, isVertical: Bool) -> CaptionText {
        let isRightToLeft = CaptionLayout.isRightToLeft(line.paragraph)
        let text = self.line(line.parts, isRightToLeft: isRightToLeft, isVertical: isVertical)
        for (index, part) in line.parts.enumerated() {
            guard let ruby = part.ruby, !ruby.text.isEmpty else { continue }
            let above = CaptionLine.Part(text: ruby.text, look: ruby.look)
            text.put(
                self.line([above], isRightToLeft: CaptionLayout.isRightToLeft(ruby.text), isVertical: isVertical), above: index)
        }
        return text
    }

    /// The length of a line in a single style.
    func length(of text: String, _ look: CaptionLook, isVertical: Bool) -> Double {
        line([CaptionLine.Part(text: text, look: look)], isRightToLeft: CaptionLayout.isRightToLeft(text), isVertical: isVertical).length
    }
}
