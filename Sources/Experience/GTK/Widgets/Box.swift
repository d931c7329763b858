// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Widgets in a row or a column.
@MainActor open class Box: Widget {
    /// - Parameter spacing: logical pixels between children.
    public init(_ axis: Axis, spacing: Int = 0, @WidgetBuilder _ children: () -> [Widget] = { [] }) {
        super.init(adopting: gtk_box_new(axis.gtk, Int32(spacing)))
        for child in children() { append(child) }
    }

    /// - Parameter index: how many children come before it.
    public func insert(_ child: Widget, at index: Int) {
        var sibling: UnsafeMutablePointer<GtkWidget>?
        for _ in 0..<index { sibling = sibling == nil ? gtk_widget_get_first_child(widget) : gtk_widget_get_next_sibling(sibling) }
        gtk_box_insert_child_after(cast(), child.widget, sibling)
    }

    /// Removes a child. It must be one of the box.
    public func remove(_ child: Widget) { gtk_box_remove(cast(), child.widget) }

    /// Adds a child at the end.
    public func append(_ child: Widget) { gtk_box_append(cast(), child.widget) }
}
