// SPDX-License-Identifier: Apache-2.0

import CGTK
import WindowboxCaptionDrawing
import WindowboxCaptions
import WindowboxMedia

/// Draws captions in a window.
struct SnapshotCanvas: CaptionCanvas {
    private let snapshot: OpaquePointer
    private let path: RenderPath

    @MainActor init(_ canvas: Canvas) { (snapshot, path) = (canvas.snapshot, RenderPath.of(canvas.owner)) }

    func fill(_ rectangle: Rectangle, _ color: CaptionColor, radius: Double) {
        guard rectangle.width > 0, rectangle.height > 0, color.alpha > 0 else { return }
        var bounds = rectangle.graphene
        var color = Color(color).gdk
        if radius > 0 {
            var corners = GskRoundedRect()
            gsk_rounded_rect_init_from_rect(&corners, &bounds, Float(radius))
            gtk_snapshot_push_rounded_clip(snapshot, &corners)
        }
        gtk_snapshot_append_color(snapshot, &color, &bounds)
        if radius > 0 { gtk_snapshot_pop(snapshot) }
    }

    func fill(_ text: TypesetText, x: Double, y: Double) {
        var origin = graphene_point_t(x: Float(x - text.inset), y: Float(y))
        // The text has its own colours.
        var color = Color(red: 1, green: 1, blue: 1, alpha: 1).gdk
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &origin)
        gtk_snapshot_append_layout(snapshot, text.layout, &color)
        gtk_snapshot_restore(snapshot)
    }

    func fill(_ bounds: Rectangle, with bitmap: CaptionBitmap) {
        let texture = bitmap.withPixels { pixels, stride in
            let bytes = g_bytes_new(pixels.baseAddress, gsize(pixels.count))
            defer { g_bytes_unref(bytes) }
            let format = GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
            return gdk_memory_texture_new(Int32(bitmap.width), Int32(bitmap.height), format, bytes, gsize(stride))
        }
        guard let texture else { return }
        defer { g_object_unref(texture.raw) }
        var bounds = bounds.graphene
        gtk_snapshot_append_texture(snapshot, texture, &bounds)
    }

    func clip(to rectangle: Rectangle, _ draw: (SnapshotCanvas) -> Void) {
        var bounds = rectangle.graphene
        gtk_snapshot_push_clip(snapshot, &bounds)
        draw(self)
        gtk_snapshot_pop(snapshot)
    }

    func blur(_ radius: Double, in bounds: Rectangle, _ draw: (SnapshotCanvas) -> Void) {
        // GTK's Cairo renderer takes the radius as the standard deviation.
        gtk_snapshot_push_blur(snapshot, path == .software ? radius / 2 : radius)
        // GTK cuts off the blur at the radius, where it is still visible. Transparent content enlarges the bounds.
        var (bounds, color) = (bounds.graphene, Color(red: 0, green: 0, blue: 0, alpha: 0).gdk)
        gtk_snapshot_append_color(snapshot, &color, &bounds)
        draw(self)
        gtk_snapshot_pop(snapshot)
    }

    func move(x: Double, y: Double, isTurned: Bool, _ draw: (SnapshotCanvas) -> Void) {
        gtk_snapshot_save(snapshot)
        defer { gtk_snapshot_restore(snapshot) }
        var point = graphene_point_t(x: Float(x), y: Float(y))
        gtk_snapshot_translate(snapshot, &point)
        if isTurned { gtk_snapshot_rotate(snapshot, 90) }
        draw(self)
    }
}

extension Color {
    fileprivate init(_ color: CaptionColor) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}
