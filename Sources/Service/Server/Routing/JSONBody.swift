// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Decodes a body; errors name the invalid field.
enum JSONBody {
    static func read<Body: Decodable>(_ type: Body.Type, from data: Data, schema: RequestSchema?) throws(APIError) -> Body {
        if type == RawBody.self, let body = RawBody(bytes: data) as? Body { return body }
        if let schema { try schema.check(document(data)) }
        do { return try ContractJSON.decode(type, from: data) } catch { throw APIError(reading: error) }
    }

    private static func document(_ data: Data) throws(APIError) -> JSONValue {
        do { return try ContractJSON.decode(JSONValue.self, from: data) } catch { throw APIError(reading: error) }
    }
}

/// A body that its handler reads itself. Any route of the contract can have it.
struct RawBody: Decodable, Sendable, ContractBody {
    static var contractType: (any Decodable.Type)? { nil }
    let bytes: Data
    init(bytes: Data) { self.bytes = bytes }
}

extension APIError {
    /// A decoding error as the API reports it.
    init(reading error: any Error) {
        func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String? {
            let keys = context.codingPath + (last.map { [$0] } ?? [])
            let text = keys.reduce("") { text, key in
                if let index = key.intValue { return text + "[\(index)]" }
                return text + (text.isEmpty ? "" : ".") + key.stringValue
            }
            return text.isEmpty ? nil : text
        }
        if let error = error as? APIError {
            self = error
            return
        }
        switch error as? DecodingError {
        case .keyNotFound(let key, let context): self.init(.invalidField, "It is missing.", field: path(context, key))
        case .valueNotFound(_, let context): self.init(.invalidField, "It must not be null.", field: path(context))
        case .typeMismatch(_, let context): self.init(.invalidField, "It has the wrong type.", field: path(context))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(.invalidField, context.debugDescription, field: path(context))
        default: self.init(.invalidJSON, "The body is not JSON (RFC 8259).")
        }
    }
}
