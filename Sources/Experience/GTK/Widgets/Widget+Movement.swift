// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// It is to be seen, and the person's desktop is not without movements.
    public var wantsMovement: Bool {
        guard isMapped, let settings = gtk_widget_get_settings(widget) else { return false }
        return (Object.existing(settings) ?? Object(borrowing: settings))["gtk-enable-animations"]
    }
}
