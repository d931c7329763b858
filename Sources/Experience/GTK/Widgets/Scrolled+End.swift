// SPDX-License-Identifier: Apache-2.0

import CGTK

extension Scrolled {
    /// The last of the content is in view.
    public var isAtEnd: Bool {
        let place = gtk_scrolled_window_get_vadjustment(opaque)!
        let end = gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place)
        return gtk_adjustment_get_value(place) >= end - 2
    }

    public func scrollToEnd() {
        let place = gtk_scrolled_window_get_vadjustment(opaque)!
        gtk_adjustment_set_value(place, gtk_adjustment_get_upper(place) - gtk_adjustment_get_page_size(place))
    }

    /// Called when the content has become longer or shorter, or its place has: what stood at the end is told by
    /// ``isAtEnd`` before, no longer now.
    public func onExtent(_ handler: @escaping @MainActor () -> Void) {
        let place = place
        // What is scrolled while places are given out stays where it was on screen.
        place.on("changed") { MainLoop.afterRedraw(handler) }
    }

    /// Called when a person, or the program, has scrolled.
    public func onScrolled(_ handler: @escaping @MainActor () -> Void) {
        let place = place
        place.on("value-changed", handler)
    }

    private var place: Object {
        let pointer = gtk_scrolled_window_get_vadjustment(opaque)!
        return Object.existing(pointer) ?? Object(borrowing: pointer)
    }
}
