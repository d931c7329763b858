// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A Swift type that can be stored in a `GValue`: properties, signal arguments, return values of signals.
protocol ValueConvertible {
    static var valueType: GType { get }
    init(reading value: UnsafePointer<GValue>)
    func write(to value: UnsafeMutablePointer<GValue>)
}

extension ValueConvertible {
    func withValue<Result>(_ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
        var value = GValue()
        g_value_init(&value, Self.valueType)
        defer { g_value_unset(&value) }
        write(to: &value)
        return body(&value)
    }
}

extension Bool: ValueConvertible {
    static var valueType: GType { cgtk_type_boolean() }
    init(reading value: UnsafePointer<GValue>) { self = g_value_get_boolean(value) != 0 }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }

    var gboolean: CGTK.gboolean { self ? 1 : 0 }
}

extension Int32: ValueConvertible {
    static var valueType: GType { cgtk_type_int() }
    init(reading value: UnsafePointer<GValue>) {
        // Enumerations and flags arrive here too, so C enums need no Swift type.
        self =
            switch g_type_fundamental(value.pointee.g_type) {
            case cgtk_type_enum(): g_value_get_enum(value)
            case cgtk_type_flags(): Int32(bitPattern: g_value_get_flags(value))
            default: g_value_get_int(value)
            }
    }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, self) }
}

extension UInt32: ValueConvertible {
    static var valueType: GType { cgtk_type_uint() }
    init(reading value: UnsafePointer<GValue>) {
        self = g_type_fundamental(value.pointee.g_type) == cgtk_type_flags() ? g_value_get_flags(value) : g_value_get_uint(value)
    }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_uint(value, self) }
}

extension Double: ValueConvertible {
    static var valueType: GType { cgtk_type_double() }
    init(reading value: UnsafePointer<GValue>) { self = g_value_get_double(value) }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

extension String: ValueConvertible {
    static var valueType: GType { cgtk_type_string() }
    init(reading value: UnsafePointer<GValue>) { self = g_value_get_string(value).map { String(cString: $0) } ?? "" }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
}

/// Any object or boxed argument, borrowed.
extension UnsafeMutableRawPointer: ValueConvertible {
    static var valueType: GType { cgtk_type_object() }
    init(reading value: UnsafePointer<GValue>) {
        self = g_type_check_value_holds(value, cgtk_type_object()) != 0 ? g_value_get_object(value)! : g_value_peek_pointer(value)!
    }
    func write(to value: UnsafeMutablePointer<GValue>) { g_value_set_object(value, self) }
}
