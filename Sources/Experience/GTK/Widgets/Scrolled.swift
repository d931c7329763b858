// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Content that may be larger than its place.
public final class Scrolled: Widget {
    public init(_ content: Widget, horizontally: Bool = false) {
        super.init(adopting: gtk_scrolled_window_new())
        // What goes on beside is as high as it needs to be.
        let (along, down) = horizontally ? (GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER) : (GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_policy(opaque, along, down)
        gtk_scrolled_window_set_child(opaque, content.widget)
    }

    /// Takes the room that the content needs, up to a height in pixels of the style.
    public convenience init(_ content: Widget, upTo height: Int) {
        self.init(content)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_propagate_natural_width(opaque, 1)
        mostHeight = height
    }

    /// Pixels of the style, for content that is given the room that it needs.
    public var mostHeight: Int {
        get { Int(gtk_scrolled_window_get_max_content_height(opaque)) }
        set { if newValue != mostHeight { gtk_scrolled_window_set_max_content_height(opaque, Int32(newValue)) } }
    }
}
