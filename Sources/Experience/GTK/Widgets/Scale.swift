// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A slider.
public final class Scale: Widget {
    private var isUpdating = false

    /// - Parameters:
    ///   - axis: a vertical slider is larger at the top.
    ///   - step: increment of an arrow key.
    ///   - onChange: called with the user's value, set by pointer, keyboard or assistive technology.
    public init(
        _ range: ClosedRange<Double>, axis: Axis = .horizontal, step: Double, name: String, onChange: @escaping @MainActor (Double) -> Void
    ) {
        super.init(adopting: gtk_scale_new_with_range(axis.gtk, range.lowerBound, range.upperBound, step))
        gtk_range_set_inverted(cast(), (axis == .vertical).gboolean)
        gtk_scale_set_draw_value(cast(), 0)
        accessibleName(name)
        // Not `change-value`: a value set through AT-SPI does not emit it.
        on("value-changed") { [unowned self] in
            if !isUpdating { onChange(value) }
        }
    }

    /// Adds a mark below the slider; dragging snaps to it.
    public func addMark(at value: Double) { gtk_scale_add_mark(cast(), value, GTK_POS_BOTTOM, nil) }

    /// The position of the slider. Setting it doesn't call the action.
    public var value: Double {
        get { gtk_range_get_value(cast()) }
        set {
            isUpdating = true
            gtk_range_set_value(cast(), newValue)
            isUpdating = false
        }
    }
}
