// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// All names by which products are found. External ids are unique within a store.
struct ProductNames {
    let connection: any SQLConnection
    /// The external id's rank; names are searched in order of rank.
    private static let externalRank = 1

    /// Serialises changes of names in a store until the transaction ends. SQLite has only one writer anyway.
    func lock(_ store: String) throws {
        if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtextextended(\(store), 7813593))") }
    }

    /// The product with an external id; the first of several that an earlier version accepted.
    func holder(of externalID: String, in store: String) throws -> String? {
        try connection.rows(
            """
            SELECT product FROM product_key WHERE store = \(store) AND name = \(externalID) AND rank = \(Self.externalRank)
            ORDER BY product LIMIT 1
            """
        ).first?.text(0)
    }

    /// - Throws: an error if another product of the store has its external id. A product that keeps its own is always accepted.
    func write(_ product: Product) throws {
        if try !has(product) {
            try lock(product.storeID)
            if let holder = try holder(of: product.externalID, in: product.storeID), holder != product.id {
                throw APIError(.conflict, "The store has another product of this external id.", field: "external_id")
            }
        }
        try remove(product.id)
        let units = product.units
        let names: [[String?]] = [
            [product.id], [product.externalID], units.map(\.externalID), units.map(\.gtin), units.map(\.sku), units.map(\.mpn),
        ]
        for (rank, names) in names.enumerated() {
            for name in Set(names.compactMap { $0 }).sorted() where !name.isEmpty {
                try connection.execute(
                    "INSERT INTO product_key (store, name, rank, product) VALUES (\(product.storeID), \(name), \(rank), \(product.id))")
            }
        }
    }

    func remove(_ product: String) throws { try connection.execute("DELETE FROM product_key WHERE product = \(product)") }

    private func has(_ product: Product) throws -> Bool {
        try !connection.rows(
            """
            SELECT 1 FROM product_key WHERE store = \(product.storeID) AND name = \(product.externalID) AND rank = \(Self.externalRank)
            AND product = \(product.id)
            """
        ).isEmpty
    }
}
