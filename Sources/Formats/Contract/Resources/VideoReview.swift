// SPDX-License-Identifier: Apache-2.0

/// A draft on its way to publication: people who may only prepare drafts ask an editor to publish them.
public struct VideoReview: Codable, Hashable, Sendable {
    /// Whether it waits for an editor or for its author.
    public var status: ReviewStatus
    /// What the last of them said, at most 2,000 characters; nil if nothing.
    public var note: String?

    public init(status: ReviewStatus, note: String? = nil) {
        self.status = status
        self.note = note
    }
}

/// Whom a draft waits for.
public struct ReviewStatus: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its author asked an editor to publish it.
    public static let requested = Self(rawValue: "requested")
    /// An editor asked its author for changes.
    public static let returned = Self(rawValue: "returned")
    public static let known: [Self] = [requested, returned]
}
