// SPDX-License-Identifier: Apache-2.0

/// A JSON document that keeps its members in the order given, so that reports compare line by line.
indirect enum JSONTree {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSONTree])
    case object([(name: String, value: JSONTree)])

    /// An object of anything that has a JSON form; absent values are written as null, so that every key is always there.
    static func record(_ members: KeyValuePairs<String, any JSONConvertible>) -> JSONTree {
        .object(members.map { ($0.key, $0.value.json) })
    }
}

/// What has a JSON form.
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
