// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptions
import WindowboxMedia

/// A line of a caption laid out by Pango. It is drawn from its top-left corner to the right; vertical lines are rotated afterwards.
@MainActor final class CaptionText {
    private let parts: [CaptionLine.Part]
    private let layout: OpaquePointer
    private var above: [(text: CaptionText, x: Double)] = []
    /// Pixels from the first letter to the last.
    let length: Double
    private let ownHeight: Double
    private let inset: Double

    /// - Parameter layout: without text; this object takes ownership.
    init(_ parts: [CaptionLine.Part], _ layout: OpaquePointer) {
        self.parts = parts
        self.layout = layout
        pango_layout_set_text(layout, parts.map(\.text).joined(), -1)
        Self.attribute(layout, parts, colors: parts.map(\.look.color))
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, nil, &logical)
        (inset, length) = (Self.pixels(logical.x), Self.pixels(logical.width))
        ownHeight = Self.pixels(logical.height)
    }

    isolated deinit { g_object_unref(layout.raw) }

    private static func pixels(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) }

    /// The depth of the text and of the ruby text above it.
    var depth: Double { ownHeight + rubyDepth }
    var rubyDepth: Double { above.map(\.text.ownHeight).max() ?? 0 }

    func put(_ text: CaptionText, above part: Int) {
        guard
            let place = spans(of: part).reduce(
                nil as (start: Double, end: Double)?,
                { whole, span in
                    (min(whole?.start ?? span.start, span.start), max(whole?.end ?? span.end, span.end))
                })
        else { return }
        above.append((text, (place.start + place.end - text.length) / 2))
    }

    /// Where the letters of a part are: several spans where scripts of both directions mix.
    private func spans(of part: Int) -> [(start: Double, end: Double)] {
        let start = parts[..<part].reduce(0) { $0 + $1.text.utf8.count }
        var ranges: UnsafeMutablePointer<Int32>?
        var count: Int32 = 0
        let line = pango_layout_get_line_readonly(layout, 0)
        pango_layout_line_get_x_ranges(line, Int32(start), Int32(start + parts[part].text.utf8.count), &ranges, &count)
        defer { g_free(ranges) }
        guard let ranges else { return [] }
        return (0..<Int(count)).map { (Self.pixels(ranges[$0 * 2]) - inset, Self.pixels(ranges[$0 * 2 + 1]) - inset) }
    }

    /// - Parameters:
    ///   - origin: the top-left corner of the text and its ruby text.
    ///   - turned: rotated 90° clockwise around the origin, for vertical text.
    ///   - room: pixels above and below that also belong to the line.
    ///   - background: the background already drawn behind the cue.
    func draw(on canvas: Canvas, at origin: (x: Double, y: Double), turned: Bool, room: Double, background: CaptionColor) {
        gtk_snapshot_save(canvas.snapshot)
        defer { gtk_snapshot_restore(canvas.snapshot) }
        var point = graphene_point_t(x: Float(origin.x), y: Float(origin.y))
        gtk_snapshot_translate(canvas.snapshot, &point)
        if turned { gtk_snapshot_rotate(canvas.snapshot, 90) }
        for (index, part) in parts.enumerated() where part.look.background != background && part.look.background.alpha > 0 {
            for span in spans(of: index) {
                let place = Rectangle(x: span.start, y: -room, width: span.end - span.start, height: depth + room * 2)
                canvas.fill(place, Color(part.look.background))
            }
        }
        draw(on: canvas, x: 0, y: rubyDepth)
        for (text, x) in above { text.draw(on: canvas, x: x, y: rubyDepth - text.ownHeight) }
    }

    private func draw(on canvas: Canvas, x: Double, y: Double) {
        var drawn: Set<[CaptionShadow]> = []
        for part in parts where !part.look.shadows.isEmpty && drawn.insert(part.look.shadows).inserted {
            // The first shadow is topmost. Shadows with the same blur radius are blurred together.
            var rest = part.look.shadows.reversed()[...]
            while let blur = rest.first?.blur {
                let alike = rest.prefix { $0.blur == blur }
                rest = rest.dropFirst(alike.count)
                if blur > 0 {
                    let reach = blur * 1.5 + (alike.map { max(abs($0.x), abs($0.y)) }.max() ?? 0)
                    let room = Rectangle(x: x - reach, y: y - reach, width: length + reach * 2, height: ownHeight + reach * 2)
                    canvas.pushBlur(blur, in: room)
                }
                for shadow in alike {
                    let colors = parts.map { $0.look.shadows == part.look.shadows ? shadow.color : nil }
                    append(on: canvas, x + shadow.x, y + shadow.y, colors)
                }
                if blur > 0 { canvas.popBlur() }
            }
        }
        append(on: canvas, x, y, parts.map(\.look.color))
    }

    private func append(on canvas: Canvas, _ x: Double, _ y: Double, _ colors: [CaptionColor?]) {
        Self.attribute(layout, parts, colors: colors)
        var origin = graphene_point_t(x: Float(x - inset), y: Float(y))
        var color = Color.white(alpha: 1).gdk
        gtk_snapshot_save(canvas.snapshot)
        gtk_snapshot_translate(canvas.snapshot, &origin)
        gtk_snapshot_append_layout(canvas.snapshot, layout, &color)
        gtk_snapshot_restore(canvas.snapshot)
    }

    /// - Parameter colors: one per part; parts with nil are invisible.
    private static func attribute(_ layout: OpaquePointer, _ parts: [CaptionLine.Part], colors: [CaptionColor?]) {
        let list = pango_attr_list_new()!
        defer { pango_attr_list_unref(list) }
        var start: guint = 0
        for (part, color) in zip(parts, colors) {
            let end = start + guint(part.text.utf8.count)
            for attribute in attributes(part.look, color) {
                guard let attribute else { continue }
                (attribute.pointee.start_index, attribute.pointee.end_index) = (start, end)
                pango_attr_list_insert(list, attribute)
            }
            start = end
        }
        pango_layout_set_attributes(layout, list)
    }

    private static func attributes(_ look: CaptionLook, _ color: CaptionColor?) -> [UnsafeMutablePointer<PangoAttribute>?] {
        func part(_ value: Double) -> guint16 { guint16((min(max(value, 0), 1) * 65535).rounded()) }
        let color = color ?? .clear
        return [
            pango_attr_family_new(look.family), pango_attr_size_new_absolute(Int32((look.size * Double(PANGO_SCALE)).rounded())),
            pango_attr_weight_new(PangoWeight(rawValue: numericCast(look.weight))),
            look.isItalic ? pango_attr_style_new(PANGO_STYLE_ITALIC) : nil,
            look.isUnderlined ? pango_attr_underline_new(PANGO_UNDERLINE_SINGLE) : nil,
            look.isOverlined ? pango_attr_overline_new(PANGO_OVERLINE_SINGLE) : nil,
            look.isStruckThrough ? pango_attr_strikethrough_new(1) : nil,
            look.spacing != 0 ? pango_attr_letter_spacing_new(Int32((look.spacing * Double(PANGO_SCALE)).rounded())) : nil,
            look.hasSmallCapitals ? pango_attr_variant_new(PANGO_VARIANT_SMALL_CAPS) : nil,
            pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)),
            // Pango takes 0 as “not set”.
            pango_attr_foreground_alpha_new(max(part(color.alpha), 1)),
        ]
    }
}
