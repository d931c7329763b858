// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

extension BusinessStore: BusinessOwned {
    static let operationName = "BusinessStore"

    static func blank(id: String, business: String, at now: Date) -> BusinessStore {
        BusinessStore(id: id, businessID: business, name: "", currency: "")
    }

    func check(after before: BusinessStore?, in catalogue: Catalogue) async throws {
        try FieldCheck.text(name, "name")
        try FieldCheck.currency(currency, "currency")
        try FieldCheck.address(url, "url")
        if let checkoutURL {
            try FieldCheck.address(checkoutURL, "checkout_url")
            guard checkoutURL.hasPrefix("https://"), !checkoutURL.contains("#") else {
                throw APIError(.invalidField, "Enter an address that begins with https:// and has no fragment.", field: "checkout_url")
            }
        }
        try FieldCheck.text(platform, "platform", 0...64)
    }

    /// Keys are generated, since a chosen key would be short.
    func prepared(after before: BusinessStore?) throws -> BusinessStore {
        guard checkoutKey == nil || checkoutKey == before?.checkoutKey else {
            throw APIError(.invalidField, "The service creates the key. Set this to null to get a new one.", field: "checkout_key")
        }
        var store = self
        store.checkoutKey = checkoutURL == nil ? nil : checkoutKey ?? CartSignature.makeKey()
        return store
    }

    static var parts: [any StoredResource.Type] { [Product.self] }
}

extension Product: AdministeredResource {
    static let operationName = "Product"

    static func blank(id: String, business: String, at now: Date) -> Product {
        Product(id: id, storeID: "", externalID: "", name: "", currency: "")
    }

    func business(in catalogue: Catalogue) async throws -> String? {
        try await catalogue.resources.parent(of: BusinessStore.self, id: storeID)
    }

    static func parents(of business: String, in catalogue: Catalogue) async throws -> [String] {
        try await catalogue.resources.ids(BusinessStore.self, parent: business)
    }

    /// The ids of the given products that the business sells.
    static func own(_ ids: [String], of business: String, in catalogue: Catalogue) async throws -> Set<String> {
        let found = try await catalogue.resources.find(Product.self, ids: ids)
        let stores = try await catalogue.resources.find(BusinessStore.self, ids: Array(Set(found.map(\.storeID))))
        let own = Set(stores.filter { $0.businessID == business }.map(\.id))
        return Set(found.filter { own.contains($0.storeID) }.map(\.id))
    }

    func check(after before: Product?, in catalogue: Catalogue) async throws { try checkFields() }

    func checkFields() throws(APIError) {
        try FieldCheck.text(name, "name", 1...500)
        try FieldCheck.text(externalID, "external_id", 1...128)
        try FieldCheck.currency(currency, "currency")
        try FieldCheck.text(subtitle, "subtitle", 0...500)
        try FieldCheck.text(description, "description", 0...10_000)
        try FieldCheck.button(customCTA, "custom_cta")
        try FieldCheck.count(images.count, "images", limit: 100)
        for (index, image) in images.enumerated() {
            try FieldCheck.address(image.url, "images[\(index)].url")
            try FieldCheck.text(image.externalID, "images[\(index)].external_id", 0...128)
            try FieldCheck.text(image.title, "images[\(index)].title", 0...500)
        }
        guard units.count <= 500 else { throw APIError(.invalidField, "A product has at most 500 units.", field: "units") }
        for (index, unit) in units.enumerated() {
            try FieldCheck.address(unit.url, "units[\(index)].url")
            for (price, field) in [(unit.price, "price"), (unit.originalPrice ?? unit.price, "original_price")] where price.millionths < 0 {
                throw APIError(.invalidAmount, "A price can't be negative.", field: "units[\(index)].\(field)")
            }
            try FieldCheck.text(unit.name, "units[\(index)].name", 0...500)
            try FieldCheck.count(unit.options.count, "units[\(index)].options", limit: 50)
            for option in unit.options {
                for text in [option.name, option.value] { try FieldCheck.text(text, "units[\(index)].options", 0...200) }
            }
            for name in [unit.externalID, unit.sku, unit.gtin, unit.mpn].compactMap({ $0 }) where name.utf8.count > 128 {
                throw APIError(.invalidField, "external_id, sku, gtin and mpn can have at most 128 bytes each.", field: "units[\(index)]")
            }
        }
    }
}
