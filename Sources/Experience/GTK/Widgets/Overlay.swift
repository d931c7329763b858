// SPDX-License-Identifier: Apache-2.0

import CGTK

/// Layers above a widget that determines the size; each layer is positioned by its alignment.
@MainActor open class Overlay: Widget {
    /// - Parameters:
    ///   - content: determines the size.
    ///   - layers: from bottom to top.
    public init(_ content: Widget, @WidgetBuilder layers: () -> [Widget] = { [] }) {
        super.init(adopting: gtk_overlay_new())
        gtk_overlay_set_child(opaque, content.widget)
        for layer in layers() { add(layer) }
        on("get-child-position") { [overlay = opaque] (layer: UnsafeMutableRawPointer, allocated: UnsafeMutableRawPointer) in
            Self.put(layer.cast(), of: overlay, at: allocated.cast())
        }
    }

    /// Removes a layer. It must be one of the overlay.
    public func remove(_ layer: Widget) { gtk_overlay_remove_overlay(opaque, layer.widget) }

    /// Adds a layer above all others.
    public func add(_ layer: Widget) { gtk_overlay_add_overlay(opaque, layer.widget) }

    /// Positions a layer. By default GTK requests each layer's height at its minimum width, which makes wrapped text far too high.
    ///
    /// - Returns: false if there is no content, which leaves the layout to GTK.
    private static func put(
        _ layer: UnsafeMutablePointer<GtkWidget>, of overlay: OpaquePointer, at allocated: UnsafeMutablePointer<GdkRectangle>
    ) -> Bool {
        guard let content = gtk_overlay_get_child(overlay) else { return false }
        var allocation = GdkRectangle()
        gtk_widget_get_allocation(content, &allocation)
        let isMirrored = gtk_widget_get_direction(layer) == GTK_TEXT_DIR_RTL
        var (minimum, natural): (Int32, Int32) = (0, 0)
        gtk_widget_measure(layer, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
        let across = Span(
            minimum: minimum, natural: natural, in: allocation.width, Alignment(gtk_widget_get_halign(layer)), isMirrored: isMirrored)
        gtk_widget_measure(layer, GTK_ORIENTATION_VERTICAL, across.length, &minimum, &natural, nil, nil)
        let down = Span(minimum: minimum, natural: natural, in: allocation.height, Alignment(gtk_widget_get_valign(layer)))
        allocated.pointee = GdkRectangle(
            x: allocation.x + across.start, y: allocation.y + down.start, width: across.length, height: down.length)
        return true
    }

    /// The part of the available length that a layer takes along one axis; if too long, it starts at the beginning and overflows.
    struct Span: Equatable {
        var start: Int32
        var length: Int32

        init(minimum: Int32, natural: Int32, in allocation: Int32, _ alignment: Alignment, isMirrored: Bool = false) {
            length = max(minimum, alignment == .fill ? allocation : min(natural, allocation))
            let rest = max(0, allocation - length)
            start =
                switch alignment {
                case .fill: 0
                case .center: rest / 2
                case .start: isMirrored ? rest : 0
                case .end: isMirrored ? 0 : rest
                }
        }
    }
}
