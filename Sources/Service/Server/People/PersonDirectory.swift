// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Finds people by their e-mail addresses, which have at most one account in the whole service.
struct PersonDirectory: Sendable {
    let catalogue: Catalogue

    /// - Parameter email: as ``PersonRecord/normalized(email:)`` returns it.
    func find(email: String) async throws -> PersonRecord? {
        let id = PersonRecord.addressID(of: email)
        let address = try await catalogue.resources.find(PersonAddress.self, id: id)
        // Earlier versions used this ID for the person.
        let older = try await catalogue.resources.find(PersonRecord.self, id: id)
        guard let address else { return older }
        return try await catalogue.resources.find(PersonRecord.self, id: address.personID) ?? older
    }

    /// Creates an account.
    /// - Returns: false if the address has one already; nothing changes then.
    func add(_ person: PersonRecord, at now: Date) async throws -> Bool {
        let resources = catalogue.resources
        guard try await find(email: person.email) == nil else { return false }
        // The account is stored first: an address without an account could be taken over.
        try await resources.save(person, at: now)
        guard try await take(person, at: now) else {
            _ = try await resources.delete(PersonRecord.self, id: person.id)
            return false
        }
        return true
    }

    /// Assigns the address to a stored account, unless another one has it.
    private func take(_ person: PersonRecord, at now: Date) async throws -> Bool {
        let address = PersonAddress(person)
        if try await catalogue.resources.add(address, at: now) { return true }
        guard let kept = try await catalogue.resources.find(PersonAddress.self, id: address.id),
            try await catalogue.resources.find(PersonRecord.self, id: kept.personID) == nil
        else { return false }
        // It belonged to an account that was removed.
        let changed = try await catalogue.resources.update(PersonAddress.self, id: address.id, at: now) { current in
            if current.personID == kept.personID { current.personID = person.id }
        }
        return changed?.personID == person.id
    }

    func remove(_ person: PersonRecord) async throws {
        _ = try await catalogue.resources.delete(PersonRecord.self, id: person.id)
        let id = PersonRecord.addressID(of: person.email)
        guard let address = try await catalogue.resources.find(PersonAddress.self, id: id), address.personID == person.id else { return }
        do {
            _ = try await catalogue.resources.delete(PersonAddress.self, id: id, unlessItHas: [], expecting: address)
        } catch is HasChanged {
            // Somebody else has taken it meanwhile.
        }
    }
}

/// Says whose account an address is.
struct PersonAddress: StoredResource {
    static let kind = "person_address"
    /// Derived from the address, so that it exists only once, whatever two requests do at the same time.
    var id: String
    var personID: String

    var parentID: String { personID }

    init(_ person: PersonRecord) { (id, personID) = (PersonRecord.addressID(of: person.email), person.id) }
}
