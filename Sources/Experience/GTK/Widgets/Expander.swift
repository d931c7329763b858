// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A title that expands and collapses its content.
public final class Expander: Widget {
    /// - Parameter content: shown below the title while it is open; closed at first.
    public init(_ title: String, _ content: Widget) {
        super.init(adopting: gtk_expander_new(title))
        gtk_expander_set_child(opaque, content.widget)
    }

    /// Whether the content is shown.
    public var isOpen: Bool {
        get { gtk_expander_get_expanded(opaque) != 0 }
        set { gtk_expander_set_expanded(opaque, newValue.gboolean) }
    }
}
