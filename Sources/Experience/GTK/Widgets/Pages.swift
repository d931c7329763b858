// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Several widgets in one place, of which one is shown.
public final class Pages: Widget {
    public init(_ pages: [Widget]) {
        super.init(adopting: gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        for page in pages { gtk_stack_add_child(opaque, page.widget) }
    }

    /// - Precondition: the page is one of those given at the start.
    public func show(_ page: Widget) { gtk_stack_set_visible_child(opaque, page.widget) }

    public func isShowing(_ page: Widget) -> Bool { gtk_stack_get_visible_child(opaque) == page.widget }
}
