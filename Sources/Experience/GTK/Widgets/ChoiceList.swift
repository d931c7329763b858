// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A few titles of which one is chosen, as radio buttons in a column.
public final class ChoiceList: Widget {
    private var buttons: [Widget] = []
    private var isUpdating = false

    /// Called with the index that a person chose.
    public var onChoose: (@MainActor (Int) -> Void)?

    public init(_ titles: [String], name: String) {
        self.titles = titles
        super.init(adopting: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        accessibleName(name)
        makeButtons()
    }

    /// Changing them leaves nothing chosen.
    public var titles: [String] {
        didSet { if titles != oldValue { makeButtons() } }
    }

    private func makeButtons() {
        for button in buttons { gtk_box_remove(cast(), button.widget) }
        buttons = []
        for (index, title) in titles.enumerated() {
            let button = Widget(adopting: gtk_check_button_new_with_label(title))
            if let first = buttons.first { gtk_check_button_set_group(button.cast(), first.cast()) }
            button.accessibleName(title)
            button.on("toggled") { [weak self, unowned button] in
                guard let self, !isUpdating, gtk_check_button_get_active(button.cast()) != 0 else { return }
                onChoose?(index)
            }
            gtk_box_append(cast(), button.widget)
            buttons.append(button)
        }
    }

    /// The index of what is chosen; nil when none is.
    public var selection: Int? {
        get { buttons.firstIndex { gtk_check_button_get_active($0.cast()) != 0 } }
        set {
            isUpdating = true
            for (index, button) in buttons.enumerated() { gtk_check_button_set_active(button.cast(), (index == newValue).gboolean) }
            isUpdating = false
        }
    }
}
