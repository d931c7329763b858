// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// Why somebody reports a video or a comment.
public struct ReportReason: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Advertising, or the same text again and again.
    public static let spam = Self(rawValue: "spam")
    /// Insults or threats against a person.
    public static let harassment = Self(rawValue: "harassment")
    /// Hatred of a group of people.
    public static let hate = Self(rawValue: "hate")
    /// Nudity or sexual content.
    public static let sexual = Self(rawValue: "sexual")
    /// Cruelty, gore, or a call to violence.
    public static let violence = Self(rawValue: "violence")
    /// Breaks a law, such as a copyright.
    public static let illegal = Self(rawValue: "illegal")
    /// None of the above; the text should say what.
    public static let other = Self(rawValue: "other")
    /// The comment is held by the business's rules; guests can't give this reason.
    public static let held = Self(rawValue: "held")
    public static let known: [Self] = [spam, harassment, hate, sexual, violence, illegal, other, held]
}

/// The body of a report by a guest.
public struct ReportRequest: Codable, Hashable, Sendable {
    /// `held` is refused: only the service gives that reason.
    public var reason: ReportReason
    /// Up to 500 characters.
    public var text: String?

    /// Creates the body of a report; the service refuses a text of more than 500 characters.
    public init(reason: ReportReason, text: String? = nil) {
        self.reason = reason
        self.text = text
    }
}

/// A report of a video or a comment, for moderators. It doesn't reveal the reporter.
public struct ContentReport: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The reported video, or the one with the reported comment.
    public var videoID: String
    /// Nil if it is about the video.
    public var commentID: String?
    /// `held` for a comment that the rules for comments held back.
    public var reason: ReportReason
    /// What the reporting guest wrote, up to 500 characters.
    public var text: String?
    /// When the guest reported it.
    public var createdAt: Date
    /// Nil while it is open.
    public var decision: ReportDecision?
    /// When a moderator decided; nil while the report is open.
    public var decidedAt: Date?
    /// The comment as it is now; nil if it doesn't exist.
    public var comment: VideoComment?

    /// Creates an open report, without a decision.
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

/// How a moderator settles a report.
public struct ReportDecision: Codable, Hashable, Sendable {
    /// `hide` is only possible for comments.
    public var action: ReportAction
    /// For other moderators, up to 500 characters.
    public var note: String?

    /// Creates a decision; the service refuses a note of more than 500 characters.
    public init(action: ReportAction, note: String? = nil) {
        self.action = action
        self.note = note
    }
}

/// What a moderator did.
public struct ModerationEntry: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// When the action took effect.
    public var at: Date
    /// The client that did it.
    public var clientID: String
    /// Such as `comment_hidden`.
    public var action: String
    /// The video, or the one with the comment.
    public var videoID: String
    /// Nil if the action was about the video.
    public var commentID: String?
    /// The report that led to it; nil for an action without one.
    public var reportID: String?
    /// What the moderator left for the others.
    public var note: String?

    /// Creates an entry about a video; the other identifiers and the note are nil.
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
