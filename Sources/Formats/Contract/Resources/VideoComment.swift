// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// A viewer's comment on a video.
public struct VideoComment: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The video that it is about.
    public var videoID: String
    /// An alias of its author, which differs from video to video.
    public var authorID: String
    /// The name its author chose, or one made up by the service.
    public var username: String
    /// Plain text of up to 1,000 characters.
    public var text: String
    /// When the service accepted it.
    public var createdAt: Date
    /// Whether the asking guest wrote it; nil for administrators.
    public var isOwn: Bool?
    /// Whether it awaits moderation: only moderators see it, and its author is informed of that.
    public var hidden: Bool

    /// Creates a comment; `isOwn` is nil.
    public init(id: String, videoID: String, authorID: String, username: String, text: String, createdAt: Date, hidden: Bool = false) {
        self.id = id
        self.videoID = videoID
        self.authorID = authorID
        self.username = username
        self.text = text
        self.createdAt = createdAt
        self.hidden = hidden
    }

    enum CodingKeys: String, CodingKey {
        case id, username, text, hidden, videoID = "video_id", authorID = "author_id", createdAt = "created_at", isOwn = "own"
    }
}

/// The body of a new comment.
public struct CommentRequest: Codable, Hashable, Sendable {
    /// Up to 1,000 characters.
    public var text: String
    /// Up to 60 characters; nil for a name made up by the service.
    public var username: String?

    public init(text: String, username: String? = nil) {
        self.text = text
        self.username = username
    }
}

/// The likes of a video.
public struct VideoLikes: Codable, Hashable, Sendable {
    /// The number of guests who like it.
    public var count: Int
    /// Whether the asking guest does.
    public var liked: Bool

    public init(count: Int, liked: Bool) {
        self.count = count
        self.liked = liked
    }
}

/// A business's rules for comments on its videos.
public struct CommentSettings: Codable, Hashable, Sendable {
    /// Whether guests may write comments. Existing ones are shown in either case.
    public var isOpen = false
    /// Comments with one of these words are held for moderators.
    public var blocklist: [String] = []
    /// Whether all comments are held until a moderator shows them.
    public var areHeld = false

    public init(isOpen: Bool = false, blocklist: [String] = [], areHeld: Bool = false) {
        self.isOpen = isOpen
        self.blocklist = blocklist
        self.areHeld = areHeld
    }

    enum CodingKeys: String, CodingKey { case blocklist, isOpen = "open", areHeld = "held" }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isOpen = try container.decodeIfPresent(Bool.self, forKey: .isOpen) ?? false
        blocklist = try container.decodeIfPresent([String].self, forKey: .blocklist) ?? []
        areHeld = try container.decodeIfPresent(Bool.self, forKey: .areHeld) ?? false
    }
}
