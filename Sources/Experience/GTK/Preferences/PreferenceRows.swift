// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A row to choose one of a few options.
public final class ChoiceRow: Widget {
    /// - Parameters:
    ///   - choices: the titles of the options.
    ///   - selection: an index into `choices`.
    ///   - onChange: called with the index of the new selection.
    public init(_ title: String, subtitle: String = "", _ choices: [String], selection: Int, onChange: @escaping @MainActor (Int) -> Void) {
        super.init(adopting: adw_combo_row_new())
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_subtitle(cast(), subtitle)
        let list = Object(adopting: gtk_string_list_new(nil))
        for choice in choices { gtk_string_list_append(list.opaque, choice) }
        adw_combo_row_set_model(cast(), list.opaque)
        showInFull()
        adw_combo_row_set_selected(cast(), guint(selection))
        on("notify::selected") { [unowned self] (_: UnsafeMutableRawPointer) in onChange(self.selection) }
    }

    /// libadwaita shortens the chosen text to about 20 characters, and gives the subtitle the space first.
    private func showInFull() {
        let factory = Object(adopting: gtk_signal_list_item_factory_new())
        factory.on("setup") { (item: UnsafeMutableRawPointer) in gtk_list_item_set_child(item.opaque, gtk_label_new(nil)) }
        factory.on("bind") { (item: UnsafeMutableRawPointer) in
            guard let label = gtk_list_item_get_child(item.opaque), let choice = gtk_list_item_get_item(item.opaque) else { return }
            gtk_label_set_text(label.raw.opaque, gtk_string_object_get_string(choice.raw.opaque))
        }
        // The list that opens keeps its own rows, which mark the selection.
        adw_combo_row_set_list_factory(cast(), adw_combo_row_get_factory(cast()))
        adw_combo_row_set_factory(cast(), factory.opaque)
    }

    /// An index into the choices; setting it is reported like a choice of the user.
    public var selection: Int {
        get { Int(adw_combo_row_get_selected(cast())) }
        set { adw_combo_row_set_selected(cast(), guint(newValue)) }
    }
}

/// A row to switch something on or off.
public final class SwitchRow: Widget {
    /// - Parameters:
    ///   - subtitle: an explanation below the title; empty for none.
    ///   - onChange: called with the new state.
    public init(_ title: String, subtitle: String = "", isOn: Bool, onChange: @escaping @MainActor (Bool) -> Void) {
        super.init(adopting: adw_action_row_new())
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_subtitle(cast(), subtitle)
        let toggle = Widget(adopting: gtk_switch_new())
        toggle.align(vertical: .center)
        gtk_switch_set_active(toggle.opaque, isOn.gboolean)
        adw_action_row_add_suffix(cast(), toggle.widget)
        adw_action_row_set_activatable_widget(cast(), toggle.widget)
        toggle.on("notify::active") { [unowned toggle] (_: UnsafeMutableRawPointer) in
            onChange(gtk_switch_get_active(toggle.opaque) != 0)
        }
    }
}

/// A row with text and an arbitrary widget at its end.
public final class WidgetRow: Widget {
    /// - Parameter content: nil for a row with text only.
    public init(_ title: String, subtitle: String = "", _ content: Widget? = nil) {
        super.init(adopting: adw_action_row_new())
        // Text from files must not be parsed as markup.
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), title)
        adw_action_row_set_subtitle(cast(), subtitle)
        if let content { adw_action_row_add_suffix(cast(), content.align(vertical: .center).widget) }
    }

    /// An explanation below the title; empty for none.
    public var subtitle: String {
        get { adw_action_row_get_subtitle(cast()).map { String(cString: $0) } ?? "" }
        set { adw_action_row_set_subtitle(cast(), newValue) }
    }
}
