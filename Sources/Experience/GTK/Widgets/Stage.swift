// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Shows one of several pages, with animated transitions; pages can be added at any time.
public final class Stage: Widget {
    /// How a new page enters.
    public enum Entrance: Sendable {
        /// Without movement, or moving in from a side.
        case atOnce, fromLeft, fromRight, fromAbove, fromBelow

        var gtk: GtkStackTransitionType {
            switch self {
            case .atOnce: GTK_STACK_TRANSITION_TYPE_NONE
            case .fromLeft: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
            case .fromRight: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
            case .fromAbove: GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN
            case .fromBelow: GTK_STACK_TRANSITION_TYPE_SLIDE_UP
            }
        }
    }

    /// - Parameter milliseconds: duration of a transition, unless the user has turned animations off.
    public init(milliseconds: Int = 220) {
        super.init(adopting: gtk_stack_new())
        gtk_stack_set_transition_duration(opaque, guint(milliseconds))
    }

    /// Adds a page, which isn't shown until ``show(_:_:)``, except for the first one.
    public func add(_ page: Widget) { gtk_stack_add_child(opaque, page.widget) }
    /// Removes a page. It must be one of the stage.
    public func remove(_ page: Widget) { gtk_stack_remove(opaque, page.widget) }

    /// - Precondition: the page was added.
    public func show(_ page: Widget, _ entrance: Entrance = .atOnce) {
        gtk_stack_set_transition_type(opaque, entrance.gtk)
        gtk_stack_set_visible_child(opaque, page.widget)
    }

    /// Whether a page is shown, or about to be.
    public func isShowing(_ page: Widget) -> Bool { gtk_stack_get_visible_child(opaque) == page.widget }
}
