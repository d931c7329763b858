// SPDX-License-Identifier: Apache-2.0

import CGTK

extension String {
    /// Isolates numbers with units, such as `1×`, left to right; text with letters keeps its natural direction.
    var withNumbersInOrder: String { isEmpty || contains(where: \.isLetter) ? self : "\u{2066}\(self)\u{2069}" }
}

extension Widget {
    /// Sets the text direction of the widget and its current descendants, whatever the desktop's language is.
    public func setDirection(rightToLeft: Bool) {
        Self.setDirection(of: widget, rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }

    /// Lays out its children left to right in every language; they keep their own direction.
    func laysOutLeftToRight() { gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR) }

    /// Whether the widget is laid out from right to left.
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
