// SPDX-License-Identifier: Apache-2.0

import CGTK

extension String {
    /// Numbers with their units, such as `1×`, run from left to right in every language; what has letters runs as they do.
    var withNumbersInOrder: String { isEmpty || contains(where: \.isLetter) ? self : "\u{2066}\(self)\u{2069}" }
}

extension Widget {
    /// Lets the widget and all that it contains now run from right to left, or from left to right, whatever the desktop's language is.
    public func setDirection(rightToLeft: Bool) {
        Self.setDirection(of: widget, rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }

    /// Puts its children from left to right, whatever the language is; they themselves run as they do.
    func laysOutLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

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
