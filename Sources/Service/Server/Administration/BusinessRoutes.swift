// SPDX-License-Identifier: Apache-2.0

import WindowboxCatalogue
import WindowboxContract

/// The business that a client works for: what it is called.
struct BusinessRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("readBusiness", read), Endpoint("updateBusiness", update)] }

    private func read(_ call: AdminCall) async throws -> Business {
        try await Business.find(call.administrator.businessID, in: catalogue)
    }

    private func update(_ call: AdminCall, _ request: BusinessRequest) async throws -> Business {
        try FieldCheck.text(request.name, "name")
        let business = Business(id: call.administrator.businessID, name: request.name)
        try await catalogue.resources.save(business, at: call.now)
        return business
    }
}

extension Business {
    /// One that nobody has named yet is called by its id.
    static func find(_ id: String, in catalogue: Catalogue) async throws -> Business {
        try await catalogue.resources.find(Business.self, id: id) ?? Business(id: id, name: id)
    }
}
