// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Anything that has a place in a window.
@MainActor open class Widget: Object {
    var widget: UnsafeMutablePointer<GtkWidget> { cast() }

    public var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    /// False keeps the room and shows nothing in it.
    public var isSeen: Bool {
        get { gtk_widget_get_opacity(widget) > 0 }
        set { gtk_widget_set_opacity(widget, newValue ? 1 : 0) }
    }

    /// False greys the widget out and keeps input from it.
    public var isEnabled: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { gtk_widget_set_sensitive(widget, newValue.gboolean) }
    }

    /// False lets the pointer through to what lies below.
    public var takesPointer: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue.gboolean) }
    }

    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { gtk_widget_set_focusable(widget, newValue.gboolean) }
    }

    /// On screen as far as its window is.
    public var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// In pixels of the style, as laid out last; zero before that.
    public var width: Int { Int(gtk_widget_get_width(widget)) }
    public var height: Int { Int(gtk_widget_get_height(widget)) }

    /// Pixels of the screen per pixel of the style.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }

    /// What the pointer looks like over the widget, by its CSS name (`pointer`, `none`); nil inherits.
    public var cursor: String? {
        didSet { if cursor != oldValue { gtk_widget_set_cursor_from_name(widget, cursor) } }
    }

    public var tooltip: String? {
        get { gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } }
        set { gtk_widget_set_tooltip_text(widget, newValue) }
    }

    public func redraw() { gtk_widget_queue_draw(widget) }

    /// Gives the keyboard's focus to the first of its children that takes it.
    @discardableResult
    public func focusFirst() -> Bool { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 }

    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }
}
