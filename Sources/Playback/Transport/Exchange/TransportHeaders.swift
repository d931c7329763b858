// SPDX-License-Identifier: Apache-2.0

/// Header fields in order; names are case-insensitive (RFC 9110 5.1).
public struct TransportHeaders: Hashable, Sendable {
    /// One header field.
    public struct Field: Hashable, Sendable {
        /// The name as written; case doesn't matter.
        public var name: String
        /// The value without surrounding white space.
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// All fields in order. Names may repeat.
    public private(set) var fields: [Field]

    /// - Parameter fields: header fields in order; names may repeat.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The first value of a name. Setting replaces all fields of that name; nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { matches($0.name, name) }?.value }
        set {
            fields.removeAll { matches($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// All values of a name, in order.
    public func values(_ name: String) -> [String] {
        fields.compactMap { matches($0.name, name) ? $0.value : nil }
    }

    /// Appends a field, even if there is one of that name.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// Appends to the value of the last field, after a space.
    mutating func continueLast(with more: String) {
        guard let last = fields.indices.last else { return }
        fields[last].value += (fields[last].value.isEmpty ? "" : " ") + more
    }

    /// Replaces all fields whose names occur in `other` by its fields.
    public mutating func replace(with other: TransportHeaders) {
        fields.removeAll { field in other.fields.contains { matches($0.name, field.name) } }
        fields += other.fields
    }
}

extension TransportHeaders: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

private func matches(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowered($0) == lowered($1) }
}

private func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
