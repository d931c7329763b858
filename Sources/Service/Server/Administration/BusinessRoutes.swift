// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// Reads and changes the business of the calling client: its name and its time zone.
struct BusinessRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("readBusiness", read), Endpoint("updateBusiness", update)] }

    private func read(_ call: AdminContext) async throws -> Business {
        try await Business.find(call.administrator.businessID, in: catalogue)
    }

    private func update(_ call: AdminContext, _ request: BusinessRequest) async throws -> Business {
        guard request != BusinessRequest() else { throw APIError(.invalidField, "Set name or time_zone.", field: "name") }
        if let name = request.name { try FieldCheck.text(name, "name") }
        if let zone = request.timeZone, DayCalendar(zone) == nil {
            throw APIError(.invalidField, "Enter UTC or an IANA time zone such as Europe/Berlin.", field: "time_zone")
        }
        let known = try await Business.find(call.administrator.businessID, in: catalogue)
        _ = try await catalogue.resources.add(known, at: call.now)
        let changed = try await catalogue.resources.update(Business.self, id: known.id, at: call.now) { business in
            business.name = request.name ?? business.name
            business.timeZone = request.timeZone ?? business.timeZone
        }
        guard let changed else { throw Audience.nothing }
        return changed
    }
}

extension Business {
    /// The business with this id. A business that has no record yet is named by its id.
    static func find(_ id: String, in catalogue: Catalogue) async throws -> Business {
        try await catalogue.resources.find(Business.self, id: id) ?? Business(id: id, name: id)
    }
}
