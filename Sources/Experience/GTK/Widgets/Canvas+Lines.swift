// SPDX-License-Identifier: Apache-2.0

import CGTK
public import WindowboxMedia

/// A point on a ``Canvas``, in logical pixels.
public struct CanvasPoint: Hashable, Sendable {
    /// From the left.
    public var x: Double
    /// From the top.
    public var y: Double

    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

extension Canvas {
    /// The widget's text colour.
    public var ink: Color {
        var color = GdkRGBA()
        gtk_style_context_get_color(gtk_widget_get_style_context(owner), &color)
        return Color(red: Double(color.red), green: Double(color.green), blue: Double(color.blue), alpha: Double(color.alpha))
    }

    /// Draws polylines with round caps and joins.
    /// - Parameters:
    ///   - lines: the points of each line, in order.
    ///   - width: line width in logical pixels.
    ///   - bounds: clips the drawing.
    public func stroke(_ lines: [[CanvasPoint]], _ color: Color, width: Double, in bounds: Rectangle) {
        var bounds = bounds.graphene
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
