// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A grid of a few cards to choose from, with as many columns as fit.
public final class CardGrid: Widget {
    private var count = 0

    /// - Parameter onActivate: called with the index of the activated card.
    public init(name: String, columns: Int, onActivate: @escaping @MainActor (Int) -> Void) {
        super.init(adopting: gtk_flow_box_new())
        accessibleName(name)
        gtk_flow_box_set_selection_mode(opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_activate_on_single_click(opaque, 1)
        gtk_flow_box_set_homogeneous(opaque, 1)
        gtk_flow_box_set_max_children_per_line(opaque, guint(columns))
        gtk_flow_box_set_row_spacing(opaque, 12)
        gtk_flow_box_set_column_spacing(opaque, 12)
        on("child-activated") { (child: UnsafeMutableRawPointer) in onActivate(Int(gtk_flow_box_child_get_index(child.cast()))) }
    }

    /// - Parameter cards: in order, each with its accessible name.
    public func show(_ cards: [(name: String, card: Widget)]) {
        for index in (0..<count).reversed() {
            if let child = gtk_flow_box_get_child_at_index(opaque, Int32(index)) { gtk_flow_box_remove(opaque, child.cast()) }
        }
        for (name, card) in cards {
            let child = Widget(adopting: gtk_flow_box_child_new())
            gtk_flow_box_child_set_child(child.cast(), card.widget)
            child.accessibleName(name)
            gtk_flow_box_append(opaque, child.widget)
        }
        count = cards.count
    }
}
