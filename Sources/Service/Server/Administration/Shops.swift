// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension BusinessStore: BusinessOwned {
    static let operationName = "BusinessStore"
    static let path = "/v1/admin/business_stores"

    static func blank(id: String, business: String, at now: Date) -> BusinessStore {
        BusinessStore(id: id, businessID: business, name: "", currency: "")
    }

    func check(after before: BusinessStore?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.currency(currency, "currency")
        try FieldCheck.address(url, "url")
    }

    func checkRemoval(in catalogue: Catalogue) async throws {
        let products = try await catalogue.resources.list(Product.self, parent: id, before: nil, since: nil, limit: 1)
        guard products.isEmpty else { throw APIError(.conflict, "It has products. Remove them first.") }
    }
}

extension Product: AdministeredResource {
    static let operationName = "Product"
    static let path = "/v1/admin/products"

    static func blank(id: String, business: String, at now: Date) -> Product {
        Product(id: id, storeID: "", externalID: "", name: "", currency: "")
    }

    func business(in catalogue: Catalogue) async throws -> String? {
        try await catalogue.resources.find(BusinessStore.self, id: storeID)?.businessID
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.resources.list(BusinessStore.self, parent: business, before: nil, since: nil, limit: 10_000).map(\.id)
    }

    func check(after before: Product?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name", 1...500)
        try FieldCheck.text(externalID, "external_id", 1...128)
        try FieldCheck.currency(currency, "currency")
        try FieldCheck.address(customCTA?.url, "custom_cta.url")
        for (index, image) in images.enumerated() { try FieldCheck.address(image.url, "images[\(index)].url") }
        guard units.count <= 500 else { throw APIError(.invalidField, "A product has at most 500 units.", field: "units") }
        for (index, unit) in units.enumerated() {
            try FieldCheck.address(unit.url, "units[\(index)].url")
            guard unit.price.millionths >= 0 else {
                throw APIError(.invalidAmount, "A price is not negative.", field: "units[\(index)].price")
            }
            for name in [unit.externalID, unit.sku, unit.gtin, unit.mpn].compactMap({ $0 }) where name.utf8.count > 128 {
                throw APIError(.invalidField, "A name of a unit has at most 128 bytes.", field: "units[\(index)]")
            }
        }
    }
}
