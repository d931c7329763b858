// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Why somebody reports a video or a comment.
public struct ReportReason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let spam = Self(rawValue: "spam")
    public static let harassment = Self(rawValue: "harassment")
    public static let hate = Self(rawValue: "hate")
    public static let sexual = Self(rawValue: "sexual")
    public static let violence = Self(rawValue: "violence")
    public static let illegal = Self(rawValue: "illegal")
    public static let other = Self(rawValue: "other")
    /// The comment is held by the business's rules; guests can't give this reason.
    public static let held = Self(rawValue: "held")
    public static let known: [Self] = [spam, harassment, hate, sexual, violence, illegal, other, held]
}

public struct ReportRequest: Codable, Hashable, Sendable {
    public var reason: ReportReason
    /// Up to 500 characters.
    public var text: String?

    public init(reason: ReportReason, text: String? = nil) {
        self.reason = reason
        self.text = text
    }
}

/// A report of a video or a comment, for moderators. It doesn't tell who reported it.
public struct ContentReport: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var videoID: String
    /// Nil if it is about the video.
    public var commentID: String?
    public var reason: ReportReason
    public var text: String?
    public var createdAt: Date
    /// Nil while it is open.
    public var decision: ReportDecision?
    public var decidedAt: Date?
    /// The comment as it is now; nil if it doesn't exist.
    public var comment: VideoComment?

    public init(id: String, videoID: String, commentID: String? = nil, reason: ReportReason, text: String? = nil, createdAt: Date) {
        self.id = id
        self.videoID = videoID
        self.commentID = commentID
        self.reason = reason
        self.text = text
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, reason, text, decision, comment
        case videoID = "video_id", commentID = "comment_id", createdAt = "created_at", decidedAt = "decided_at"
    }
}

/// What moderators do about a report.
public struct ReportAction: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is wrong; a held comment is shown.
    public static let dismiss = Self(rawValue: "dismiss")
    /// The comment is hidden.
    public static let hide = Self(rawValue: "hide")
    /// The video is blocked, or the comment deleted.
    public static let takeDown = Self(rawValue: "take_down")
    public static let known: [Self] = [dismiss, hide, takeDown]
}

public struct ReportDecision: Codable, Hashable, Sendable {
    public var action: ReportAction
    /// For other moderators, up to 500 characters.
    public var note: String?

    public init(action: ReportAction, note: String? = nil) {
        self.action = action
        self.note = note
    }
}

/// What a moderator did.
public struct ModerationEntry: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var at: Date
    /// The client that did it.
    public var clientID: String
    /// Such as `comment_hidden`.
    public var action: String
    public var videoID: String
    public var commentID: String?
    public var reportID: String?
    public var note: String?

    public init(id: String, at: Date, clientID: String, action: String, videoID: String) {
        self.id = id
        self.at = at
        self.clientID = clientID
        self.action = action
        self.videoID = videoID
    }

    enum CodingKeys: String, CodingKey {
        case id, at, action, note, clientID = "client_id", videoID = "video_id", commentID = "comment_id", reportID = "report_id"
    }
}
