// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How the contract's values become JSON: keys sorted, so that equal values are equal bytes; dates as ``Timestamp`` writes them.
public enum ContractJSON {
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp.text(date))
        }
        return try encoder.encode(value)
    }

    public static func text(_ value: some Encodable) throws -> String { String(decoding: try encode(value), as: UTF8.self) }

    public static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder().decode(type, from: data)
    }

    public static func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        try decode(type, from: Data(text.utf8))
    }

    /// A value changed by a JSON merge patch (RFC 7396): null removes, objects merge, all else replaces.
    ///
    /// So a new thing is made from its defaults and what a client names, and an old one is changed in part.
    public static func merge<Value: Codable>(_ patch: JSONValue, into value: Value) throws -> Value {
        let document = try decode(JSONValue.self, from: encode(value))
        return try decode(Value.self, from: encode(document.merged(with: patch)))
    }

    private static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = Timestamp.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "A date is RFC 3339, such as 2026-11-22T06:25:19Z.")
            }
            return date
        }
        return decoder
    }
}
