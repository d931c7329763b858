// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A row with a field for a line of text, whose title is in the field while that is empty.
public final class EntryRow: Widget {
    /// - Parameter isPassword: hides what is typed, and offers a button to show it.
    public init(_ title: String, text: String = "", isPassword: Bool = false) {
        super.init(adopting: isPassword ? adw_password_entry_row_new() : adw_entry_row_new())
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), title)
        adw_entry_row_set_activates_default(cast(), 1)
        gtk_editable_set_text(opaque, text)
    }

    /// Called with the text after each change.
    public func onChange(_ handler: @escaping @MainActor (String) -> Void) {
        on("changed") { [weak self] in
            guard let self else { return }
            handler(text)
        }
    }

    /// Called when the user presses Return, which then doesn't trigger the default button of the window.
    public func onReturn(_ handler: @escaping @MainActor () -> Void) {
        adw_entry_row_set_activates_default(cast(), 0)
        on("entry-activated", handler)
    }

    /// What is in the field; setting it is reported like typing.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }
}
