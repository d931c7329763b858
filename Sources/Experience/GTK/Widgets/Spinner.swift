// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A spinner that animates only while it is running.
public final class Spinner: Widget {
    public init(name: String) {
        super.init(adopting: gtk_spinner_new())
        accessibleName(name)
    }

    public var isRunning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { gtk_spinner_set_spinning(opaque, newValue.gboolean) }
    }
}
