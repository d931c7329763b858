// SPDX-License-Identifier: Apache-2.0

/// A request body's schema, for validation before decoding: types, required members and known enumeration values.
public struct RequestSchema: Sendable {
    private let root: JSONValue
    private let components: [String: JSONValue]
    /// Whether members of the root may be null, which removes them.
    private let isPartial: Bool

    /// nil for a route without a JSON body.
    public init?(_ route: APIRoute) {
        guard let type = route.request.type else { return nil }
        var recorder = SchemaRecorder()
        switch route.request.form {
        case .json:
            root = recorder.schema(of: type)
            isPartial = false
        case .partial:
            root = recorder.partialSchema(of: type)
            isPartial = true
        case .nothing, .raw: return nil
        }
        components = recorder.components
    }

    /// - Throws: ``ErrorCode/invalidField`` with the path of the first invalid member.
    public func check(_ document: JSONValue) throws(APIError) { try check(document, root, at: "", depth: 0) }

    private func check(_ value: JSONValue, _ schema: JSONValue, at path: String, depth: Int) throws(APIError) {
        guard depth < 64 else { throw APIError(.invalidField, "It is nested too deeply.", field: path) }
        if let name = schema["$ref"]?.text?.split(separator: "/").last, let component = components[String(name)] {
            return try check(value, component, at: path, depth: depth + 1)
        }
        func wrong(_ message: String) -> APIError { APIError(.invalidField, message, field: path.isEmpty ? nil : path) }
        switch schema["type"]?.text {
        case "object":
            guard let members = value.members else { throw wrong("It must be an object.") }
            try check(members, schema, at: path, depth: depth)
        case "array":
            guard let elements = value.elements else { throw wrong("It must be an array.") }
            if case .integer(let limit)? = schema["maxItems"], elements.count > limit {
                throw wrong("It must have at most \(limit) elements.")
            }
            guard let items = schema["items"] else { return }
            for (index, element) in elements.enumerated() { try check(element, items, at: "\(path)[\(index)]", depth: depth + 1) }
        case "string":
            guard let text = value.text else { throw wrong("It must be a string.") }
            if let words = schema["enum"]?.elements, !words.contains(value) {
                throw wrong("It must be one of \(words.compactMap(\.text).joined(separator: ", ")).")
            }
            if schema["pattern"] == Amount.schema["pattern"], Amount(text) == nil {
                throw APIError(
                    .invalidAmount, "An amount is a string of at most 12 digits, a point and 6 digits, such as \"5.28\".", field: path)
            }
            if schema["format"] == "date-time", Timestamp.date(text) == nil {
                throw wrong("A date must be in RFC 3339 format, such as 2026-11-22T06:25:19Z.")
            }
            if case .integer(let limit)? = schema["maxLength"], text.unicodeScalars.count > limit {
                throw wrong("It must have at most \(limit) characters.")
            }
            if text.utf8.contains(0) { throw wrong("It must not contain a null character.") }
        case "integer":
            guard case .integer(let number) = value else { throw wrong("It must be an integer.") }
            if case .integer(let minimum)? = schema["minimum"], number < minimum { throw wrong("It must be at least \(minimum).") }
            if case .integer(let limit)? = schema["maximum"], number > limit { throw wrong("It must be at most \(limit).") }
        case "number":
            switch value {
            case .integer, .number: break
            default: throw wrong("It must be a number.")
            }
        case "boolean": guard case .bool = value else { throw wrong("It must be true or false.") }
        default: break
        }
    }

    private func check(
        _ members: [String: JSONValue], _ schema: JSONValue, at path: String, depth: Int
    ) throws(APIError) {
        func below(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
        if let missing = required.sorted().first(where: { members[$0] == nil }) {
            throw APIError(.invalidField, "It is missing.", field: below(missing))
        }
        let properties = schema["properties"]?.members
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if key.utf8.contains(0) { throw APIError(.invalidField, "A name must not contain a null character.", field: path) }
            guard let inner = properties?[key] ?? schema["additionalProperties"] else { continue }
            // A null member counts as absent if it is optional.
            if value == .null, properties != nil, !required.contains(key) || isPartial { continue }
            try check(value, inner, at: below(key), depth: depth + 1)
        }
    }
}
