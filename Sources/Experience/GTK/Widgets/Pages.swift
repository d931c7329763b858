// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Several pages in one area, one of which is shown.
public final class Pages: Widget {
    private let apart: [Widget]

    /// - Parameter areApart: hides the other pages completely, from layout and assistive technology. Otherwise the area has the
    ///   size of the largest page.
    public init(_ pages: [Widget], areApart: Bool = false) {
        apart = areApart ? pages : []
        super.init(adopting: gtk_stack_new())
        gtk_stack_set_transition_type(opaque, areApart ? GTK_STACK_TRANSITION_TYPE_NONE : GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_hhomogeneous(opaque, (!areApart).gboolean)
        gtk_stack_set_vhomogeneous(opaque, (!areApart).gboolean)
        for page in pages { gtk_stack_add_child(opaque, page.widget) }
        for page in apart.dropFirst() { page.isVisible = false }
    }

    /// - Precondition: the page was passed to the initializer.
    public func show(_ page: Widget) {
        if !apart.isEmpty { page.isVisible = true }
        gtk_stack_set_visible_child(opaque, page.widget)
        for other in apart where other !== page { other.isVisible = false }
    }

    /// Whether a page is the visible one.
    public func isShowing(_ page: Widget) -> Bool { gtk_stack_get_visible_child(opaque) == page.widget }
}
