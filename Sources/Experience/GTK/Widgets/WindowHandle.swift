// SPDX-License-Identifier: Apache-2.0

import CGTK

/// An area by which the user moves the window, like the empty part of a header bar. Buttons in it work as elsewhere. It is for pages without
/// another bar above.
public final class WindowHandle: Widget {
    /// - Parameter content: what the area shows.
    public init(_ content: Widget) {
        super.init(adopting: gtk_window_handle_new())
        gtk_window_handle_set_child(opaque, content.widget)
    }
}
