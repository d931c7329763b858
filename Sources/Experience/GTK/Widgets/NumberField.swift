// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A number that can be typed, or changed in steps with buttons and keys.
public final class NumberField: Widget {
    private var isUpdating = false

    /// - Parameters:
    ///   - step: increment of a button and an arrow key.
    ///   - digits: shown after the decimal sign.
    ///   - name: the accessible name.
    ///   - onChange: called with the user's value.
    public init(
        _ range: ClosedRange<Double>, step: Double, digits: Int, name: String, onChange: @escaping @MainActor (Double) -> Void
    ) {
        super.init(adopting: gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
        gtk_spin_button_set_digits(opaque, guint(digits))
        gtk_spin_button_set_numeric(opaque, 1)
        accessibleName(name)
        on("value-changed") { [unowned self] in
            if !isUpdating { onChange(value) }
        }
    }

    /// The shown number. Setting it doesn't call the action.
    public var value: Double {
        get { gtk_spin_button_get_value(opaque) }
        set {
            guard newValue != value else { return }
            isUpdating = true
            gtk_spin_button_set_value(opaque, newValue)
            isUpdating = false
        }
    }
}
