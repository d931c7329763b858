// SPDX-License-Identifier: Apache-2.0

/// Generates JSON Schemas by decoding types from dummy values and recording what they ask for, so that schemas match the wire format.
struct SchemaRecorder {
    /// Schemas by reference name.
    private(set) var components: [String: JSONValue] = [:]

    /// - Returns: The schema, or a reference to one of ``components``.
    mutating func schema(of type: any Decodable.Type) -> JSONValue {
        let notes = SchemaNotes()
        _ = try? RecordingDecoder.value(type, into: notes)
        components.merge(notes.components) { first, _ in first }
        return notes.schema
    }

    /// The schema without an id and without required members, for creating or patching. Nested objects are merged (RFC 7396), so nothing in
    /// them is required either; arrays are replaced.
    mutating func partialSchema(of type: any Decodable.Type) -> JSONValue {
        guard let name = schema(of: type)["$ref"]?.text?.split(separator: "/").last.map(String.init),
            var members = components[name]?.members
        else { return schema(of: type) }
        members["required"] = nil
        var properties = members["properties"]?.members ?? [:]
        properties["id"] = nil
        members["properties"] = .object(properties.mapValues { merged($0) })
        components["\(name)Input"] = .object(members)
        return ["$ref": .string("#/components/schemas/\(name)Input")]
    }

    /// The schema of a merge patch for a value.
    private mutating func merged(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.members else { return schema }
        if let name = members["$ref"]?.text?.split(separator: "/").last.map(String.init) {
            let patch = "\(name)Patch"
            guard let component = components[name]?.members, let properties = component["properties"]?.members else { return schema }
            members["$ref"] = .string("#/components/schemas/\(patch)")
            if components[patch] == nil {
                var changed = component
                changed["required"] = nil
                // Registers the patch first, because types may be recursive.
                components[patch] = .object(changed)
                let parts = properties.mapValues { merged($0) }
                changed["properties"] = .object(parts)
                let isTheSame = parts == properties && component["required"]?.elements?.isEmpty != false
                components[patch] = isTheSame ? nil : .object(changed)
                if isTheSame { return schema }
            }
            return .object(members)
        }
        if let value = members["additionalProperties"] { members["additionalProperties"] = merged(value) }
        return .object(members)
    }
}

/// A wire type whose schema has additional constraints.
protocol SchemaRefined {
    /// Additional schema keywords by member name.
    static var refinements: [String: [String: JSONValue]] { get }
}

extension FeedRequest: SchemaRefined {
    static let refinements: [String: [String: JSONValue]] = [
        "page_size": ["minimum": 1, "maximum": 100, "default": 10], "max_videos": ["minimum": 1], "exclude_ids": ["maxItems": 500],
    ]
}

extension Paging: SchemaRefined {
    static let refinements: [String: [String: JSONValue]] = [
        "next": ["type": ["string", "null"]], "previous": ["type": ["string", "null"]],
    ]
}

extension FeedPage: SchemaRefined { static let refinements: [String: [String: JSONValue]] = ["next": ["type": ["string", "null"]]] }

extension EventBatch: SchemaRefined { static let refinements: [String: [String: JSONValue]] = ["events": ["maxItems": 200]] }

extension LineItem: SchemaRefined { static let refinements: [String: [String: JSONValue]] = ["quantity": ["minimum": 1]] }

extension OrderContact: SchemaRefined {
    static let refinements: [String: [String: JSONValue]] = lengths.mapValues { length in
        ["minLength": .integer(Int64(length.lowerBound)), "maxLength": .integer(Int64(length.upperBound))]
    }
}

/// The results of recording one type.
final class SchemaNotes {
    var schema: JSONValue = [:]
    var components: [String: JSONValue] = [:]
    var properties: [String: JSONValue] = [:]
    var required: Set<String> = []
    var isObject = false

    /// The key that represents all keys of a dictionary.
    static let anyKey = "*"

    func finish(_ type: any Decodable.Type) {
        guard isObject else { return }
        if let value = properties[Self.anyKey] {
            schema = ["type": "object", "additionalProperties": value]
            return
        }
        for (key, facets) in (type as? any SchemaRefined.Type)?.refinements ?? [:] {
            properties[key] = .object((properties[key]?.members ?? [:]).merging(facets) { $1 })
        }
        let name = Self.name(of: type)
        components[name] = [
            "type": "object", "properties": .object(properties), "required": .array(required.sorted().map(JSONValue.string)),
        ]
        schema = ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// Schemas whose types have got other names since.
    private static let published = [
        "CompositionDocumentChapter": "CompositionChapter", "CompositionDocumentSegment": "CompositionSegment",
        "VideoRendition": "Rendition",
    ]

    /// The type's name without the module; `ResourceList<Module.Video>` is `VideoList`.
    static func name(of type: any Decodable.Type) -> String {
        let full = String(reflecting: type)
        func plain(_ name: some StringProtocol) -> String {
            let name = name.split(separator: ".").dropFirst().joined()
            return published[name] ?? name
        }
        guard let generic = full.firstIndex(of: "<") else { return plain(full) }
        return plain(full[full.index(after: generic)...].dropLast()) + "List"
    }
}
