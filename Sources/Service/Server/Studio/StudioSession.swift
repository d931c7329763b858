// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// A user's session in one browser. It is stored, so that signing out ends it in all processes at once.
struct StudioSession: StoredResource {
    static let kind = "studio_session"
    var id: String
    /// The client or the person that the user acts for.
    var clientID: String
    /// The session's end, regardless of activity.
    var until: Date
    /// Whether it is a person; nil for sessions of clients.
    var isPerson: Bool?
    /// The person's stamp when the session began.
    var stamp: String?
    /// Nil for sessions of clients.
    var startedAt: Date?
    /// What the browser calls itself.
    var browser: String?
    /// Whether the person proved a second factor.
    var hasTwoSteps: Bool?

    var parentID: String { clientID }

    init(of subject: StudioSubject, browser: String? = nil, at now: Date) {
        (id, clientID, until) = (OpaqueID.make(), subject.id, now.addingTimeInterval(StudioSessions.longest))
        guard case .person(let person) = subject else { return }
        (isPerson, stamp, startedAt, self.browser) = (true, person.stamp, now, browser)
    }

    /// Whether a person is signed in by it.
    func isOpen(for person: PersonRecord, at now: Date) -> Bool {
        isPerson == true && clientID == person.id && stamp == person.stamp && person.isActive && until > now
            && (person.secondFactor == nil || hasTwoSteps == true)
    }

    func presented(isCurrent: Bool) -> PersonSession {
        PersonSession(id: id, startedAt: startedAt ?? until, expiresAt: until, browser: browser, isCurrent: isCurrent)
    }
}

/// The content of the cookie.
struct StudioClaim: Codable, Sendable {
    var session: String
    /// Seconds since 1970.
    var until: Int

    enum CodingKeys: String, CodingKey { case session = "s", until = "e" }
}

/// Who uses Studio.
enum StudioSubject: Sendable {
    /// Somebody with the credentials of a program.
    case client(ClientProgram)
    /// Somebody with an account.
    case person(PersonRecord)

    var id: String {
        switch self {
        case .client(let client): client.id
        case .person(let person): person.id
        }
    }

    /// The current permissions; those withdrawn since signing in no longer count.
    var administrator: Administrator {
        switch self {
        case .client(let client): Administrator(client)
        case .person(let person):
            Administrator(
                clientID: person.id, businessID: person.businessID, scopes: Set(person.role.scopes), name: person.name, isPerson: true)
        }
    }
}

/// A signed-in user.
struct StudioVisitor: Sendable {
    var session: StudioSession
    var subject: StudioSubject
    /// When the cookie expires.
    var until: Date

    var administrator: Administrator {
        var administrator = subject.administrator
        administrator.sessionID = session.id
        return administrator
    }
}
