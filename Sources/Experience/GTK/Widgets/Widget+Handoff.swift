// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Widget {
    /// Copies a text to the clipboard.
    public func copyToClipboard(_ text: String) { gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text) }

    /// Opens a URL in the user's default application.
    public func openAddress(_ address: String) {
        let window = gtk_widget_get_root(widget).map { $0.raw.assumingMemoryBound(to: GtkWindow.self) }
        gtk_show_uri(window, address, guint(GDK_CURRENT_TIME))
    }
}
