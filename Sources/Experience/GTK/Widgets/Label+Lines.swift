// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Label {
    /// Wraps the text into at most `count` lines and ellipsizes the rest. The label uses all of its width.
    public func lines(_ count: Int) -> Self {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_lines(opaque, Int32(count))
        return shortened()
    }

    /// For names of files: the ellipsis is in the middle of the last line, as names often differ at the end, and no hyphen that isn't part
    /// of the name is added at the end of a line.
    package func ofNames() -> Self {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_MIDDLE)
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(opaque, attributes)
        pango_attr_list_unref(attributes)
        return self
    }

    /// Aligns the lines at the start, centre or end, following the text direction.
    public func aligned(_ alignment: Alignment) -> Self {
        let (xAlignment, justification): (Float, GtkJustification) =
            switch alignment {
            case .fill, .start: (0, GTK_JUSTIFY_LEFT)
            case .center: (0.5, GTK_JUSTIFY_CENTER)
            case .end: (1, GTK_JUSTIFY_RIGHT)
            }
        gtk_label_set_xalign(opaque, xAlignment)
        gtk_label_set_justify(opaque, justification)
        return self
    }
}
