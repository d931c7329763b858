// SPDX-License-Identifier: Apache-2.0

/// A publisher's channel of videos.
public struct VideoChannel: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The id of the business that owns it.
    public var businessID: String
    /// The name for display.
    public var name: String
    /// The name in URLs.
    public var slug: String
    /// A longer text about the channel; may be empty.
    public var bio = ""
    /// The URL of an image; nil if there is none.
    public var avatarURL: String?
    /// BCP 47 tag.
    public var language: String?
    /// ISO 3166-1 alpha-2 code.
    public var country: String?
    /// Who can find the channel; everybody by default.
    public var visibility: Visibility = .everyone

    public init(id: String, businessID: String, name: String, slug: String) {
        self.id = id
        self.businessID = businessID
        self.name = name
        self.slug = slug
    }

    enum CodingKeys: String, CodingKey {
        case id, name, slug, bio, language, country, visibility, businessID = "business_id", avatarURL = "avatar_url"
    }
}

/// Who can find something.
public struct Visibility: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everyone, in feeds, searches and by id.
    public static let everyone = Self(rawValue: "public")
    /// Everyone in apps of its own business, but not in other apps, nor in apps without a business.
    public static let ownApps = Self(rawValue: "own_apps")
    /// Everyone who knows its address, as in links and embedded players; no feed, list or search shows it. Channels can't be unlisted.
    public static let unlisted = Self(rawValue: "unlisted")
    /// Only its owners.
    public static let owners = Self(rawValue: "private")
    public static let known: [Self] = [everyone, ownApps, unlisted, owners]

    /// Whether others than its owners can find it in feeds, lists and searches.
    public var isListed: Bool { self == .everyone || self == .ownApps }
    /// Whether others than its owners can open it.
    public var isPublic: Bool { isListed || self == .unlisted }
}

/// The followers of a channel.
public struct ChannelFollowers: Codable, Hashable, Sendable {
    /// The number of guests who follow it.
    public var count: Int
    /// Whether the asking guest does.
    public var followed: Bool

    public init(count: Int, followed: Bool) {
        self.count = count
        self.followed = followed
    }
}
