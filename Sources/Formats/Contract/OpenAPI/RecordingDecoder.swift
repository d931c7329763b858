// SPDX-License-Identifier: Apache-2.0

import struct Foundation.Date

/// A decoder that returns dummy values and records what types ask for.
struct RecordingDecoder: Decoder {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A dummy value of a type, with its schema recorded.
    static func value<Value: Decodable>(_ type: Value.Type, into notes: SchemaNotes) throws -> Value {
        if let simple = simple(type) {
            notes.schema = simple.schema
            if let value = simple.value as? Value { return value }
        }
        if let words = type as? any Vocabulary.Type {
            notes.schema = words.schema
            if let value = words.init(rawValue: "") as? Value { return value }
        }
        let value = try Value(from: RecordingDecoder(notes: notes))
        notes.finish(type)
        return value
    }

    private static func simple(_ type: any Decodable.Type) -> (schema: JSONValue, value: any Sendable)? {
        switch type {
        case is String.Type: (["type": "string"], "")
        case is Bool.Type: (["type": "boolean"], false)
        case is Int.Type: (["type": "integer"], 0)
        case is Int64.Type: (["type": "integer", "format": "int64"], Int64(0))
        case is Double.Type: (["type": "number"], 0.0)
        case is Date.Type: (["type": "string", "format": "date-time"], Date(timeIntervalSince1970: 0))
        case is Amount.Type: (Amount.schema, Amount(millionths: 0))
        case is JSONValue.Type: ([:], JSONValue.null)
        default: nil
        }
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        notes.isObject = true
        return KeyedDecodingContainer(KeyedRecorder<Key>(notes: notes))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedRecorder(notes: notes) }
    func singleValueContainer() -> any SingleValueDecodingContainer { SingleRecorder(notes: notes) }
}

extension Amount {
    static let schema: JSONValue = ["type": "string", "pattern": "^-?[0-9]{1,12}(\\.[0-9]{1,6}0*)?$"]
}

extension Vocabulary {
    fileprivate static var schema: JSONValue {
        isOpen
            ? ["type": "string", "examples": .array(known.map { .string($0.rawValue) })]
            : ["type": "string", "enum": .array(known.map { .string($0.rawValue) })]
    }
}

private struct KeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Key(stringValue: SchemaNotes.anyKey).map { [$0] } ?? [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        notes.required.insert(key.stringValue)
        return try note(type, key)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { try note(type, key) }
    // The standard library calls these specific overloads.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try note(type, key) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try note(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try note(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try note(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try note(type, key) }

    private func note<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        let inner = SchemaNotes()
        let value = try RecordingDecoder.value(type, into: inner)
        notes.properties[key.stringValue] = inner.schema
        notes.components.merge(inner.components) { first, _ in first }
        return value
    }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw SchemaFault(type: "\(Nested.self)")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw SchemaFault(type: key.stringValue) }
    func superDecoder() throws -> any Decoder { throw SchemaFault(type: "super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaFault(type: key.stringValue) }
}

private struct UnkeyedRecorder: UnkeyedDecodingContainer {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }
    var currentIndex = 0

    init(notes: SchemaNotes) { self.notes = notes }

    func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let inner = SchemaNotes()
        let value = try RecordingDecoder.value(type, into: inner)
        notes.schema = ["type": "array", "items": inner.schema]
        notes.components.merge(inner.components) { first, _ in first }
        return value
    }

    func nestedContainer<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw SchemaFault(type: "\(Key.self)") }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaFault(type: "array") }
    func superDecoder() throws -> any Decoder { throw SchemaFault(type: "super") }
}

private struct SingleRecorder: SingleValueDecodingContainer {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try RecordingDecoder.value(type, into: notes) }
}

/// A type is decoded in a way that has no schema.
struct SchemaFault: Error { let type: String }
