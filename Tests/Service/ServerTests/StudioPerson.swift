// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

/// Somebody with an account in Studio, in a browser.
struct StudioPerson: Sendable {
    static let password = "correct horse battery"
    /// Cheap, because hashing is tested by itself.
    static let cost = PasswordHasher.Cost(roundsExponent: 2, blockSize: 1, parallelism: 1)

    let email: String
    let id: String
    /// Carries the cookie.
    var browsing: StudioBrowsing

    /// Creates an account with a password, and signs in.
    static func signedIn(
        _ service: RunningService, _ role: StudioRole, business: String = "b1", email: String? = nil
    ) async throws -> StudioPerson {
        let address = email ?? "\(role.rawValue)@\(business).example"
        let request = PersonRequest(email: address, name: "The \(role.rawValue)", role: role)
        var record = PersonRecord(request, email: address, business: business, at: service.clock.now)
        record.passwordHash = try await PasswordHasher(cost: cost).hash(password)
        #expect(try await PersonDirectory(catalogue: service.catalogue).add(record, at: service.clock.now))
        var person = StudioPerson(email: address, id: record.id, browsing: try await StudioBrowsing(service, business: business))
        let visitor = try await StudioSessions(catalogue: service.catalogue, tokenSigner: service.service.tokenSigner).begin(
            .person(record), at: service.clock.now)
        let field = try StudioSessions(catalogue: service.catalogue, tokenSigner: service.service.tokenSigner).setting(
            visitor, isSecure: false, at: service.clock.now)
        person.browsing.cookie = String(field.prefix { $0 != ";" })
        return person
    }

    /// The fields with which Studio's pages call the API.
    func fields() async throws -> [(String, String)] {
        [("Cookie", browsing.cookie), ("X-Studio-Token", try await browsing.token())]
    }

    func send(_ method: HTTPMethod, _ path: String, json: String? = nil) async throws -> Reply {
        try await browsing.send(method, path, [("X-Studio-Token", try await browsing.token())], json: json)
    }
}
