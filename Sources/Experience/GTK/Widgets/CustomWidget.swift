// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget with its own drawing: override ``draw(on:)``, and ask for room with ``Widget/minimumSize(width:height:)``.
@MainActor open class CustomWidget: Widget, Drawn {
    private static let type = DrawnType.register("WindowboxCustomWidget", parent: gtk_widget_get_type())

    public init() { super.init(type: Self.type) }

    /// Called for each frame in which the widget has to be drawn anew, see ``Widget/redraw()``.
    open func draw(on canvas: Canvas) {}

    /// Called when the widget has got a new place or size; what changes the layout again has to wait for the next turn.
    open func resized() {}
}
