// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button for an action of an ``ActionGroup``; disabled along with the action.
public final class ActionButton: Widget {
    public init(_ title: String, action: String) {
        super.init(adopting: gtk_button_new_with_label(title))
        accessibleName(title)
        gtk_actionable_set_action_name(opaque, action)
    }
}
