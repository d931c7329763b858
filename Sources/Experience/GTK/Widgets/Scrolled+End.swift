// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Scrolled {
    /// The end of the content is in view.
    public var isAtEnd: Bool {
        let adjustment = gtk_scrolled_window_get_vadjustment(opaque)!
        let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        return gtk_adjustment_get_value(adjustment) >= end - 2
    }

    /// Scrolls down to the end of the content as it is now.
    public func scrollToEnd() {
        let adjustment = gtk_scrolled_window_get_vadjustment(opaque)!
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment))
    }

    /// Called when the content's or the view's size has changed. Check ``isAtEnd`` before the change; afterwards it no longer tells
    /// whether the view was at the end.
    public func onExtent(_ handler: @escaping @MainActor () -> Void) {
        let verticalAdjustment = verticalAdjustment
        // Scrolling during the layout pass would not move what is on screen.
        verticalAdjustment.on("changed") { MainLoop.afterRedraw(handler) }
    }

    /// Called when the user or the program has scrolled.
    public func onScrolled(_ handler: @escaping @MainActor () -> Void) {
        let verticalAdjustment = verticalAdjustment
        verticalAdjustment.on("value-changed", handler)
    }

    private var verticalAdjustment: Object {
        let pointer = gtk_scrolled_window_get_vadjustment(opaque)!
        return Object.existing(pointer) ?? Object(borrowing: pointer)
    }
}
