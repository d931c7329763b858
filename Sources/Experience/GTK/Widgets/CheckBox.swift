// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A check box with a label.
public final class CheckBox: Widget {
    /// - Parameter onChange: called with the new state, also when ``isOn`` is set.
    public init(_ title: String, onChange: @escaping @MainActor (Bool) -> Void = { _ in }) {
        super.init(adopting: gtk_check_button_new())
        // Long labels wrap, which the button's built-in label doesn't.
        let label = Label(title).lines(4).aligned(.start)
        gtk_check_button_set_child(cast(), label.widget)
        accessibleName(title)
        on("toggled") { [weak self] in
            guard let self else { return }
            onChange(isOn)
        }
    }

    /// Whether it is checked.
    public var isOn: Bool {
        get { gtk_check_button_get_active(cast()) != 0 }
        set { gtk_check_button_set_active(cast(), newValue.gboolean) }
    }
}
