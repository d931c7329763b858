// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Widgets above one that sets the size; each layer stands where its alignment puts it.
@MainActor open class Overlay: Widget {
    public init(_ content: Widget, @WidgetBuilder layers: () -> [Widget] = { [] }) {
        super.init(adopting: gtk_overlay_new())
        gtk_overlay_set_child(opaque, content.widget)
        for layer in layers() { add(layer) }
    }

    public func remove(_ layer: Widget) { gtk_overlay_remove_overlay(opaque, layer.widget) }

    public func add(_ layer: Widget) { gtk_overlay_add_overlay(opaque, layer.widget) }
}
