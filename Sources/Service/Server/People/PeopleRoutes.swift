// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Manages the people who work in Studio.
///
/// Nobody can grant, change or remove a role that may do more than their own; otherwise `people:write` would include all scopes.
struct PeopleRoutes: RouteGroup {
    let catalogue: Catalogue
    let addresses: MediaAddresses
    /// Nil if links are returned instead of sent.
    let mailer: Mailer?
    private var directory: PersonDirectory { PersonDirectory(catalogue: catalogue) }
    static let maxPeople = 500
    private static let maxSessions = 1000

    var endpoints: [Endpoint] {
        [
            Endpoint("listPeople", list), Endpoint("invitePerson", invite), Endpoint("readPerson", read),
            Endpoint("updatePerson", update),
            Endpoint("removePerson", remove), Endpoint("renewInvitation", renew), Endpoint("listSessions", sessions),
            Endpoint("endSession", endSession), Endpoint("resetSecondFactor", resetSecondFactor),
            Endpoint("disconnectProviders", disconnectProviders),
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
        if mailer != nil { try Mailer.check(email) }
        try Self.check(request.role, call)
        let business = call.administrator.businessID
        let others = try await catalogue.resources.list(
            PersonRecord.self, parent: business, before: nil, since: nil, limit: Self.maxPeople)
        guard others.count < Self.maxPeople else {
            throw APIError(.conflict, "There can be at most \(Self.maxPeople) people. Remove one first.")
        }
        guard !others.contains(where: { $0.email == email }) else {
            throw APIError(.conflict, "There is an account with this address already.", field: "email")
        }
        var person = PersonRecord(request, email: email, business: business, at: call.now)
        let secret = person.invite(at: call.now)
        if try await !directory.add(person, at: call.now) {
            // The owner of the address is informed by e-mail. Without e-mail, this can't be hidden from the caller.
            guard mailer != nil else {
                throw APIError(.conflict, "This address can’t be invited, because an account has it already.", field: "email")
            }
            person.isTaken = true
            try await catalogue.resources.save(person, at: call.now)
        }
        return try await invitation(person, secret, call)
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
            guard let role = change.role, role != kept.role else { return }
            guard kept.role == person.role else { throw Self.hasChanged }
            // The creator of the link may have fewer rights than the person has now.
            if !Set(role.scopes).isSubset(of: kept.role.scopes) { (kept.invitation, kept.reset) = (nil, nil) }
            kept.role = role
        }
        guard let changed else { throw Audience.nothing }
        return changed.presented(at: call.now)
    }

    private func remove(_ call: AdminContext) async throws {
        let person = try await find(call)
        try Self.check(person.role, call)
        try Self.checkOther(person, call)
        try await directory.remove(person)
        try await ProviderAccounts(catalogue: catalogue).forget(person)
        for session in try await kept(person) { _ = try await catalogue.resources.delete(StudioSession.self, id: session.id) }
    }

    private func renew(_ call: AdminContext) async throws -> Invitation {
        let person = try await find(call)
        // Anyone with the link can act as the person.
        try Self.check(person.role, call)
        if mailer != nil { try Mailer.check(person.email) }
        var copy = person
        let secret = copy.invite(at: call.now)
        let invited = copy.invitation
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.role == person.role else { throw Self.hasChanged }
            kept.invitation = invited
        }
        guard let changed else { throw Audience.nothing }
        return try await invitation(changed, secret, call)
    }

    /// Sends the link, or returns it if no e-mail is sent.
    private func invitation(_ person: PersonRecord, _ secret: String, _ call: AdminContext) async throws -> Invitation {
        let until = person.invitation?.until ?? call.now
        guard let mailer else {
            let path = "\(StudioRoutes.root)/invitation/\(person.id).\(secret)"
            return Invitation(id: person.id, url: addresses.base(for: call.call) + path, expiresAt: until)
        }
        let business = try await Business.find(person.businessID, in: catalogue)
        let text: MailText =
            person.isTaken == true
            ? .alreadyElsewhere(person, business: business.name)
            : .invitation(person, business: business.name, link: mailer.link(person, secret), until: until)
        try await mailer.send(.message(to: person.email, text), .invitation, business: business.id, at: call.now)
        return Invitation(id: person.id, url: nil, expiresAt: until)
    }

    /// Roles are checked before a change, and again with it.
    private static var hasChanged: APIError { APIError(.conflict, "The role was changed at the same time. Look at it again.") }

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

    private func disconnectProviders(_ call: AdminContext) async throws {
        let person = try await find(call)
        try Self.check(person.role, call)
        // There might be no account left that can invite them again.
        guard !call.administrator.isPerson || call.administrator.clientID != person.id else {
            throw APIError(.conflict, "You can’t disconnect yourself. Ask another owner.")
        }
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.role == person.role else { throw Self.hasChanged }
            guard kept.accounts?.isEmpty == false else { return }
            (kept.accounts, kept.stamp) = (nil, OpaqueID.make())
        }
        guard changed != nil else { throw Audience.nothing }
        try await ProviderAccounts(catalogue: catalogue).forget(person)
    }

    private func resetSecondFactor(_ call: AdminContext) async throws {
        let person = try await find(call)
        // Without the second factor, a link for a password is enough to act as the person.
        try Self.check(person.role, call)
        guard !call.administrator.isPerson || call.administrator.clientID != person.id else {
            throw APIError(.conflict, "You can turn off your own two-step sign-in under Your account.")
        }
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            guard kept.role == person.role else { throw Self.hasChanged }
            guard kept.secondFactor != nil else { return }
            (kept.secondFactor, kept.stamp) = (nil, OpaqueID.make())
        }
        guard let changed else { throw Audience.nothing }
        guard changed.stamp != person.stamp else { return }
        try await mailer?.notify(person, of: .resetByOwner, at: call.now)
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
