// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The window that lists the keyboard shortcuts.
@MainActor public enum ShortcutsWindow {
    /// Shortcuts under one heading.
    public struct Group: Sendable {
        /// The heading of the group.
        public var title: String
        /// Descriptions, and accelerators in GTK syntax, such as `<Control>o`; several are separated by spaces.
        public var shortcuts: [(title: String, keys: String)]

        public init(_ title: String, _ shortcuts: [(title: String, keys: String)]) {
            self.title = title
            self.shortcuts = shortcuts
        }
    }

    /// Shows the window above another one, or alone.
    public static func present(above parent: Window?, _ groups: [Group]) {
        // GTK builds this window only from XML.
        let text = xml(groups)
        let builder = Object(adopting: gtk_builder_new_from_string(text, -1))
        guard let window = gtk_builder_get_object(builder.opaque, "shortcuts") else { return }
        gtk_window_set_transient_for(window.raw.cast(), parent?.cast())
        gtk_window_present(window.raw.cast())
    }

    static func xml(_ groups: [Group]) -> String {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        func object(_ type: String, _ properties: [(String, String)], _ children: String = "") -> String {
            let values = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }.joined()
            return "<object class=\"\(type)\">\(values)\(children)</object>"
        }
        let content = groups.map { group in
            let shortcuts = group.shortcuts.map {
                "<child>" + object("GtkShortcutsShortcut", [("title", $0.title), ("accelerator", $0.keys)]) + "</child>"
            }
            return "<child>" + object("GtkShortcutsGroup", [("title", group.title)], shortcuts.joined()) + "</child>"
        }
        // GTK arranges groups as they fit, and places one that is higher than a column behind others. Heading and margins take three rows.
        let rows = max(12, (groups.map(\.shortcuts.count).max() ?? 0) + 3)
        let section = object("GtkShortcutsSection", [("section-name", "all"), ("max-height", "\(rows)")], content.joined())
        return """
            <interface><object class="GtkShortcutsWindow" id="shortcuts"><property name="modal">1</property>\
            <child>\(section)</child></object></interface>
            """
    }
}
