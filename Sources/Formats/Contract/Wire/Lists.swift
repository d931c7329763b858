// SPDX-License-Identifier: Apache-2.0

/// One page of a list: `{"data":[],"paging":{"next","previous"}}`.
public struct ResourceList<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public var data: [Item]
    public var paging: Paging

    public init(data: [Item], paging: Paging = Paging()) {
        self.data = data
        self.paging = paging
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
