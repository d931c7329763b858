// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A progress bar.
public final class ProgressBar: Widget {
    /// - Parameter name: the accessible name.
    public init(name: String) {
        super.init(adopting: gtk_progress_bar_new())
        accessibleName(name)
    }

    /// 0...1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, newValue) }
    }
}
