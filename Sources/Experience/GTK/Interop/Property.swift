// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The name of a GObject property together with its Swift type.
struct Property<Value: ValueConvertible>: ExpressibleByStringLiteral, Sendable {
    let name: String

    init(stringLiteral name: String) { self.name = name }
}

extension Object {
    subscript<Value: ValueConvertible>(_ property: Property<Value>) -> Value {
        get {
            var value = GValue()
            g_value_init(&value, Value.valueType)
            defer { g_value_unset(&value) }
            g_object_get_property(cast(), property.name, &value)
            return Value(reading: &value)
        }
        set { newValue.withValue { g_object_set_property(cast(), property.name, $0) } }
    }
}
