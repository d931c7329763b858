// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The base class of all widgets.
@MainActor open class Widget: Object {
    var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    /// Whether the widget may be seen; its parents have to be visible, too.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    /// False makes the widget invisible but keeps its space.
    public var isSeen: Bool {
        get { gtk_widget_get_opacity(widget) > 0 }
        set { gtk_widget_set_opacity(widget, newValue ? 1 : 0) }
    }

    /// False disables input and greys the widget out.
    public var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue.gboolean) }
    }

    /// False lets pointer events through to what is below.
    public var takesPointer: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue.gboolean) }
    }

    /// Whether the widget can have the keyboard focus.
    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue.gboolean) }
    }

    /// Whether the widget is mapped, that is, visible in its window.
    public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// Size in logical pixels of the last layout; zero before the first one.
    public var width: Int { Int(gtk_widget_get_width(widget)) }
    /// See ``width``.
    public var height: Int { Int(gtk_widget_get_height(widget)) }

    /// Device pixels per logical pixel.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// The pointer's CSS cursor name over the widget (`pointer`, `none`); nil inherits.
    public var cursor: String? {
        didSet { if cursor != oldValue { gtk_widget_set_cursor_from_name(widget, cursor) } }
    }

    /// Shown when the pointer rests on the widget; nil for none.
    public var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    /// Draws the widget again before the next frame is shown.
    public func redraw() { gtk_widget_queue_draw(widget) }

    /// Focuses the first descendant that accepts the focus.
    @discardableResult
    public func focusFirst() -> Bool { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }

    /// Gives the keyboard focus to the widget itself.
    /// - Returns: false if it can't have the focus.
    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }
}
