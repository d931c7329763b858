// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A menu model with sections; it may change while it is shown.
public final class Menu: Object {
    public init() { super.init(adopting: g_menu_new()) }

    /// - Parameters:
    ///   - action: `prefix.name` of an action of an ``ActionGroup``.
    ///   - target: the action's parameter, if it takes a string.
    ///   - accelerator: only displayed next to the title; the action group handles the key.
    public func add(_ title: String, action: String, target: String? = nil, accelerator: String? = nil) {
        let item = Object(adopting: g_menu_item_new(title, nil))
        g_menu_item_set_action_and_target_value(item.opaque, action, target.flatMap { g_variant_new_string($0) })
        if let accelerator { g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(accelerator)) }
        g_menu_append_item(opaque, item.opaque)
    }

    /// Appends entries that are set apart by a line, under a title if there is one.
    public func add(section: Menu, title: String? = nil) { g_menu_append_section(opaque, title, section.cast()) }

    /// Appends an entry that opens a menu.
    public func add(submenu: Menu, title: String) { g_menu_append_submenu(opaque, title, submenu.cast()) }

    /// Removes all entries, sections and submenus.
    public func removeAll() { g_menu_remove_all(opaque) }

    /// The number of entries, sections and submenus.
    public var count: Int { Int(g_menu_model_get_n_items(cast())) }
}
