// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget that draws itself: override ``draw(on:)``, and request a size with ``Widget/minimumSize(width:height:)``.
@MainActor open class CustomWidget: Widget, Drawn {
    private static let type = DrawnType.register("WindowboxCustomWidget", parent: gtk_widget_get_type())

    public init() { super.init(type: Self.type) }

    /// Called for each frame in which the widget is redrawn, see ``Widget/redraw()``.
    open func draw(on canvas: Canvas) {}

    /// Called when the widget's position or size has changed; layout changes must wait for the next main-loop turn.
    open func resized() {}
}
