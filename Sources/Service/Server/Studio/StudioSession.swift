// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A user's session in one browser. It is stored, so that signing out ends it in all processes at once.
struct StudioSession: StoredResource {
    static let kind = "studio_session"
    var id: String
    /// The client that the user acts for.
    var clientID: String
    /// The session's end, regardless of activity.
    var until: Date

    var parentID: String { clientID }
}

/// The content of the cookie.
struct StudioClaim: Codable, Sendable {
    var session: String
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case session = "s", until = "e" }
}

/// A signed-in user.
struct StudioVisitor: Sendable {
    var session: StudioSession
    var client: ClientProgram
    /// When the cookie expires.
    var until: Date

    /// The client's current permissions; scopes withdrawn since signing in no longer count.
    var administrator: Administrator {
        Administrator(clientID: client.id, businessID: client.businessID, scopes: Set(client.scopes))
    }
}
