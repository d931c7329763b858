// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Arrow keys move the focus among what the widget contains, and neither they nor the page keys mean anything to what is around it.
    /// - Parameter onEscape: whether Escape meant something here; nil leaves it to what is around the widget.
    public func keepFocusKeys(onEscape: (@MainActor () -> Bool)? = nil) {
        onKey { [weak self] key, _ in
            guard let self else { return false }
            if let direction = Self.directions[key] {
                gtk_widget_child_focus(widget, direction)
                return true
            }
            if key == .escape { return onEscape?() ?? false }
            return [.pageUp, .pageDown, .home, .end, .space].contains(key)
        }
    }

    private static var directions: [Key: GtkDirectionType] {
        [.up: GTK_DIR_UP, .down: GTK_DIR_DOWN, .left: GTK_DIR_LEFT, .right: GTK_DIR_RIGHT]
    }
}
