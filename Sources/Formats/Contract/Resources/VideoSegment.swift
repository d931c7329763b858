// SPDX-License-Identifier: Apache-2.0

/// A named range of a video: a chapter, or a part that must not be played.
public struct VideoSegment: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The title for display.
    public var title: String
    /// Milliseconds.
    public var startMS: Int64
    /// Milliseconds, exclusive.
    public var endMS: Int64
    /// The URL of an image; nil if there is none.
    public var posterURL: String?
    /// Why it is skipped; nil if it is played.
    public var blockingReason: String?
    /// Whether it is not listed.
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

/// A range with a known purpose: `openingCredits`, `closingCredits`, or a custom name.
public struct VideoInterval: Codable, Hashable, Sendable {
    /// The purpose of the range.
    public var kind: String
    /// Milliseconds.
    public var startMS: Int64
    /// Milliseconds, exclusive.
    public var endMS: Int64

    public init(kind: String, startMS: Int64, endMS: Int64) {
        self.kind = kind
        self.startMS = startMS
        self.endMS = endMS
    }

    enum CodingKeys: String, CodingKey { case kind, startMS = "start_ms", endMS = "end_ms" }
}
