// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

extension Rectangle {
    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: .init(x: Float(x), y: Float(y)), size: .init(width: Float(width), height: Float(height)))
    }
}

extension Color {
    /// - Parameter alpha: 0 is transparent, 1 opaque.
    public static func white(alpha: Double) -> Color { Color(0xFFFFFF, alpha: alpha) }

    var gdk: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }
}

/// The drawing surface of a widget; valid only during the call that receives it.
@MainActor public struct Canvas {
    let snapshot: OpaquePointer
    let owner: UnsafeMutablePointer<GtkWidget>

    /// - Parameter radius: corner radius.
    public func fill(_ rectangle: Rectangle, _ color: Color, radius: Double = 0) {
        guard rectangle.width > 0, rectangle.height > 0 else { return }
        var bounds = rectangle.graphene
        var color = color.gdk
        if radius > 0 {
            var corners = GskRoundedRect()
            gsk_rounded_rect_init_from_rect(&corners, &bounds, Float(radius))
            gtk_snapshot_push_rounded_clip(snapshot, &corners)
        }
        gtk_snapshot_append_color(snapshot, &color, &bounds)
        if radius > 0 { gtk_snapshot_pop(snapshot) }
    }

    /// Clips drawing to the rectangle until ``popClip()``.
    public func pushClip(_ rectangle: Rectangle) {
        var bounds = rectangle.graphene
        gtk_snapshot_push_clip(snapshot, &bounds)
    }

    /// Ends the innermost clip. Each clip must be ended.
    public func popClip() { gtk_snapshot_pop(snapshot) }

    /// One line of text in the widget's font, centred in the rectangle.
    public func text(_ text: String, in rectangle: Rectangle, _ color: Color) {
        let layout = gtk_widget_create_pango_layout(owner, text)!
        defer { g_object_unref(layout.raw) }
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, &height)
        var origin = graphene_point_t(
            x: Float((rectangle.x + (rectangle.width - Double(width)) / 2).rounded()),
            y: Float((rectangle.y + (rectangle.height - Double(height)) / 2).rounded()))
        var color = color.gdk
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &origin)
        gtk_snapshot_append_layout(snapshot, layout, &color)
        gtk_snapshot_restore(snapshot)
    }

    /// The width of one line of text in the widget's font.
    public func width(of text: String) -> Double {
        let layout = gtk_widget_create_pango_layout(owner, text)!
        defer { g_object_unref(layout.raw) }
        var width: Int32 = 0
        pango_layout_get_pixel_size(layout, &width, nil)
        return Double(width)
    }
}
