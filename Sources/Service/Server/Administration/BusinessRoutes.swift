// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Reads and changes the business of the calling client: its name, its time zone, and its rules for comments and for
/// signing in.
struct BusinessRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("readBusiness", read), Endpoint("updateBusiness", update)] }

    private static let maximumWords = 500

    private func read(_ call: AdminContext) async throws -> Business {
        try await Business.find(call.administrator.businessID, in: catalogue)
    }

    private func update(_ call: AdminContext, _ request: BusinessRequest) async throws -> Business {
        guard request != BusinessRequest() else {
            throw APIError(.invalidField, "Set name, time_zone, comments or requires_two_steps.", field: "name")
        }
        if let name = request.name { try FieldCheck.text(name, "name") }
        if let zone = request.timeZone, DayCalendar(zone) == nil {
            throw APIError(.invalidField, "Enter UTC or an IANA time zone such as Europe/Berlin.", field: "time_zone")
        }
        if let words = request.comments?.blocklist {
            guard words.count <= Self.maximumWords else {
                throw APIError(.invalidField, "Enter up to \(Self.maximumWords) words.", field: "comments.blocklist")
            }
            for word in words { try FieldCheck.text(word, "comments.blocklist", 1...100) }
        }
        if request.requiresTwoSteps == true { try await checkOwner(call) }
        let known = try await Business.find(call.administrator.businessID, in: catalogue)
        _ = try await catalogue.resources.add(known, at: call.now)
        let changed = try await catalogue.resources.update(Business.self, id: known.id, at: call.now) { business in
            business.name = request.name ?? business.name
            business.timeZone = request.timeZone ?? business.timeZone
            business.comments = request.comments ?? business.comments
            business.requiresTwoSteps = request.requiresTwoSteps ?? business.requiresTwoSteps
        }
        guard let changed else { throw Audience.nothing }
        return changed
    }

    /// Client credentials don't open Studio after that, so there must be an account that can.
    private func checkOwner(_ call: AdminContext) async throws {
        let people = try await catalogue.resources.list(
            PersonRecord.self, parent: call.administrator.businessID, before: nil, since: nil, limit: PeopleRoutes.maxPeople)
        guard people.contains(where: { $0.role == .owner && $0.isActive }) else {
            throw APIError(.conflict, "Nobody could sign in to Studio. Invite an owner first, who then sets a password.")
        }
    }
}

extension Business {
    /// The business with this id. A business that has no record yet is named by its id.
    static func find(_ id: String, in catalogue: Catalogue) async throws -> Business {
        try await catalogue.resources.find(Business.self, id: id) ?? Business(id: id, name: id)
    }
}
