// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A spinner that animates only while it is running.
public final class Spinner: Widget {
    /// - Parameter name: the accessible name.
    public init(name: String) {
        super.init(adopting: gtk_spinner_new())
        accessibleName(name)
    }

    /// Whether it is turning; false at first.
    public var isRunning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { gtk_spinner_set_spinning(opaque, newValue.gboolean) }
    }
}
