// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Label {
    /// Breaks the text into so many lines at most, the last of which ends in dots where there is more. It takes the width that it
    /// is given.
    public func lines(_ count: Int) -> Self {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_lines(opaque, Int32(count))
        return shortened()
    }

    /// Where the lines stand: at the start, in the middle, or at the end, as the text runs.
    public func aligned(_ alignment: Alignment) -> Self {
        let (place, justification): (Float, GtkJustification) =
            switch alignment {
            case .fill, .start: (0, GTK_JUSTIFY_LEFT)
            case .center: (0.5, GTK_JUSTIFY_CENTER)
            case .end: (1, GTK_JUSTIFY_RIGHT)
            }
        gtk_label_set_xalign(opaque, place)
        gtk_label_set_justify(opaque, justification)
        return self
    }
}
