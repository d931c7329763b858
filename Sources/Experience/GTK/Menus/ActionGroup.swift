// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The named actions of a window's menus and keys.
public final class ActionGroup: Object {
    private let prefix: String
    private let keys: Object
    private var actions: [String: Object] = [:]

    /// - Parameter widget: the scope of the names and keys; a window.
    public init(prefix: String, on widget: Widget) {
        self.prefix = prefix
        keys = Object(adopting: gtk_shortcut_controller_new())
        super.init(adopting: g_simple_action_group_new())
        gtk_widget_insert_action_group(widget.widget, prefix, opaque)
        gtk_shortcut_controller_set_scope(keys.opaque, GTK_SHORTCUT_SCOPE_GLOBAL)
        gtk_widget_add_controller(widget.widget, keys.retained.opaque)
    }

    /// - Parameter accelerators: in GTK syntax, such as `<Control>o`.
    public func add(_ name: String, keys accelerators: String..., action: @escaping @MainActor () -> Void) {
        let made = Object(adopting: g_simple_action_new(name, nil))
        made.on("activate", action)
        keep(made, name, accelerators)
    }

    /// Adds an action with a string parameter.
    public func add(_ name: String, action: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let made = Object(adopting: g_simple_action_new(name, type))
        made.on("activate") { (text: UnsafeMutableRawPointer) in action(String(cString: g_variant_get_string(text.opaque, nil))) }
        keep(made, name, [])
    }

    /// Adds an action that is on or off.
    public func addSwitch(_ name: String, keys accelerators: String..., action: @escaping @MainActor (Bool) -> Void) {
        let made = Object(adopting: g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0)))
        made.on("change-state") { [unowned made] (state: UnsafeMutableRawPointer) in
            g_simple_action_set_state(made.opaque, state.opaque)
            action(g_variant_get_boolean(state.opaque) != 0)
        }
        keep(made, name, accelerators)
    }

    private func keep(_ action: Object, _ name: String, _ accelerators: [String]) {
        actions[name] = action
        g_action_map_add_action(opaque, action.opaque)
        for accelerator in accelerators {
            guard let trigger = gtk_shortcut_trigger_parse_string(accelerator) else { continue }
            gtk_shortcut_controller_add_shortcut(keys.opaque, gtk_shortcut_new(trigger, gtk_named_action_new("\(prefix).\(name)")))
        }
    }

    /// Sets a switch's state without performing its action.
    public func set(_ name: String, isOn: Bool) {
        if let action = actions[name] { g_simple_action_set_state(action.opaque, g_variant_new_boolean(isOn.gboolean)) }
    }

    /// Enables or disables an action, and with it all its menu entries and buttons. Does nothing for an unknown name.
    public func set(_ name: String, isEnabled: Bool) {
        if let action = actions[name] { g_simple_action_set_enabled(action.opaque, isEnabled.gboolean) }
    }

    /// Performs an action as if the user had chosen it.
    public func perform(_ name: String) {
        guard let action = actions[name] else { return }
        g_action_activate(action.opaque, nil)
    }
}
