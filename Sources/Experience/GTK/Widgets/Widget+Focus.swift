// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Arrow keys move the focus inside the widget; they and the page keys don't reach surrounding handlers.
    /// - Parameter onEscape: returns whether it handled Escape; nil passes Escape on.
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

    /// Keeps Tab navigation inside the widget, for modal layers.
    public func keepFocusInside() {
        onKey { [weak self] key, modifiers in
            guard key == .tab || key == .tabBack else { return false }
            self?.moveFocus(forward: key == .tab && !modifiers.contains(.shift))
            return true
        }
    }

    /// Moves to the next or previous focusable descendant, wrapping around.
    func moveFocus(forward: Bool) {
        let direction = forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        if gtk_widget_child_focus(widget, direction) != 0 { return }
        // Entering again starts at the other end.
        if let root = gtk_widget_get_root(widget) { gtk_root_set_focus(root, nil) }
        gtk_widget_child_focus(widget, direction)
    }

    private var focused: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) } }

    /// The Swift widget that has the keyboard focus in this window, or that contains the focused widget.
    public var focusHolder: Widget? {
        var found = focused
        while let part = found {
            if let holder = Object.existing(part.raw, as: Widget.self) { return holder }
            found = gtk_widget_get_parent(part)
        }
        return nil
    }

    /// The focus in the widget's window is in a text field or a menu.
    public var isFocusInEntryOrMenu: Bool {
        let types = [gtk_editable_get_type(), gtk_text_view_get_type(), gtk_popover_get_type()]
        var part = focused
        while let current = part {
            if types.contains(where: { g_type_check_instance_is_a(current.raw.cast(), $0) != 0 }) { return true }
            part = gtk_widget_get_parent(current)
        }
        return false
    }

    /// The focus is in the widget, or nothing in its window has it.
    public var isFocusHereOrNowhere: Bool { focused.map { $0 == widget || gtk_widget_is_ancestor($0, widget) != 0 } ?? true }

    private static var directions: [KeyboardKey: GtkDirectionType] {
        [.up: GTK_DIR_UP, .down: GTK_DIR_DOWN, .left: GTK_DIR_LEFT, .right: GTK_DIR_RIGHT]
    }
}
