// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Somebody at work in Studio, in one browser. It is kept, so that signing out ends it in all processes at once.
struct StudioSession: StoredResource {
    static let kind = "studio_session"
    var id: String
    /// In whose name the work is done.
    var clientID: String
    /// It ends then, whatever is done in it.
    var until: Date

    var parentID: String { clientID }
}

/// What the cookie says.
struct StudioClaim: Codable, Sendable {
    var session: String
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case session = "s", until = "e" }
}

/// Who is signed in.
struct StudioVisitor: Sendable {
    var session: StudioSession
    var client: ServiceClient
    /// When the cookie is worth nothing any more.
    var until: Date

    /// What the client may do now: what was taken from it since it signed in is gone.
    var administrator: Administrator {
        Administrator(clientID: client.id, businessID: client.businessID, scopes: Set(client.scopes))
    }
}
