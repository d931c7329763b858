// SPDX-License-Identifier: Apache-2.0

import CGIO

/// A D-Bus value (D-Bus specification, "Type System").
public enum BusValue: Hashable, Sendable {
    /// `s`.
    case string(String)
    /// `o`: the path of an object, such as `/org/mpris/MediaPlayer2`.
    case objectPath(String)
    /// `b`.
    case bool(Bool)
    /// `i`.
    case int32(Int32)
    /// `u`.
    case uint32(UInt32)
    /// `x`.
    case int64(Int64)
    /// `t`.
    case uint64(UInt64)
    /// `d`.
    case double(Double)
    /// `as`.
    case strings([String])
    /// `a{sv}`.
    case dictionary([String: BusValue])
    /// `v`: a value with its type.
    indirect case variant(BusValue)
    /// The arguments of a call, in order.
    case tuple([BusValue])
    /// An array of one type that has no case of its own.
    case array([BusValue], of: String)
}

extension BusValue {
    /// The text of a string or an object path, also inside a variant; nil for other values.
    public var string: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        case .variant(let value): value.string
        default: nil
        }
    }
    /// The truth value, also inside a variant; nil for other values.
    public var bool: Bool? {
        switch self {
        case .bool(let value): value
        case .variant(let value): value.bool
        default: nil
        }
    }
    /// The value of any integer type.
    public var integer: Int64? {
        switch self {
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        case .variant(let value): value.integer
        default: nil
        }
    }
    /// The number, converted from integers if necessary, also inside a variant; nil for other values.
    public var double: Double? {
        switch self {
        case .double(let value): value
        case .variant(let value): value.double
        default: integer.map(Double.init)
        }
    }
    /// The entries, also inside a variant; nil for other values.
    public var dictionary: [String: BusValue]? {
        switch self {
        case .dictionary(let entries): entries
        case .variant(let value): value.dictionary
        default: nil
        }
    }
    /// The elements of a tuple or array.
    public var elements: [BusValue] {
        switch self {
        case .tuple(let values), .array(let values, _): values
        case .strings(let texts): texts.map { .string($0) }
        case .variant(let value): value.elements
        default: []
        }
    }
}

// MARK: GVariant

extension BusValue {
    /// A floating reference, for a function that takes ownership.
    var made: OpaquePointer {
        switch self {
        case .string(let text): g_variant_new_string(text.withoutNulls)
        case .objectPath(let path): g_variant_new_object_path(g_variant_is_object_path(path) != 0 ? path : "/")
        case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
        case .int32(let value): g_variant_new_int32(value)
        case .uint32(let value): g_variant_new_uint32(value)
        case .int64(let value): g_variant_new_int64(gint64(value))
        case .uint64(let value): g_variant_new_uint64(guint64(value))
        case .double(let value): g_variant_new_double(value)
        case .strings(let texts): Self.list(texts.map { BusValue.string($0).made }, of: "s")
        case .variant(let value): g_variant_new_variant(value.made)
        case .tuple(let values): values.map(\.made).withUnsafePointer { g_variant_new_tuple($0, gsize(values.count)) }
        case .array(let values, let type): Self.list(values.map(\.made), of: type)
        case .dictionary(let entries):
            Self.list(
                entries.sorted { $0.key < $1.key }.map { key, value in
                    g_variant_new_dict_entry(BusValue.string(key).made, BusValue.variant(value.unwrapped).made)
                }, of: "{sv}")
        }
    }

    private var unwrapped: BusValue { if case .variant(let value) = self { value } else { self } }

    private static func list(_ children: [OpaquePointer?], of type: String) -> OpaquePointer {
        let element = g_variant_type_new(type)
        defer { g_variant_type_free(element) }
        return children.withUnsafePointer { g_variant_new_array(element, $0, gsize(children.count)) }
    }

    /// - Parameter variant: borrowed.
    init(_ variant: OpaquePointer) {
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_STRING: self = .string(String(cString: g_variant_get_string(variant, nil)))
        case G_VARIANT_CLASS_OBJECT_PATH, G_VARIANT_CLASS_SIGNATURE: self = .objectPath(String(cString: g_variant_get_string(variant, nil)))
        case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_BYTE: self = .uint32(UInt32(g_variant_get_byte(variant)))
        case G_VARIANT_CLASS_INT16: self = .int32(Int32(g_variant_get_int16(variant)))
        case G_VARIANT_CLASS_UINT16: self = .uint32(UInt32(g_variant_get_uint16(variant)))
        case G_VARIANT_CLASS_INT32, G_VARIANT_CLASS_HANDLE: self = .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(variant)))
        case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_VARIANT: self = .variant(Self.children(variant).first ?? .tuple([]))
        case G_VARIANT_CLASS_ARRAY: self = Self.array(variant)
        default: self = .tuple(Self.children(variant))
        }
    }

    private static func array(_ variant: OpaquePointer) -> BusValue {
        let type = String(cString: g_variant_get_type_string(variant))
        let children = children(variant)
        if type == "as" { return .strings(children.compactMap(\.string)) }
        if type.hasPrefix("a{s") {
            let pairs = children.compactMap { entry in entry.elements.first?.string.map { ($0, entry.elements[1]) } }
            return .dictionary(Dictionary(pairs) { $1 })
        }
        return .array(children, of: String(type.dropFirst()))
    }

    private static func children(_ variant: OpaquePointer) -> [BusValue] {
        (0..<g_variant_n_children(variant)).map { index in
            let child = g_variant_get_child_value(variant, index)!
            defer { g_variant_unref(child) }
            return BusValue(child)
        }
    }
}

extension String {
    /// D-Bus strings must not contain null characters.
    fileprivate var withoutNulls: String { contains("\0") ? filter { $0 != "\0" } : self }
}

extension [OpaquePointer?] {
    fileprivate func withUnsafePointer<Result>(_ body: (UnsafePointer<OpaquePointer?>?) -> Result) -> Result {
        withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
