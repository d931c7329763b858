// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Creates products, or updates existing ones: a shop can send its catalogue repeatedly without creating duplicates.
struct ProductCreationRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("createProduct", put)] }

    private func put(_ call: AdminContext, _ patch: Patch<Product>) async throws -> Response {
        let business = call.administrator.businessID
        let blank = Product.blank(id: OpaqueID.make(), business: business, at: call.now)
        let asked = try patch.applied(to: blank)
        guard try await asked.business(in: catalogue) == business else {
            throw APIError(.invalidField, "There is no such store.", field: "store_id")
        }
        try FieldCheck.text(asked.externalID, "external_id", 1...128)
        let isOnlyNew = call.fields[.ifNoneMatch] == "*"
        let (product, isNew) = try await catalogue.resources.upsert(product: asked.externalID, of: asked.storeID, at: call.now) { before in
            if isOnlyNew, before != nil {
                throw APIError(.conflict, "The store already has a product with this external id.", field: "external_id")
            }
            let product = try before.map { try patch.applied(to: $0) } ?? asked
            try product.checkFields()
            return product
        }
        return try .json(product, status: isNew ? 201 : 200)
    }
}
