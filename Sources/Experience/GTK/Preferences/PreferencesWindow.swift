// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A preferences window; each change takes effect immediately.
public final class PreferencesWindow: Widget {
    /// - Parameter title: nil is "Preferences".
    public init(above parent: Window?, title: String? = nil) {
        super.init(borrowing: adw_preferences_window_new())
        if let title { gtk_window_set_title(cast(), title) }
        gtk_window_set_transient_for(cast(), parent?.cast())
        gtk_window_set_modal(cast(), (parent != nil).gboolean)
        gtk_window_set_default_size(cast(), 600, 620)
        adw_preferences_window_set_search_enabled(cast(), 0)
        on("unrealize") { [weak self] in self?.removeRows() }
    }

    private var groups: [PreferencesGroup] = []

    /// libadwaita 1.2 leaks the groups of a closed window, which would keep their rows and handlers alive.
    private func removeRows() {
        for group in groups { group.removeRows() }
        groups = []
    }

    /// Appends a page.
    /// - Parameter icon: a name in the icon theme.
    public func add(page title: String, icon: String, _ groups: [PreferencesGroup]) {
        let page = Widget(adopting: adw_preferences_page_new())
        adw_preferences_page_set_title(page.cast(), title)
        adw_preferences_page_set_name(page.cast(), title)
        adw_preferences_page_set_icon_name(page.cast(), icon)
        for group in groups { adw_preferences_page_add(page.cast(), group.cast()) }
        adw_preferences_window_add(cast(), page.cast())
        self.groups += groups
    }

    /// Shows a page.
    /// - Parameter title: the title of the page.
    public func show(page title: String) { adw_preferences_window_set_visible_page_name(cast(), title) }

    /// Shows the window.
    public func present() { gtk_window_present(cast()) }
    /// Closes the window; it can't be shown again.
    public func close() { gtk_window_close(cast()) }
}

/// A group of related rows.
public final class PreferencesGroup: Widget {
    /// - Parameter description: an explanation below the title; nil for none.
    public init(_ title: String, description: String? = nil, @WidgetBuilder rows: () -> [Widget]) {
        super.init(adopting: adw_preferences_group_new())
        adw_preferences_group_set_title(cast(), title)
        if let description { adw_preferences_group_set_description(cast(), description) }
        self.rows = rows()
        for row in self.rows { adw_preferences_group_add(cast(), row.widget) }
    }

    private var rows: [Widget] = []

    fileprivate func removeRows() {
        for row in rows { adw_preferences_group_remove(cast(), row.widget) }
        rows = []
    }
}
