// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Catalogue resources", .serialized) struct ResourceTests {
    @Test("Resources can be saved, changed and removed", arguments: Make.available) func saving(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            var store = BusinessStore(id: "s1", businessID: "b1", name: "'; DROP TABLE resource; -- 👩‍👩‍👧", currency: "EUR")
            try await resources.save(store, at: OpenedCatalogue.noon)
            #expect(try await resources.find(BusinessStore.self, id: "s1") == store)
            #expect(try await resources.find(Business.self, id: "s1") == nil)
            store.url = "https://example.org/?a='%\\"
            let changed = try await resources.update(BusinessStore.self, id: "s1", at: OpenedCatalogue.noon) {
                $0.url = "https://example.org/?a='%\\"
            }
            #expect(changed == store)
            #expect(try await resources.find(BusinessStore.self, ids: ["x", "s1"]) == [store])
            #expect(try await resources.update(BusinessStore.self, id: "s2", at: OpenedCatalogue.noon) { _ in } == nil)
            #expect(
                try await !resources.add(
                    BusinessStore(id: "s1", businessID: "b2", name: "Other", currency: "USD"), at: OpenedCatalogue.noon))
            #expect(try await resources.find(BusinessStore.self, id: "s1") == store)
            #expect(try await resources.delete(BusinessStore.self, id: "s1"))
            #expect(try await resources.add(store, at: OpenedCatalogue.noon))
            #expect(try await resources.delete(BusinessStore.self, id: "s1"))
            #expect(try await !resources.delete(BusinessStore.self, id: "s1"))
        }
    }

    @Test("Simultaneous updates lose no change", arguments: Make.available) func updates(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        _ = try await opened.catalogue.resources.update(VideoChannel.self, id: "c1", at: OpenedCatalogue.noon) {
                            $0.bio += "x"
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await opened.catalogue.resources.find(VideoChannel.self, id: "c1")?.bio.count == 20)
        }
    }

    @Test("Resources are listed newest first, from either end", arguments: Make.available) func listing(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            for number in 0..<7 {
                let playlist = Playlist(id: "p\(number)", channelID: number == 6 ? "c2" : "c1", name: "\(number)")
                try await resources.save(playlist, at: OpenedCatalogue.noon.addingTimeInterval(Double(number / 2)))
            }
            func ids(before: String? = nil, since: String? = nil, limit: Int = 10) async throws -> [String] {
                try await resources.list(Playlist.self, parent: "c1", before: before, since: since, limit: limit).map(\.id)
            }
            #expect(try await ids() == ["p5", "p4", "p3", "p2", "p1", "p0"])
            #expect(try await ids(before: "p4", limit: 2) == ["p3", "p2"])
            #expect(try await ids(since: "p1", limit: 2) == ["p3", "p2"])
            #expect(try await ids(before: "p5", since: "p3") == ["p4"])
            #expect(try await ids(before: "none") == [])
            #expect(try await resources.ids(Playlist.self, parent: "c1") == ["p0", "p1", "p2", "p3", "p4", "p5"])
            #expect(try await resources.ids(Playlist.self, parent: "c1", limit: 1) == ["p0"])
            #expect(try await resources.ids(Playlist.self, parent: "none").isEmpty)
            #expect(try await resources.ids(Playlist.self, parent: nil, limit: 2) == ["p0", "p1"])
            #expect(try await resources.list(Playlist.self, parent: nil, before: nil, since: nil, limit: 1).map(\.id) == ["p6"])
        }
    }

    @Test("Products are found by any of their identifiers, in order of precedence", arguments: Make.available)
    func products(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            func add(_ id: String, store: String = "s1", external: String, _ change: (inout ProductUnit) -> Void) async throws {
                var product = Product(id: id, storeID: store, externalID: external, name: id, currency: "EUR")
                var unit = ProductUnit(id: "u-\(id)", externalID: "eu-\(id)", name: "M", price: try #require(Amount("5.28")))
                change(&unit)
                product.units = [unit]
                try await resources.save(product, at: OpenedCatalogue.noon)
            }
            try await add("p1", external: "e1") { $0.sku = "same" }
            try await add("p2", external: "same") { $0.gtin = "4006381333931" }
            try await add("p3", store: "s2", external: "e3") { ($0.mpn, $0.gtin) = ("mpn", "same") }
            func find(_ name: String, _ stores: [String]? = nil) async throws -> String? {
                try await resources.product(named: name, stores: stores)?.id
            }
            #expect(try await find("p1") == "p1")
            #expect(try await find("e3") == "p3")
            #expect(try await find("eu-p2") == "p2")
            #expect(try await find("4006381333931") == "p2")
            #expect(try await find("mpn") == "p3")
            #expect(try await find("same") == "p2")
            #expect(try await find("same", ["s2"]) == "p3")
            #expect(try await find("same", []) == nil)
            #expect(try await find("' OR 1=1 --") == nil)
            #expect(try await resources.find(Product.self, id: "p1")?.units.first?.price == Amount("5.28"))
        }
    }

    @Test("A known external ID updates the store's product, and simultaneous calls create only one", arguments: Make.available)
    func upserts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let resources = opened.catalogue.resources
            @Sendable func put(
                _ id: String, _ external: String, store: String = "s1", _ description: String
            ) async throws -> (Product, Bool) {
                try await resources.upsert(product: external, of: store, at: OpenedCatalogue.noon) { before in
                    var product = before ?? Product(id: id, storeID: store, externalID: external, name: id, currency: "EUR")
                    product.description += description
                    return product
                }
            }
            let (made, isNew) = try await put("p1", "e1", "a")
            #expect(isNew)
            #expect(made.id == "p1")
            let (changed, isNewAgain) = try await put("p2", "e1", "b")
            #expect(!isNewAgain)
            #expect(changed.id == "p1")
            #expect(changed.description == "ab")
            #expect(try await put("p3", "e1", store: "s2", "").1)
            // An ID that equals another product's external ID is allowed.
            #expect(try await put("p4", "p1", "").1)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 { group.addTask { try await put("n\(number)", "new", "x").1 } }
                let news = try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                #expect(news == 1)
            }
            #expect(try await resources.product(named: "new", stores: ["s1"])?.description == String(repeating: "x", count: 20))
            // Neither creating nor changing a product can take another's external ID.
            var thief = Product(id: "t1", storeID: "s1", externalID: "e1", name: "x", currency: "EUR")
            await #expect(throws: APIError.self) { try await resources.add(thief, at: OpenedCatalogue.noon) }
            thief.externalID = "mine"
            #expect(try await resources.add(thief, at: OpenedCatalogue.noon))
            let refused = await #expect(throws: APIError.self) {
                try await resources.update(Product.self, id: "t1", at: OpenedCatalogue.noon) { $0.externalID = "e1" }
            }
            #expect(refused?.code == .conflict)
            #expect(refused?.error.field == "external_id")
            #expect(try await resources.find(Product.self, id: "t1") == thief)
            // Once it is unused, it can.
            #expect(try await resources.delete(Product.self, id: "p1"))
            _ = try await resources.update(Product.self, id: "t1", at: OpenedCatalogue.noon) { $0.externalID = "e1" }
            #expect(try await resources.product(named: "e1", stores: ["s1"])?.id == "t1")
        }
    }

    @Test("A reopened database keeps its data, and a newer schema version is refused", arguments: Make.available)
    func reopening(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            async let one = Catalogue(opened.setting)
            async let two = Catalogue(opened.setting)
            for catalogue in [try await one, try await two] {
                #expect(try await catalogue.resources.find(VideoChannel.self, id: "c1") != nil)
                #expect(await catalogue.isReady())
                try await catalogue.close()
                #expect(await !catalogue.isReady())
            }
            let store: any SQLStore =
                switch make {
                case .sqlite: try SQLiteStore(path: opened.setting, isDurable: true)
                case .postgres: PostgresStore(setting: opened.setting)
                }
            _ = try await store.write { try $0.execute("INSERT INTO migration (name) VALUES ('catalogue 99')") }
            try await store.close()
            let error = await #expect(throws: CatalogueError.self) { try await Catalogue(opened.setting) }
            #expect(error?.isNewer == true)
        }
    }

    @Test("Bulk saves are atomic", arguments: Make.available) func bulk(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let channels = (0..<50).map { VideoChannel(id: "c\($0)", businessID: "b1", name: "\($0)", slug: "s\($0)") }
            try await opened.catalogue.resources.save(channels, at: OpenedCatalogue.noon)
            #expect(try await opened.catalogue.resources.find(VideoChannel.self, ids: channels.map(\.id)) == channels)
            var products = ["p1", "p2"].map { Product(id: $0, storeID: "s1", externalID: "e-\($0)", name: $0, currency: "EUR") }
            products[1].externalID = "a\u{0}b"
            await #expect(throws: CatalogueError.self) { try await opened.catalogue.resources.save(products, at: OpenedCatalogue.noon) }
            #expect(try await opened.catalogue.resources.find(Product.self, id: "p1") == nil)
            #expect(try await opened.catalogue.resources.product(named: "p1", stores: nil) == nil)
        }
    }

    @Test("IDs cannot be guessed") func ids() {
        let ids = (0..<1000).map { _ in OpaqueID.make() }
        #expect(Set(ids).count == 1000)
        #expect(ids.allSatisfy(OpaqueID.isWellFormed))
        #expect(ids.allSatisfy { $0.count == 16 && $0.first.map { $0.isLetter || $0.isNumber } == true })
    }

    @Test("An unreachable server is reported as an error that can be retried") func unreachable() async {
        let error = await #expect(throws: CatalogueError.self) { try await Catalogue("host=/nonexistent dbname=none") }
        #expect(error?.canRetry == true)
    }
}
