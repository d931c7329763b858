// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button for the most common of several actions, joined with one that opens a menu of the others.
public final class SplitButton: Widget {
    /// - Parameters:
    ///   - title: the text of the button.
    ///   - action: the button's action, with the prefix of its ``ActionGroup``, such as `app.open`.
    ///   - menuName: the tooltip and accessible name of the part that opens the menu.
    ///   - menu: the other actions.
    public init(_ title: String, action: String, menuName: String, menu: Menu) {
        super.init(adopting: adw_split_button_new())
        adw_split_button_set_label(opaque, title)
        adw_split_button_set_menu_model(opaque, menu.cast())
        adw_split_button_set_dropdown_tooltip(opaque, menuName)
        gtk_actionable_set_action_name(opaque, action)
        // Assistive technology doesn't read the tooltip as a name.
        if let opener = gtk_widget_get_last_child(widget) { Widget(borrowing: opener).accessibleName(menuName) }
    }

    /// Whether the menu is shown.
    public var isMenuOpen: Bool {
        get { adw_split_button_get_popover(opaque).map { gtk_widget_get_visible($0.cast()) != 0 } ?? false }
        set { if newValue { adw_split_button_popup(opaque) } else { adw_split_button_popdown(opaque) } }
    }
}
