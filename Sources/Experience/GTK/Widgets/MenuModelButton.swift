// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button that opens a ``Menu``.
public final class MenuModelButton: Widget {
    /// - Parameter isPrimary: F10 opens it.
    public init(icon: String, name: String, menu: Menu, isPrimary: Bool = false) {
        super.init(adopting: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_menu_model(opaque, menu.cast())
        gtk_menu_button_set_primary(opaque, isPrimary.gboolean)
        accessibleName(name)
        tooltip = name
    }

    public var isOpen: Bool {
        get { gtk_menu_button_get_popover(opaque).map { gtk_widget_get_visible($0.cast()) != 0 } ?? false }
        set { if newValue { gtk_menu_button_popup(opaque) } else { gtk_menu_button_popdown(opaque) } }
    }
}
