// SPDX-License-Identifier: Apache-2.0

/// JSON Schema of values, found by decoding them from nothing and noting what they ask for. So it is what the wire has.
struct SchemaRecorder {
    /// By the names that references use.
    private(set) var components: [String: JSONValue] = [:]

    /// - Returns: the schema, or a reference to one of ``components``.
    mutating func schema(of type: any Decodable.Type) -> JSONValue {
        let notes = SchemaNotes()
        _ = try? RecordingDecoder.value(type, into: notes)
        components.merge(notes.components) { first, _ in first }
        return notes.schema
    }

    /// The same with nothing required and without an id: what is sent to make or to change it. Objects in it are merged with those
    /// that are there (RFC 7396), so nothing of them is required either; an array takes the place of another as it is.
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

    /// What is sent to be merged with a value.
    private mutating func merged(_ schema: JSONValue) -> JSONValue {
        guard var members = schema.members else { return schema }
        if let name = members["$ref"]?.text?.split(separator: "/").last.map(String.init) {
            let patch = "\(name)Patch"
            guard let component = components[name]?.members, let properties = component["properties"]?.members else { return schema }
            members["$ref"] = .string("#/components/schemas/\(patch)")
            if components[patch] == nil {
                var changed = component
                changed["required"] = nil
                // Values may have others of their kind in them.
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

/// Values of the wire whose schema says more than their members.
protocol SchemaRefined {
    /// What is added to the schemas of members, by their names.
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

/// What one decoding noted.
final class SchemaNotes {
    var schema: JSONValue = [:]
    var components: [String: JSONValue] = [:]
    var properties: [String: JSONValue] = [:]
    var required: Set<String> = []
    var isObject = false

    /// The key that stands for all keys of a dictionary.
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

    /// Without the module; `ResourceList<Module.Video>` is `VideoList`.
    static func name(of type: any Decodable.Type) -> String {
        let full = String(reflecting: type)
        func plain(_ name: some StringProtocol) -> String { name.split(separator: ".").dropFirst().joined() }
        guard let generic = full.firstIndex(of: "<") else { return plain(full) }
        return plain(full[full.index(after: generic)...].dropLast()) + "List"
    }
}
