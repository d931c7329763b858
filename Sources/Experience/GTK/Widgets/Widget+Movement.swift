// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// The widget is visible, and the user hasn't turned off animations.
    public var wantsMovement: Bool {
        guard isMapped, let settings = gtk_widget_get_settings(widget) else { return false }
        return (Object.existing(settings) ?? Object(borrowing: settings))["gtk-enable-animations"]
    }
}
