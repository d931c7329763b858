// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxPlayer

/// Draws captions above a picture.
@MainActor public final class CaptionOverlay: CustomWidget {
    public var boxes: [CaptionBox] = [] {
        didSet { if boxes != oldValue { change() } }
    }

    public var style = CaptionStyle() {
        didSet { if style != oldValue { redraw() } }
    }

    /// Where the picture stands in the overlay; nil where it fills all of it.
    var picture: (@MainActor () -> Rectangle?)?

    /// Pixels at the bottom that controls take.
    public var bottomInset = 0.0 {
        didSet { if bottomInset != oldValue { redraw() } }
    }

    /// Pixels at the top that a title takes.
    public var topInset = 0.0 {
        didSet { if topInset != oldValue { redraw() } }
    }

    /// Where the boxes were drawn last.
    public private(set) var drawnPlaces: [Rectangle] = []

    public override init() {
        super.init()
        takesPointer = false
        accessibleName("Captions")
    }

    private func change() {
        let text = boxes.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")
        accessibleName(text.isEmpty ? "Captions" : text)
        redraw()
    }

    public override func draw(on canvas: Canvas) {
        let whole = Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        let picture = picture?() ?? whole
        let room = Rectangle(
            x: 8, y: 8 + topInset, width: max(whole.width - 16, 0), height: max(whole.height - 16 - topInset - bottomInset, 0))
        let texts = boxes.map { box in
            let box = style.placed(box)
            let width = min(picture.width * box.maximumWidth, room.width) - Self.padding * 2
            return (box, CaptionText(box, style, pictureHeight: min(picture.height, whole.height), maximumWidth: width, in: widget))
        }
        let layout = CaptionLayout(picture: picture, room: room)
        let places = layout.places(texts.map { ($0, $1.width + Self.padding * 2, $1.height + Self.padding) })
        drawnPlaces = places.compactMap(\.self)
        for ((_, text), place) in zip(texts, places) {
            guard let place else { continue }
            if style.window.alpha > 0 { canvas.fill(place, style.window, radius: 5) }
            if style.background.alpha > 0 { canvas.fill(place, style.background, radius: 5) }
            text.draw(on: canvas, x: place.x + Self.padding, y: place.y + Self.padding / 2, style)
        }
    }

    private static let padding = 8.0
}

/// The text of one box, set in lines.
@MainActor private final class CaptionText {
    private let layout: OpaquePointer
    private let inset: Double
    private let pixel: Double
    let width: Double
    let height: Double

    init(_ box: CaptionBox, _ style: CaptionStyle, pictureHeight: Double, maximumWidth: Double, in widget: UnsafeMutablePointer<GtkWidget>)
    {
        layout = gtk_widget_create_pango_layout(widget, nil)!.raw.opaque
        let font = pango_font_description_new()!
        pango_font_description_set_family(font, style.fontFamily ?? "Sans")
        if style.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
        if style.isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
        pixel = pictureHeight / 1080
        // Small windows are read as well: letters do not become smaller than a desktop's.
        let lineHeight = max(pictureHeight * style.lineHeight, 16)
        pango_font_description_set_absolute_size(font, (lineHeight / 1.2).rounded() * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_width(layout, Int32(max(maximumWidth, 1) * Double(PANGO_SCALE)))
        let alignment =
            switch box.lineAlignment {
            case .start: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .end: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, alignment)
        pango_layout_set_markup(layout, box.runs.map(Self.markup).joined(), -1)
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_pixel_extents(layout, &ink, &logical)
        (inset, width, height) = (Double(logical.x), Double(logical.width), Double(logical.height))
    }

    isolated deinit { g_object_unref(layout.raw) }

    private static func markup(_ run: CaptionRun) -> String {
        let escaped = g_markup_escape_text(run.text, -1)!
        defer { g_free(escaped) }
        var text = String(cString: escaped)
        if run.isItalic { text = "<i>\(text)</i>" }
        if run.isBold { text = "<b>\(text)</b>" }
        if run.isUnderlined { text = "<u>\(text)</u>" }
        return text
    }

    func draw(on canvas: Canvas, x: Double, y: Double, _ style: CaptionStyle) {
        var edge = Color(style.edge.color)
        edge.alpha *= style.color.alpha
        let reach = max(style.edge.width * pixel, 0.75)
        for shift in style.edge.shifts { append(on: canvas, x + shift.x * reach, y + shift.y * reach, edge) }
        append(on: canvas, x, y, style.color)
    }

    private func append(on canvas: Canvas, _ x: Double, _ y: Double, _ color: Color) {
        var origin = graphene_point_t(x: Float(x - inset), y: Float(y))
        var color = color.gdk
        gtk_snapshot_save(canvas.snapshot)
        gtk_snapshot_translate(canvas.snapshot, &origin)
        gtk_snapshot_append_layout(canvas.snapshot, layout, &color)
        gtk_snapshot_restore(canvas.snapshot)
    }
}
