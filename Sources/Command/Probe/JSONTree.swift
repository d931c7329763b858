// SPDX-License-Identifier: Apache-2.0

/// A JSON document that preserves the order of members, so that reports can be compared line by line.
indirect enum JSONTree {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([(name: String, value: JSONTree)])

    /// Makes an object; nil values are written as null, so that all keys are always present.
    static func record(_ members: KeyValuePairs<String, any JSONConvertible>) -> JSONTree {
        .object(members.map { ($0.key, $0.value.json) })
    }
}

/// A type with a JSON form.
protocol JSONConvertible {
    var json: JSONTree { get }
}

extension JSONTree: JSONConvertible {
    var json: JSONTree { self }
}

extension Bool: JSONConvertible {
    var json: JSONTree { .boolean(self) }
}

extension Int: JSONConvertible {
    var json: JSONTree { .integer(Int64(self)) }
}

extension UInt64: JSONConvertible {
    var json: JSONTree { .unsigned(self) }
}

extension Double: JSONConvertible {
    var json: JSONTree { isFinite ? .number(self) : .null }
}

extension String: JSONConvertible {
    var json: JSONTree { .string(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    var json: JSONTree { .array(map { $0.json }) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    var json: JSONTree { self?.json ?? .null }
}
