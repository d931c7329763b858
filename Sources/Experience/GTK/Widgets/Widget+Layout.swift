// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget's alignment in its available space, along one axis.
public enum Alignment: Sendable {
    /// Fills the space, or takes its natural size at the start, in the middle or at the end. Start is left, except in right-to-left
    /// languages.
    case fill, start, center, end

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
    }

    /// Baseline alignment exists only in GTK; it maps to the start.
    init(_ gtk: GtkAlign) {
        self =
            switch gtk {
            case GTK_ALIGN_FILL: .fill
            case GTK_ALIGN_CENTER: .center
            case GTK_ALIGN_END: .end
            default: .start
            }
    }
}

/// A direction of layout, scrolling or dragging.
public enum Axis: Sendable {
    /// From side to side, or up and down.
    case horizontal, vertical

    var gtk: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}

extension Widget {
    /// Claims extra space along the axes.
    @discardableResult
    public func expand(_ axes: Axis...) -> Self {
        gtk_widget_set_hexpand(widget, axes.contains(.horizontal).gboolean)
        gtk_widget_set_vexpand(widget, axes.contains(.vertical).gboolean)
        return self
    }

    /// Sets where the widget is in its available space; by default it fills it.
    @discardableResult
    public func align(horizontal: Alignment = .fill, vertical: Alignment = .fill) -> Self {
        gtk_widget_set_halign(widget, horizontal.gtk)
        gtk_widget_set_valign(widget, vertical.gtk)
        return self
    }

    /// The minimum size in logical pixels; nil leaves an axis to the content.
    @discardableResult
    public func minimumSize(width: Int? = nil, height: Int? = nil) -> Self {
        gtk_widget_set_size_request(widget, width.map(Int32.init) ?? -1, height.map(Int32.init) ?? -1)
        return self
    }

    /// Margin below the widget, in logical pixels.
    public var bottomMargin: Int {
        get { Int(gtk_widget_get_margin_bottom(widget)) }
        set { gtk_widget_set_margin_bottom(widget, Int32(newValue)) }
    }

    /// Margins around the widget, in logical pixels; nil keeps the current value. The start is where text begins.
    @discardableResult
    public func margins(start: Int? = nil, end: Int? = nil, top: Int? = nil, bottom: Int? = nil) -> Self {
        if let start { gtk_widget_set_margin_start(widget, Int32(start)) }
        if let end { gtk_widget_set_margin_end(widget, Int32(end)) }
        if let top { gtk_widget_set_margin_top(widget, Int32(top)) }
        if let bottom { gtk_widget_set_margin_bottom(widget, Int32(bottom)) }
        return self
    }

    /// The natural height at the current width, in logical pixels.
    var naturalHeight: Int {
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, &natural, nil, nil)
        return Int(natural)
    }

    /// Whether the widget fills its window.
    var coversWindow: Bool {
        guard let window = gtk_widget_get_root(widget) else { return false }
        let root: UnsafeMutablePointer<GtkWidget> = window.raw.cast()
        return width > 0 && gtk_widget_get_width(root) == Int32(width) && gtk_widget_get_height(root) == Int32(height)
    }

    /// Whether its window is minimized.
    var isWindowPutAway: Bool {
        guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    }

    /// Takes another widget's alignment and margins; that widget then fills this one.
    public func takePlace(of other: Widget) {
        takeAlignment(of: other)
        let inner = other.widget
        margins(
            start: Int(gtk_widget_get_margin_start(inner)), end: Int(gtk_widget_get_margin_end(inner)),
            top: Int(gtk_widget_get_margin_top(inner)), bottom: Int(gtk_widget_get_margin_bottom(inner)))
        other.align().margins(start: 0, end: 0, top: 0, bottom: 0)
    }

    /// Takes another widget's alignment.
    func takeAlignment(of other: Widget) {
        gtk_widget_set_halign(widget, gtk_widget_get_halign(other.widget))
        gtk_widget_set_valign(widget, gtk_widget_get_valign(other.widget))
    }

    /// Converts a point of another widget in the same window to this widget's coordinates; nil if they don't share a window.
    func place(of other: Widget, x: Double, y: Double) -> (x: Double, y: Double)? {
        var (left, top) = (0.0, 0.0)
        guard gtk_widget_translate_coordinates(other.widget, widget, x, y, &left, &top) != 0 else { return nil }
        return (left, top)
    }
}
