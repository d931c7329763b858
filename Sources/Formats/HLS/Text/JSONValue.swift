// SPDX-License-Identifier: Apache-2.0

/// A JSON document (RFC 8259), for the small documents of steering and ad servers.
public indirect enum JSONValue: Hashable, Sendable {
    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name, without escapes.
        public var name: String
        /// The value.
        public var value: JSONValue
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number; integers above 2^53 lose precision.
    case number(Double)
    /// A string, without escapes.
    case string(String)
    /// An array in order.
    case array([JSONValue])
    /// Members in the order written; names may repeat.
    case object([Member])

    /// Parses a document; nil if it is not one JSON value, or nested deeper than 64.
    public static func parse(_ bytes: [UInt8]) -> JSONValue? {
        bytes.withUnsafeBufferPointer { text in
            var reader = JSONReader(text: text)
            return reader.document()
        }
    }

    /// The last member with that name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The string; nil for other values.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The number; nil for other values.
    public var number: Double? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The elements of an array; nil for other values.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object in the order written; nil for other values.
    public var members: [Member]? {
        if case .object(let value) = self { value } else { nil }
    }
}
