// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A single-line text field.
public final class Entry: Widget {
    /// - Parameters:
    ///   - name: the accessible name.
    ///   - placeholder: shown while the field is empty.
    public init(name: String, placeholder: String = "") {
        super.init(adopting: gtk_entry_new())
        accessibleName(name)
        gtk_entry_set_placeholder_text(cast(), placeholder)
        gtk_entry_set_activates_default(cast(), 1)
    }

    /// What the user has typed; setting it is reported like typing.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Called with the text after each change.
    public func onChange(_ handler: @escaping @MainActor (String) -> Void) {
        on("changed") { [weak self] in
            guard let self else { return }
            handler(text)
        }
    }
}
