// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Resources as JSON documents, with columns for searching.
struct SQLResources: ResourceRepository {
    let store: any SQLStore
    let changes: ChangeCount

    func find<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> Resource? {
        try await store.read { try $0.resource(type, id: id) }
    }

    func find<Resource: StoredResource>(_ type: Resource.Type, ids: [String]) async throws -> [Resource] {
        try await store.read { try $0.readableResources(type, ids: ids) }
    }

    func save<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws {
        try await write(Resource.self) { try ResourceWriter(connection: $0).save(resource, at: now) }
    }

    func save<Resource: StoredResource>(_ resources: [Resource], at now: Date) async throws {
        try await write(Resource.self) { connection in
            let writer = ResourceWriter(connection: connection)
            for resource in resources { try writer.save(resource, at: now) }
        }
    }

    func add<Resource: StoredResource>(_ resource: Resource, at now: Date) async throws -> Bool {
        try await write(Resource.self) { try ResourceWriter(connection: $0).add(resource, at: now) }
    }

    func update<Resource: StoredResource>(
        _ type: Resource.Type, id: String, at now: Date, _ change: @escaping @Sendable (inout Resource) throws -> Void
    ) async throws -> Resource? {
        try await write(type) { try ResourceWriter(connection: $0).update(type, id: id, at: now, change) }
    }

    func update(
        video id: String, transcripts: [Transcript], at now: Date, _ change: @escaping @Sendable (inout Video) throws -> Void
    ) async throws -> Video? {
        try await write(Video.self) { connection in
            let writer = ResourceWriter(connection: connection)
            return try writer.update(Video.self, id: id, at: now) { video in
                for transcript in transcripts { try writer.write(transcript, of: id) }
                try change(&video)
            }
        }
    }

    func parent<Resource: StoredResource>(of type: Resource.Type, id: String) async throws -> String? {
        try await store.read { try $0.parent(of: type, id: id) }
    }

    func damaged<Resource: StoredResource>(_ type: Resource.Type, id: String) async throws -> UnreadableRecord? {
        try await store.read { connection in
            let rows = try connection.rows("SELECT document, parent FROM resource WHERE kind = \(type.kind) AND id = \(id)")
            guard let row = rows.first, connection.readable(type, row.text(0)) == nil else { return nil }
            return UnreadableRecord(id: id, parentID: row.text(1), document: row.text(0))
        }
    }

    func repair<Resource: StoredResource>(_ damaged: UnreadableRecord, as resource: Resource, at now: Date) async throws -> Bool {
        try await write(Resource.self) { connection in
            let lock: SQL = connection.dialect == .postgres ? " FOR UPDATE" : ""
            let rows = try connection.rows("SELECT document FROM resource WHERE kind = \(Resource.kind) AND id = \(damaged.id)\(lock)")
            guard resource.id == damaged.id, rows.first?.text(0) == damaged.document else { return false }
            try ResourceWriter(connection: connection).save(resource, at: now)
            return true
        }
    }

    func delete<Resource: StoredResource>(
        _ type: Resource.Type, id: String, unlessItHas parts: [any StoredResource.Type], expecting expected: Resource?
    ) async throws -> Bool {
        let kinds = parts.map { $0.kind }
        return try await write(type) { connection in
            if let expected {
                let lock: SQL = connection.dialect == .postgres ? " FOR UPDATE" : ""
                let rows = try connection.rows("SELECT document FROM resource WHERE kind = \(type.kind) AND id = \(id)\(lock)")
                if let row = rows.first, connection.readable(type, row.text(0)) != expected { throw HasChanged() }
            }
            for kind in kinds {
                let isThere = try !connection.rows("SELECT 1 FROM resource WHERE kind = \(kind) AND parent = \(id) LIMIT 1").isEmpty
                if isThere { throw PartsRemain(kind: kind) }
            }
            return try ResourceWriter(connection: connection).delete(type, id: id)
        }
    }

    private func write<Resource: StoredResource, Result: Sendable>(
        _ type: Resource.Type, _ body: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        let result = try await store.write(body)
        changes.note(type)
        return result
    }

    func list<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: String?, since: String?, limit: Int
    ) async throws -> [Resource] {
        do {
            return try await page(
                type, parents: parents, before: before.map(PageCursor.init), since: since.map(PageCursor.init), limit: limit
            )
            .resources
        } catch is CursorExpired { return [] }
    }

    func page<Resource: StoredResource>(
        _ type: Resource.Type, parents: [String]?, before: PageCursor?, since: PageCursor?, limit: Int
    ) async throws -> ResourcePage<Resource> {
        try await store.read { connection in
            var conditions: [SQL] = ["kind = \(type.kind)"]
            if let parents { conditions.append("parent IN \(SQL.list(parents.map(SQLValue.text)))") }
            // What isn't in the list can't be a position in it, and nothing is revealed about it.
            let scope = SQL.joined(conditions, by: " AND ")
            for (cursor, comparison) in [(before, "<" as SQL), (since, ">" as SQL)] {
                guard let cursor else { continue }
                let known = try connection.rows("SELECT created FROM resource WHERE \(scope) AND id = \(cursor.id)").first?.integer(0)
                guard let created = known ?? cursor.created else { throw CursorExpired() }
                conditions.append(cursor.condition(comparison, created: created))
            }
            // With `since`, the next newer ones are read in ascending order, but returned newest first.
            let isUpwards = since != nil && before == nil
            let order: SQL = isUpwards ? "created, id" : "created DESC, id DESC"
            let found = try connection.rows(
                "SELECT document, id, created, parent FROM resource WHERE \(SQL.joined(conditions, by: " AND ")) ORDER BY \(order) LIMIT \(limit)"
            )
            let rows = isUpwards ? found.reversed() : found
            return ResourcePage(
                entries: rows.map { row in
                    let cursor = PageCursor(id: row.text(1), created: row.integer(2))
                    guard let resource = connection.readable(type, row.text(0)) else {
                        return .damaged(UnreadableRecord(id: cursor.id, parentID: row.text(3), document: row.text(0)), cursor)
                    }
                    return .whole(resource, cursor)
                })
        }
    }

    func ids<Resource: StoredResource>(_ type: Resource.Type, parent: String?, limit: Int) async throws -> [String] {
        try await store.read { connection in
            let part: SQL = parent.map { "AND parent = \($0)" } ?? ""
            return try connection.rows(
                "SELECT id FROM resource WHERE kind = \(type.kind) \(part) ORDER BY created, id LIMIT \(limit)"
            ).map { $0.text(0) }
        }
    }

    func liveStreams(ofVideos ids: [String]) async throws -> LiveStreamLinks {
        try await store.read { try $0.liveStreams(ofVideos: ids) }
    }

    func businesses(limit: Int) async throws -> [String] {
        try await store.read { connection in
            var found: Set<String> = []
            for kind in [VideoChannel.kind, ClientApp.kind, BusinessStore.kind, AdCampaign.kind] {
                // Jumps from business to business, because each may have many rows.
                var last = ""
                while found.count < limit,
                    let row = try connection.rows(
                        "SELECT parent FROM resource WHERE kind = \(kind) AND parent > \(last) ORDER BY parent LIMIT 1"
                    ).first
                {
                    last = row.text(0)
                    found.insert(last)
                }
            }
            return found.sorted()
        }
    }

    func product(named name: String, stores: [String]?) async throws -> Product? {
        try await store.read { connection in
            let among: SQL = stores.map { "AND store IN \(SQL.list($0.map(SQLValue.text)))" } ?? ""
            let rows = try connection.rows(
                "SELECT product FROM product_key WHERE name = \(name) \(among) ORDER BY rank, store, product LIMIT 1")
            return try rows.first.flatMap { try connection.resource(Product.self, id: $0.text(0)) }
        }
    }

    func upsert(
        product externalID: String, of store: String, at now: Date, _ change: @escaping @Sendable (Product?) throws -> Product
    ) async throws -> (product: Product, isNew: Bool) {
        try await self.store.write { connection in
            let names = ProductNames(connection: connection)
            try names.lock(store)
            let before = try names.holder(of: externalID, in: store).flatMap { try connection.resource(Product.self, id: $0) }
            let product = try change(before)
            try ResourceWriter(connection: connection).save(product, at: now)
            return (product, before == nil)
        }
    }

    func videos(showing product: String, channel: String?, at now: Date, limit: Int) async throws -> [Video] {
        try await store.read { connection in
            let places = try VideoIndex(connection: connection).videos(
                in: channel ?? VideoIndex.everywhere, .token(Token(.product, product)), after: nil, unseen: nil,
                feedCreatedAt: Timestamp.milliseconds(now), now: Timestamp.milliseconds(now), limit: limit)
            return try connection.readableResources(Video.self, ids: places.map(\.video))
        }
    }
}
