// SPDX-License-Identifier: Apache-2.0

public import struct Foundation.Date

/// What somebody may do in Studio.
public struct StudioRole: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything, including people and the audit log.
    public static let owner = Self(rawValue: "owner")
    /// Channels, videos, playlists, products and live streams.
    public static let editor = Self(rawValue: "editor")
    /// Comments and reports.
    public static let moderator = Self(rawValue: "moderator")
    /// Reads analytics and orders, without the buyers' names and addresses.
    public static let analyst = Self(rawValue: "analyst")
    /// Runs live streams.
    public static let host = Self(rawValue: "host")
    /// Prepares videos as drafts, which an editor publishes.
    public static let contributor = Self(rawValue: "contributor")
    public static let known: [Self] = [owner, editor, contributor, moderator, analyst, host]
}

/// Somebody who works in Studio.
public struct Person: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The business that the person works for.
    public var businessID: String
    /// In lower case. It can't be changed.
    public var email: String
    /// The name for display.
    public var name: String
    /// What the person may do.
    public var role: StudioRole
    /// When the person was invited.
    public var createdAt: Date
    /// Whether the person has a way to sign in: a password, or an account of a provider.
    public var isActive: Bool
    /// The issuers of the accounts with which the person signs in (OpenID Connect); nil if there are none.
    public var providers: [String]?
    /// When the invitation to set a password expires; nil if there is none.
    public var invitedUntil: Date?
    /// When the person last signed in; nil for never.
    public var lastSignInAt: Date?
    /// Whether signing in also needs a code of an authenticator app.
    public var hasTwoSteps: Bool

    /// Creates an account without a password.
    public init(id: String, businessID: String, email: String, name: String, role: StudioRole, createdAt: Date) {
        self.id = id
        self.businessID = businessID
        self.email = email
        self.name = name
        self.role = role
        self.createdAt = createdAt
        isActive = false
        hasTwoSteps = false
    }

    enum CodingKeys: String, CodingKey {
        case id, email, name, role, businessID = "business_id", createdAt = "created_at", isActive = "active"
        case invitedUntil = "invited_until", lastSignInAt = "last_sign_in_at", hasTwoSteps = "two_steps", providers
    }
}

/// The body of an invitation.
public struct PersonRequest: Codable, Hashable, Sendable {
    /// An e-mail address that nobody else uses in this service. Case is ignored.
    public var email: String
    /// 1 to 100 characters.
    public var name: String
    /// The caller must have all that the role may do.
    public var role: StudioRole

    public init(email: String, name: String, role: StudioRole) {
        self.email = email
        self.name = name
        self.role = role
    }
}

/// The body that changes an account; omitted members stay unchanged.
public struct PersonChange: Codable, Hashable, Sendable {
    /// 1 to 100 characters.
    public var name: String?
    /// The caller must have all that the old and the new role may do.
    public var role: StudioRole?

    public init(name: String? = nil, role: StudioRole? = nil) {
        self.name = name
        self.role = role
    }
}

/// A link with which a person sets a password, once.
public struct Invitation: Codable, Hashable, Sendable, Identifiable {
    /// The ID of the person.
    public var id: String
    /// The address of the page; nil if the service sends it to the person by e-mail. Whoever has it can act as the person, so send it to
    /// nobody else.
    public var url: String?
    /// When it stops working.
    public var expiresAt: Date

    public init(id: String, url: String?, expiresAt: Date) {
        self.id = id
        self.url = url
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey { case id, url, expiresAt = "expires_at" }
}

/// A browser in which a person is signed in.
public struct PersonSession: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// When the person signed in.
    public var startedAt: Date
    /// When it ends in any case.
    public var expiresAt: Date
    /// What the browser calls itself; nil if it didn't.
    public var browser: String?
    /// Whether the request came from it.
    public var isCurrent: Bool

    public init(id: String, startedAt: Date, expiresAt: Date, browser: String? = nil, isCurrent: Bool = false) {
        self.id = id
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.browser = browser
        self.isCurrent = isCurrent
    }

    enum CodingKeys: String, CodingKey {
        case id, browser, startedAt = "started_at", expiresAt = "expires_at", isCurrent = "current"
    }
}

/// An entry of the audit log: a change that the service accepted, or sign-ins that it refused.
public struct AuditEntry: Codable, Hashable, Sendable, Identifiable {
    /// The kind of actor.
    public struct ActorKind: Vocabulary {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A program with client credentials.
        public static let client = Self(rawValue: "client")
        /// Somebody with an account in Studio.
        public static let person = Self(rawValue: "person")
        public static let known: [Self] = [client, person]
    }

    public var id: String
    /// When the service accepted the change; of refused sign-ins, when it refused the last one.
    public var at: Date
    /// Whether a program or a person changed it, or was named in the refused sign-ins.
    public var actorKind: ActorKind
    /// The ID of the client or person; `others` if an entry summarises several.
    public var actorID: String
    /// Its name at that time.
    public var actorName: String
    /// The operation of the API, such as `updateVideo`, or the action in Studio, such as `signIn`.
    public var operation: String
    /// The path of the request, which names the resource.
    public var path: String
    /// The members that the request set, without their values; nil if it had none.
    public var fields: [String]?
    /// The number of refused sign-ins of one day, in UTC, that the entry summarises, or more if there were very many; nil for a
    /// change.
    public var attempts: Int?

    /// Creates an entry without fields.
    public init(id: String, at: Date, actorKind: ActorKind, actorID: String, actorName: String, operation: String, path: String) {
        self.id = id
        self.at = at
        self.actorKind = actorKind
        self.actorID = actorID
        self.actorName = actorName
        self.operation = operation
        self.path = path
    }

    enum CodingKeys: String, CodingKey {
        case id, at, operation, path, fields, attempts, actorKind = "actor_kind", actorID = "actor_id", actorName = "actor_name"
    }
}
