// SPDX-License-Identifier: Apache-2.0

/// A page of a list: `{"data":[],"paging":{"next","previous"}}`.
public struct ResourceList<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The items of this page.
    public var data: [Item]
    /// The paths of the adjacent pages.
    public var paging: Paging
    /// Unreadable items on this page, sent to administrators only; nil if there are none.
    public var damaged: [DamagedItem]?

    public init(data: [Item], paging: Paging = Paging(), damaged: [DamagedItem] = []) {
        self.data = data
        self.paging = paging
        self.damaged = damaged.isEmpty ? nil : damaged
    }
}

/// An item whose record cannot be read. It can be deleted by id, or repaired with a `PATCH` of the invalid field.
public struct DamagedItem: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The problem, for people, in English.
    public var message: String
    /// The first invalid field; nil if the whole record is unreadable.
    public var field: String?

    public init(id: String, message: String, field: String? = nil) {
        self.id = id
        self.message = message
        self.field = field
    }
}

/// Paths of the adjacent pages; null if there is none.
public struct Paging: Codable, Hashable, Sendable {
    /// The path of the next page; nil on the last one.
    public var next: String?
    /// The path of the previous page; nil on the first one.
    public var previous: String?

    public init(next: String? = nil, previous: String? = nil) {
        self.next = next
        self.previous = previous
    }

    enum CodingKeys: String, CodingKey { case next, previous }

    // The members are always present, even if null, so that clients can rely on them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(next, forKey: .next)
        try container.encode(previous, forKey: .previous)
    }
}
