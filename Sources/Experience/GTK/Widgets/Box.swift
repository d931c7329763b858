// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Widgets in a row or a column.
@MainActor open class Box: Widget {
    /// - Parameter spacing: pixels of the style between neighbours.
    public init(_ axis: Axis, spacing: Int = 0, @WidgetBuilder _ children: () -> [Widget] = { [] }) {
        super.init(adopting: gtk_box_new(axis.gtk, Int32(spacing)))
        for child in children() { append(child) }
    }

    public func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }
}
