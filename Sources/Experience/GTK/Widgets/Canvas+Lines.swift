// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// A place on a ``Canvas``, in pixels of the style.
public struct CanvasPoint: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

extension Canvas {
    /// What the widget's text is written in.
    public var ink: Color {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(owner), &color)
        return Color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }

    /// Lines through points, round at their ends and corners.
    /// - Parameters:
    ///   - lines: each through its points in order.
    ///   - width: pixels of the style.
    ///   - room: what lies outside of it is not drawn.
    public func stroke(_ lines: [[CanvasPoint]], _ color: Color, width: Double, in room: Rectangle) {
        var bounds = room.graphene
        guard let cairo = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
        defer { cairo_destroy(cairo) }
        cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        for line in lines {
            for (index, point) in line.enumerated() {
                if index == 0 { cairo_move_to(cairo, point.x, point.y) } else { cairo_line_to(cairo, point.x, point.y) }
            }
        }
        cairo_stroke(cairo)
    }
}
