// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Manages the people who work in Studio.
///
/// Nobody can give, change or take away a role that may do more than they may themselves; otherwise `people:write` would include all scopes.
struct PeopleRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    private static let (maxPeople, maxSessions) = (500, 1000)

    var endpoints: [Endpoint] {
        [
            Endpoint("listPeople", list), Endpoint("invitePerson", invite), Endpoint("readPerson", read),
            Endpoint("updatePerson", update),
            Endpoint("removePerson", remove), Endpoint("renewInvitation", renew), Endpoint("listSessions", sessions),
            Endpoint("endSession", endSession),
        ]
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<Person> {
        let found = try await catalogue.resources.list(
            PersonRecord.self, parent: call.administrator.businessID, before: nil, since: nil, limit: Self.maxPeople)
        return ResourceList(data: found.reversed().map { $0.presented(at: call.now) })
    }

    private func find(_ call: AdminContext) async throws -> PersonRecord {
        guard let person = try await catalogue.resources.find(PersonRecord.self, id: call.path["id"]),
            person.businessID == call.administrator.businessID
        else { throw Audience.nothing }
        return person
    }

    private func read(_ call: AdminContext) async throws -> Person { try await find(call).presented(at: call.now) }

    private func invite(_ call: AdminContext, _ request: PersonRequest) async throws -> Invitation {
        try FieldCheck.text(request.name, "name", 1...100)
        guard let email = PersonRecord.normalized(email: request.email) else {
            throw APIError(.emailInvalid, "This is not a valid email address.", field: "email")
        }
        try Self.check(request.role, call)
        let business = call.administrator.businessID
        let others = try await catalogue.resources.ids(PersonRecord.self, parent: business, limit: Self.maxPeople)
        guard others.count < Self.maxPeople else {
            throw APIError(.conflict, "There can be at most \(Self.maxPeople) people. Remove one first.")
        }
        var person = PersonRecord(request, email: email, business: business, at: call.now)
        let secret = person.invite(at: call.now)
        guard try await catalogue.resources.add(person, at: call.now) else {
            throw APIError(.conflict, "This address can’t be invited, because an account has it already.", field: "email")
        }
        return invitation(person, secret, call)
    }

    private func update(_ call: AdminContext, _ change: PersonChange) async throws -> Person {
        let person = try await find(call)
        if let name = change.name { try FieldCheck.text(name, "name", 1...100) }
        if let role = change.role, role != person.role {
            try Self.check(person.role, call)
            try Self.check(role, call)
            try Self.checkOther(person, call)
        }
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            kept.name = change.name ?? kept.name
            kept.role = change.role ?? kept.role
        }
        guard let changed else { throw Audience.nothing }
        return changed.presented(at: call.now)
    }

    private func remove(_ call: AdminContext) async throws {
        let person = try await find(call)
        try Self.check(person.role, call)
        try Self.checkOther(person, call)
        _ = try await catalogue.resources.delete(PersonRecord.self, id: person.id)
        for session in try await kept(person) { _ = try await catalogue.resources.delete(StudioSession.self, id: session.id) }
    }

    private func renew(_ call: AdminContext) async throws -> Invitation {
        let person = try await find(call)
        // Who has the link can act as the person.
        try Self.check(person.role, call)
        var copy = person
        let secret = copy.invite(at: call.now)
        let invited = copy.invitation
        guard
            let changed = try await catalogue.resources.update(
                PersonRecord.self, id: person.id, at: call.now, { $0.invitation = invited })
        else { throw Audience.nothing }
        return invitation(changed, secret, call)
    }

    private func invitation(_ person: PersonRecord, _ secret: String, _ call: AdminContext) -> Invitation {
        let until = person.invitation?.until ?? call.now
        return Invitation(
            id: person.id, url: "\(addresses.base(for: call.call))\(StudioRoutes.root)/invitation/\(person.id).\(secret)", expiresAt: until)
    }

    private func kept(_ person: PersonRecord) async throws -> [StudioSession] {
        try await catalogue.resources.list(StudioSession.self, parent: person.id, before: nil, since: nil, limit: Self.maxSessions)
    }

    private func sessions(_ call: AdminContext) async throws -> ResourceList<PersonSession> {
        let person = try await find(call)
        return ResourceList(
            data: try await kept(person).filter { $0.isOpen(for: person, at: call.now) }.map {
                $0.presented(isCurrent: $0.id == call.administrator.sessionID)
            })
    }

    private func endSession(_ call: AdminContext) async throws {
        let person = try await find(call)
        guard let session = try await catalogue.resources.find(StudioSession.self, id: call.path["session"]), session.clientID == person.id
        else { throw Audience.nothing }
        _ = try await catalogue.resources.delete(StudioSession.self, id: session.id)
    }

    /// - Throws: an error unless the caller may do all that the role may.
    private static func check(_ role: StudioRole, _ call: AdminContext) throws(APIError) {
        guard role.isKnown else {
            let names = StudioRole.known.map(\.rawValue).joined(separator: ", ")
            throw APIError(.invalidField, "Choose one of these: \(names).", field: "role")
        }
        if let missing = role.scopes.first(where: { !call.administrator.has($0) }) {
            throw APIError(.insufficientScope, "The role \(role.rawValue) has the scope \(missing), which you don’t have.", field: "role")
        }
    }

    /// People can't lock themselves out, so a business always keeps an owner.
    private static func checkOther(_ person: PersonRecord, _ call: AdminContext) throws(APIError) {
        guard call.administrator.isPerson, call.administrator.clientID == person.id else { return }
        throw APIError(.conflict, "You can’t change your own role or remove yourself. Ask another owner.")
    }
}
