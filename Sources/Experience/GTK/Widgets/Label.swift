// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A line of text.
public final class Label: Widget {
    /// - Parameter text: plain text, without markup.
    public init(_ text: String = "") { super.init(adopting: gtk_label_new(text)) }

    /// Plain text, without markup.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set { gtk_label_set_text(opaque, newValue) }
    }

    /// Ellipsizes a text that is too long instead of requesting its full width.
    public func shortened() -> Self {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        return self
    }

    /// Limits the label to one line with an ellipsis, and to a maximum width in characters.
    public func shortened(columns: Int) -> Self {
        gtk_label_set_max_width_chars(opaque, Int32(columns))
        return shortened()
    }

    /// Left-aligns the lines instead of centring them.
    public func leading() -> Self {
        gtk_label_set_xalign(opaque, 0)
        return self
    }

    /// Lets the user select and copy the text.
    public func selectable() -> Self {
        gtk_label_set_selectable(opaque, 1)
        return self
    }

    /// Wraps the text at about `columns` characters.
    public func wrapped(columns: Int) -> Self {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_max_width_chars(opaque, Int32(columns))
        gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
        return self
    }
}
