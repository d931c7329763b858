// SPDX-License-Identifier: Apache-2.0

/// Videos of one publisher under one name.
public struct VideoChannel: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var businessID: String
    public var name: String
    /// Its name in addresses.
    public var slug: String
    public var bio = ""
    public var avatarURL: String?
    /// BCP 47.
    public var language: String?
    /// ISO 3166-1 alpha-2.
    public var country: String?
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

/// Who finds something.
public struct Visibility: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In feeds, searches and by its id.
    public static let everyone = Self(rawValue: "public")
    /// The same in the apps of its own business, and nowhere else: not in an app that belongs to no business.
    public static let ownApps = Self(rawValue: "own_apps")
    /// Its owners alone.
    public static let owners = Self(rawValue: "private")
    public static let known: [Self] = [everyone, ownApps, owners]

    /// Whether anybody but its owners finds it.
    public var isPublic: Bool { self == .everyone || self == .ownApps }
}
