// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button that opens a ``Menu``.
public final class MenuModelButton: Widget {
    /// - Parameter isPrimary: whether F10 opens it.
    public init(icon: String, name: String, menu: Menu, isPrimary: Bool = false) {
        super.init(adopting: gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        offer(menu)
        gtk_menu_button_set_primary(opaque, isPrimary.gboolean)
        accessibleName(name)
        tooltip = name
    }

    /// Creates the menu's widgets when it is first opened, so that windows open faster.
    private func offer(_ menu: Menu) {
        gtk_menu_button_set_create_popup_func(
            opaque,
            { button, data in
                onMain((button!, data!)) { button, data in
                    guard gtk_menu_button_get_menu_model(button) == nil else { return }
                    gtk_menu_button_set_menu_model(button, Unmanaged<Menu>.fromOpaque(data).takeUnretainedValue().cast())
                }
            }, Unmanaged.passRetained(menu).toOpaque(), { Unmanaged<Menu>.fromOpaque($0!).release() })
    }

    /// Whether the menu is shown.
    public var isOpen: Bool {
        get { gtk_menu_button_get_popover(opaque).map { gtk_widget_get_visible($0.cast()) != 0 } ?? false }
        set { if newValue { gtk_menu_button_popup(opaque) } else { gtk_menu_button_popdown(opaque) } }
    }
}
