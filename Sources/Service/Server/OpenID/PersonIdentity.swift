// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Says whose account a provider's account signs in to. It is only a directory: the person's own record decides.
struct PersonIdentity: StoredResource {
    static let kind = "person_identity"
    /// Derived from issuer and subject, so that it exists only once.
    var id: String
    var personID: String

    var parentID: String { personID }

    static func id(of claims: IDTokenClaims) -> String {
        let text = "identity \(claims.issuer.utf8.count) \(claims.issuer) \(claims.subject)"
        return String(Data(SHA256.hash(data: Data(text.utf8))).base64URL.prefix(32))
    }
}

/// An account of a provider with which a person signs in.
struct ProviderAccount: Codable, Hashable, Sendable {
    /// That of the ``PersonIdentity``.
    var id: String
    var issuer: String
    var since: Date
}

extension PersonRecord {
    /// Connects a provider's account, uses up all links for a password, and ends all sessions.
    fileprivate mutating func connect(_ account: ProviderAccount, at now: Date) {
        accounts = (accounts ?? []).filter { $0.id != account.id } + [account]
        (invitation, reset, stamp) = (nil, nil, OpaqueID.make())
    }
}

/// Finds and connects the people of providers' accounts.
struct ProviderAccounts: Sendable {
    let catalogue: Catalogue

    /// How the account was found.
    enum Finding: Hashable, Sendable {
        case known(PersonRecord)
        /// Invited, and connected now.
        case connected(PersonRecord)
        /// Neither known nor invited, and created now.
        case created(PersonRecord)
    }

    /// - Throws: ``SignInRefusal``.
    func find(_ claims: IDTokenClaims, of provider: OpenIDSettings, at now: Date) async throws -> Finding {
        let email = claims.isEmailVerified ? claims.email.flatMap { PersonRecord.normalized(email: $0) } : nil
        let id = PersonIdentity.id(of: claims)
        if let person = try await person(having: id) {
            try check(email, of: provider)
            guard provider.businessID.map({ $0 == person.businessID }) ?? true else { throw Self.stranger(provider, nil) }
            return .known(person)
        }
        // A provider may let people choose an address that they don't own. They must not get the account of its owner.
        guard let email else {
            throw SignInRefusal("\(provider.name) has not verified your email address. Verify it there, then try again.")
        }
        try check(email, of: provider)
        let account = ProviderAccount(id: id, issuer: provider.issuer, since: now)
        if let person = try await PersonDirectory(catalogue: catalogue).find(email: email) {
            if person.accounts?.contains(where: { $0.id == id }) == true, provider.businessID.map({ $0 == person.businessID }) ?? true {
                // The process was killed before it wrote the directory.
                try await record(account, of: person, at: now)
                return .known(person)
            }
            return .connected(try await connect(account, to: person, provider, at: now))
        }
        guard let role = provider.role, let business = provider.businessID else { throw Self.stranger(provider, email) }
        return .created(try await create(account, email, claims.name, role, business, provider, at: now))
    }

    private func person(having id: String) async throws -> PersonRecord? {
        guard let identity = try await catalogue.resources.find(PersonIdentity.self, id: id),
            let person = try await catalogue.resources.find(PersonRecord.self, id: identity.personID),
            person.accounts?.contains(where: { $0.id == id }) == true
        else { return nil }
        return person
    }

    private func check(_ email: String?, of provider: OpenIDSettings) throws {
        guard provider.domains.isEmpty || email.map(provider.accepts) ?? false else {
            throw SignInRefusal(
                "Only people with verified addresses of \(provider.domains.joined(separator: ", ")) sign in with \(provider.name).")
        }
    }

    private func connect(
        _ account: ProviderAccount, to person: PersonRecord, _ provider: OpenIDSettings, at now: Date
    ) async throws -> PersonRecord {
        guard let invitation = person.invitation, invitation.until > now, provider.businessID.map({ $0 == person.businessID }) ?? true
        else {
            throw Self.stranger(provider, person.email)
        }
        try await record(account, of: person, at: now)
        // The invitation works once, whatever two requests do at the same time, and for what its sender allowed.
        let changed = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: now) { kept in
            guard kept.invitation == invitation, kept.role == person.role, kept.isTaken != true else { return }
            kept.connect(account, at: now)
        }
        guard let changed, changed.accounts?.contains(account) == true else { throw Self.stranger(provider, person.email) }
        return changed
    }

    private func create(
        _ account: ProviderAccount, _ email: String, _ name: String?, _ role: StudioRole, _ business: String, _ provider: OpenIDSettings,
        at now: Date
    ) async throws -> PersonRecord {
        let others = try await catalogue.resources.list(
            PersonRecord.self, parent: business, before: nil, since: nil, limit: PeopleRoutes.maxPeople)
        guard others.count < PeopleRoutes.maxPeople else {
            throw SignInRefusal("This business has the most people that it can have. Ask an owner to remove one.")
        }
        let shown = (name ?? "").filter { !$0.isNewline }.trimmingCharacters(in: .whitespaces).prefix(100)
        let request = PersonRequest(
            email: email, name: shown.isEmpty ? String(email.prefix { $0 != "@" }.prefix(100)) : String(shown), role: role)
        var person = PersonRecord(request, email: email, business: business, at: now)
        person.accounts = [account]
        guard try await PersonDirectory(catalogue: catalogue).add(person, at: now) else { throw Self.stranger(provider, email) }
        try await record(account, of: person, at: now)
        return person
    }

    private func record(_ account: ProviderAccount, of person: PersonRecord, at now: Date) async throws {
        let identity = PersonIdentity(id: account.id, personID: person.id)
        if try await catalogue.resources.add(identity, at: now) { return }
        // It belonged to an account that was removed or disconnected.
        _ = try await catalogue.resources.update(PersonIdentity.self, id: identity.id, at: now) { $0.personID = person.id }
    }

    /// Removes the connections of a person to providers from the directory.
    func forget(_ person: PersonRecord) async throws {
        for account in person.accounts ?? [] { _ = try await catalogue.resources.delete(PersonIdentity.self, id: account.id) }
    }

    private static func stranger(_ provider: OpenIDSettings, _ email: String?) -> SignInRefusal {
        let who = email.map { "\($0) " } ?? "This account "
        return SignInRefusal(
            "\(who)is not connected to Studio. Ask an owner of your business for an invitation to this address, then sign in with "
                + "\(provider.name) again. If you have a password, you can sign in with that.")
    }
}
