// SPDX-License-Identifier: Apache-2.0

/// One page of a list: `{"data":[],"paging":{"next","previous"}}`.
public struct ResourceList<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var data: [Item]
    public var paging: Paging
    /// Those of this page that the service can't read any more; administrators alone are told. Nil where there are none.
    public var damaged: [DamagedItem]?

    public init(data: [Item], paging: Paging = Paging(), damaged: [DamagedItem] = []) {
        self.data = data
        self.paging = paging
        self.damaged = damaged.isEmpty ? nil : damaged
    }
}

/// Something whose record can't be read. It can be deleted by its id, or repaired by a `PATCH` of the field that is wrong.
public struct DamagedItem: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// For people, in English.
    public var message: String
    /// The first field that is wrong; nil where the record as a whole can't be read.
    public var field: String?

    public init(id: String, message: String, field: String? = nil) {
        self.id = id
        self.message = message
        self.field = field
    }
}

/// Paths of the neighbouring pages; null where there is none.
public struct Paging: Codable, Hashable, Sendable {
    public var next: String?
    public var previous: String?

    public init(next: String? = nil, previous: String? = nil) {
        self.next = next
        self.previous = previous
    }

    enum CodingKeys: String, CodingKey { case next, previous }

    // The members stand there even when they are null: who reads the list needs no second way to see its end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(next, forKey: .next)
        try container.encode(previous, forKey: .previous)
    }
}
