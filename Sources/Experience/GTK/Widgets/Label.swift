// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A line of text.
public final class Label: Widget {
    public init(_ text: String = "") { super.init(adopting: gtk_label_new(text)) }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// Lets a text that is too long end in dots instead of asking for its whole width.
    public func shortened() -> Self {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        return self
    }

    /// The same, at so many characters.
    public func shortened(columns: Int) -> Self {
        gtk_label_set_max_width_chars(opaque, Int32(columns))
        return shortened()
    }

    /// Lines begin at the left edge, and not in the middle.
    public func leading() -> Self {
        gtk_label_set_xalign(opaque, 0)
        return self
    }

    /// Lets a person mark and copy the text.
    public func selectable() -> Self {
        gtk_label_set_selectable(opaque, 1)
        return self
    }

    /// Breaks the text into lines of about so many characters.
    public func wrapped(columns: Int) -> Self {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(opaque, Int32(columns))
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
    }
}
