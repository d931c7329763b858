// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK
@testable import windowbox_desktop

extension OnDisplay {
    @MainActor struct Shortcuts {
        @Test("The list of shortcuts begins with those of playback, however many there are")
        func order() async throws {
            let builder = Object(adopting: gtk_builder_new_from_string(ShortcutsWindow.xml(AppShortcuts.all), -1))
            let window = try #require(gtk_builder_get_object(builder.opaque, "shortcuts"))
            defer { gtk_window_destroy(window.raw.cast()) }
            gtk_window_present(window.raw.cast())
            try #require(await eventually { gtk_widget_get_mapped(window.raw.cast()) != 0 })
            await settle()
            let group = try #require(firstGroup(in: window.raw.cast()))
            #expect(title(of: group) == AppShortcuts.all.first?.title)
        }

        private func firstGroup(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
            if g_type_check_instance_is_a(widget.raw.cast(), gtk_shortcuts_group_get_type()) != 0 { return widget }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                if let found = firstGroup(in: current) { return found }
                child = gtk_widget_get_next_sibling(current)
            }
            return nil
        }

        /// The text of its first label.
        private func title(of widget: UnsafeMutablePointer<GtkWidget>) -> String? {
            if g_type_check_instance_is_a(widget.raw.cast(), gtk_label_get_type()) != 0 {
                return String(cString: gtk_label_get_text(widget.raw.opaque))
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                if let text = title(of: current) { return text }
                child = gtk_widget_get_next_sibling(current)
            }
            return nil
        }
    }
}
