// SPDX-License-Identifier: Apache-2.0

/// A span of a video with a name: a chapter in the viewer's words, or a part that must not be played.
public struct VideoSegment: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var title: String
    /// Milliseconds.
    public var startMS: Int64
    public var endMS: Int64
    public var posterURL: String?
    /// Why it is passed over; nil when it isn't.
    public var blockingReason: String?
    /// It is not listed.
    public var hidden: Bool?

    public init(id: String, title: String, startMS: Int64, endMS: Int64) {
        self.id = id
        self.title = title
        self.startMS = startMS
        self.endMS = endMS
    }

    enum CodingKeys: String, CodingKey {
        case id, title, hidden, startMS = "start_ms", endMS = "end_ms", posterURL = "poster_url", blockingReason = "blocking_reason"
    }
}

/// A span that means something: `openingCredits`, `closingCredits`, or a name of the owner's.
public struct VideoInterval: Codable, Hashable, Sendable {
    public var kind: String
    /// Milliseconds.
    public var startMS: Int64
    public var endMS: Int64

    public init(kind: String, startMS: Int64, endMS: Int64) {
        self.kind = kind
        self.startMS = startMS
        self.endMS = endMS
    }

    enum CodingKeys: String, CodingKey { case kind, startMS = "start_ms", endMS = "end_ms" }
}
