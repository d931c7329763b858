// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A button for an action of an ``ActionGroup``; disabled along with the action.
public final class ActionButton: Widget {
    /// - Parameter action: the action's name with the prefix of its group, such as `player.stop`.
    public init(_ title: String, action: String) {
        super.init(adopting: gtk_button_new_with_label(title))
        accessibleName(title)
        gtk_actionable_set_action_name(opaque, action)
    }
}
