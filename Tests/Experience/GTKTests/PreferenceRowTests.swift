// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct PreferenceRows {
        @Test("The chosen value is shown in full, beside a long explanation and in a narrow window", arguments: [600, 360])
        func longChoice(width: Int) async throws {
            let value = "Beim letzten Bild stehen bleiben"
            let row = ChoiceRow(
                "Am Ende", subtitle: "Für Fernsehaufnahmen mit kammartigen Linien an bewegten Kanten", ["Anhalten", value], selection: 0
            ) { _ in }
            row.selection = 1
            try await withWindow(row, width: width) { _ in
                try #require(await eventually { row.width > 0 })
                await settle()
                let label = try #require(mappedLabel(value, in: row.widget))
                #expect(pango_layout_is_ellipsized(gtk_label_get_layout(label.raw.opaque)) == 0)
                #expect(row.width <= width)
            }
        }

        private func mappedLabel(_ text: String, in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
            if g_type_check_instance_is_a(widget.raw.cast(), gtk_label_get_type()) != 0, gtk_widget_get_mapped(widget) != 0,
                String(cString: gtk_label_get_text(widget.raw.opaque)) == text
            {
                return widget
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                if let found = mappedLabel(text, in: current) { return found }
                child = gtk_widget_get_next_sibling(current)
            }
            return nil
        }
    }
}
