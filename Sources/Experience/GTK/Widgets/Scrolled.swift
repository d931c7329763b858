// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Scrollable content.
public final class Scrolled: Widget {
    /// - Parameter horizontally: whether it scrolls horizontally instead of vertically.
    public init(_ content: Widget, horizontally: Bool = false) {
        super.init(adopting: gtk_scrolled_window_new())
        // The axis that doesn't scroll gets its natural size.
        let (along, down) = horizontally ? (GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER) : (GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_policy(opaque, along, down)
        gtk_scrolled_window_set_child(opaque, content.widget)
    }

    /// Grows with its content up to a height in logical pixels.
    public convenience init(_ content: Widget, upTo height: Int) {
        self.init(content)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_propagate_natural_width(opaque, 1)
        maxHeight = height
    }

    /// Maximum height in logical pixels, for content that gets its natural size.
    public var maxHeight: Int {
        get { Int(gtk_scrolled_window_get_max_content_height(opaque)) }
        set { if newValue != maxHeight { gtk_scrolled_window_set_max_content_height(opaque, Int32(newValue)) } }
    }
}
