// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The JSON coding of the contract: sorted keys, so that equal values have equal bytes, and dates as in ``Timestamp``.
public enum ContractJSON {
    /// Encodes a value as UTF-8.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp.text(date))
        }
        return try encoder.encode(value)
    }

    /// Encodes a value as text.
    public static func text(_ value: some Encodable) throws -> String { String(decoding: try encode(value), as: UTF8.self) }

    /// Decodes a value. Unknown members are ignored.
    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder().decode(type, from: data)
    }

    /// Decodes a value from text. Unknown members are ignored.
    public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try decode(type, from: Data(text.utf8))
    }

    /// Applies a JSON merge patch (RFC 7396) to a value: null removes, objects merge, everything else replaces.
    ///
    /// It creates resources from defaults and a client's members, and updates resources partially.
    public static func merge<Value: Codable>(_ patch: JSONValue, into value: Value) throws -> Value {
        let document = try decode(JSONValue.self, from: encode(value))
        return try decode(Value.self, from: encode(document.merged(with: patch)))
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = Timestamp.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "A date must be in RFC 3339 format, such as 2026-11-22T06:25:19Z.")
            }
            return date
        }
        return decoder
    }
}
