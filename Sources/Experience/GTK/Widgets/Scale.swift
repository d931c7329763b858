// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A number chosen from a range.
public final class Scale: Widget {
    private var isUpdating = false

    /// - Parameters:
    ///   - step: what an arrow key adds.
    ///   - onChange: called with what a person chose, by pointer, keyboard or assistive technology.
    public init(_ range: ClosedRange<Double>, step: Double, name: String, onChange: @escaping @MainActor (Double) -> Void) {
        super.init(adopting: gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
        gtk_scale_set_draw_value(cast(), 0)
        accessibleName(name)
        // Not `change-value`: a value set through AT-SPI does not emit it.
        on("value-changed") { [unowned self] in
            if !isUpdating { onChange(value) }
        }
    }

    /// Marks a value below the trough; a pointer that drags past it is held there for a moment.
    public func addMark(at value: Double) { gtk_scale_add_mark(cast(), value, GTK_POS_BOTTOM, nil) }

    public var value: Double {
        get { gtk_range_get_value(cast()) }
        set {
            isUpdating = true
            gtk_range_set_value(cast(), newValue)
            isUpdating = false
        }
    }
}
