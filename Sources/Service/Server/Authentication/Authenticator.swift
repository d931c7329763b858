// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Identifies the caller of a request.
struct Authenticator: Sendable {
    let tokenSigner: TokenSigner
    let catalogue: Catalogue
    let studio: StudioSessions

    /// - Throws: an ``APIError`` for callers that may not use an endpoint with this access. Callers who aren't signed in to Studio are
    ///   ``Caller/anybody``.
    func caller(of access: Endpoint.Access, _ fields: HTTPFields, isSecure: Bool, at now: Date) async throws -> Caller {
        switch access {
        case .everyone: return .anybody
        case .guest: return .guest(try await guest(fields, at: now))
        case .admin(let scope):
            let administrator = try await administrator(fields, isSecure: isSecure, at: now)
            guard administrator.has(scope) else {
                throw APIError(.insufficientScope, "This needs the scope \(scope). Ask for a token that has it.")
            }
            return .administrator(administrator)
        case .visitor, .studio: return try await studio.visitor(fields, isSecure: isSecure, at: now).map { .user($0) } ?? .anybody
        }
    }

    // The guest is looked up for each request: erasing one takes effect at once, and a changed tracking setting from the next request on.
    private func guest(_ fields: HTTPFields, at now: Date) async throws -> Guest {
        guard let token = fields.bearerToken else {
            throw APIError(.invalidToken, "A guest's token is needed: POST \(APIRoute.path("authenticateGuest")).")
        }
        guard let claim = tokenSigner.verify(GuestClaim.self, token, for: .guest), Double(claim.until) > now.timeIntervalSince1970,
            let guest = try await catalogue.guests.guest(id: claim.guest)
        else {
            throw APIError(
                .invalidToken, "The guest's token is invalid or has expired. Get a new one: POST \(APIRoute.path("authenticateGuest")).")
        }
        return guest
    }

    /// The business that a media request acts for, from an administrator's token or from the session
    /// cookie of a Studio page, which sends nothing else.
    func business(_ fields: HTTPFields, isSecure: Bool, at now: Date) async throws -> String? {
        let administrator: Administrator?
        if fields.bearerToken == nil {
            administrator = try await studio.visitor(fields, isSecure: isSecure, at: now)?.administrator
        } else {
            do { administrator = try await self.administrator(fields, isSecure: isSecure, at: now) } catch is APIError { return nil }
        }
        return administrator.flatMap { $0.has("videos:read") ? $0.businessID : nil }
    }

    private func administrator(_ fields: HTTPFields, isSecure: Bool, at now: Date) async throws -> Administrator {
        guard let token = fields.bearerToken else {
            if let administrator = try await studio.administrator(fields, isSecure: isSecure, at: now) { return administrator }
            throw APIError(.invalidToken, "An administrator's token is needed: POST \(APIRoute.path("adminToken")).")
        }
        guard let claim = tokenSigner.verify(AdministratorClaim.self, token, for: .administrator),
            Double(claim.until) > now.timeIntervalSince1970
        else { throw APIError(.invalidToken, "The token is invalid or has expired. Get a new one: POST \(APIRoute.path("adminToken")).") }
        // Scopes that were withdrawn from a client, and clients that were deleted, lose access at once.
        guard let client = try await catalogue.resources.find(ClientProgram.self, id: claim.client), client.businessID == claim.business
        else { throw APIError(.invalidToken, "The client of this token no longer exists.") }
        let has = Administrator(clientID: client.id, businessID: client.businessID, scopes: Set(client.scopes))
        let given = Administrator(clientID: client.id, businessID: client.businessID, scopes: Set(claim.scopes))
        return Administrator(
            clientID: client.id, businessID: client.businessID,
            scopes: Set(ClientProgram.allScopes.filter { has.has($0) && given.has($0) }), name: client.name)
    }
}
