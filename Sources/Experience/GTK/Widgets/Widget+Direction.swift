// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Lets the widget and all that it contains now run from right to left, or from left to right, whatever the desktop's language is.
    public func setDirection(rightToLeft: Bool) {
        Self.setDirection(of: widget, rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }

    public var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    private static func setDirection(of widget: UnsafeMutablePointer<GtkWidget>, _ direction: GtkTextDirection) {
        gtk_widget_set_direction(widget, direction)
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            setDirection(of: next, direction)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
