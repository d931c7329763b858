// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Creates, reads, changes and deletes resources of one type; each business sees only its own.
struct AdministeredRoutes<Resource: AdministeredResource>: RouteGroup {
    let catalogue: Catalogue
    /// The creation operation's id; nil if another route group creates this type.
    private let creation: String?
    /// An additional check of a valid resource; throws if it must not be stored.
    private let allowed: @Sendable (Resource) async throws -> Void
    /// Converts a resource to its stored form. The second argument is the version stored so far; nil for a new resource.
    private let sealed: @Sendable (Resource, Resource?) throws -> Resource
    /// Converts a stored resource to the form that its owners may see.
    private let opened: @Sendable (Resource) -> Resource
    /// Called with the id of a deleted resource.
    private let removed: @Sendable (String, Date) async throws -> Void

    init(
        _: Resource.Type, _ catalogue: Catalogue, isMadeHere: Bool = true,
        allowed: @escaping @Sendable (Resource) async throws -> Void = { _ in },
        sealed: @escaping @Sendable (Resource, Resource?) throws -> Resource = { resource, _ in resource },
        opened: @escaping @Sendable (Resource) -> Resource = { $0 },
        removed: @escaping @Sendable (String, Date) async throws -> Void = { _, _ in }
    ) {
        self.catalogue = catalogue
        creation = isMadeHere ? "create\(Resource.operationName)" : nil
        self.allowed = allowed
        self.sealed = sealed
        self.opened = opened
        self.removed = removed
    }

    var endpoints: [Endpoint] {
        let name = Resource.operationName
        return [
            Endpoint("list\(name)s", list),
            Endpoint("read\(name)", read),
            Endpoint("update\(name)", update),
            Endpoint("delete\(name)", delete),
        ] + [creation].compactMap { $0 }.map { Endpoint($0, create) }
    }

    private static var names: [String: String] {
        [
            Video.kind: "videos", Playlist.kind: "playlists", LiveStream.kind: "live streams", Product.kind: "products",
            AdConfiguration.kind: "ad configurations",
        ]
    }

    private func list(_ call: AdminContext) async throws -> ResourceList<Resource> {
        let size = call.query.integer("page_size") ?? 10
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page can have 1 to 100 items.", field: "page_size") }
        let parents = try await Resource.parents(of: call.administrator.businessID, in: catalogue)
        let (before, since) = (call.query["before_id"].map(PageCursor.init), call.query["since_id"].map(PageCursor.init))
        var page: ResourcePage<Resource>
        do {
            page = try await catalogue.resources.page(Resource.self, parents: parents, before: before, since: since, limit: size + 1)
        } catch is CursorExpired {
            throw APIError(
                .invalidField, "Nothing exists with this id any more. Use the paging links of the previous page.",
                field: before == nil ? "since_id" : "before_id")
        }
        // With `since`, the surplus entry is the newest.
        let isUpwards = since != nil && before == nil
        let hasMore = page.entries.count > size
        if hasMore { page.entries.remove(at: isUpwards ? 0 : size) }
        func path(_ name: String, _ cursor: PageCursor?) -> String? {
            cursor.map { "\(Resource.path)?page_size=\(size)&\(name)=\($0)" }
        }
        let (first, last) = (page.cursors.first, page.cursors.last)
        // Even an empty page links back.
        let paging = Paging(
            next: isUpwards || hasMore ? path("before_id", last ?? (isUpwards ? since : nil)) : nil,
            previous: isUpwards ? (hasMore ? path("since_id", first) : nil) : path("since_id", before == nil ? nil : first ?? before))
        var presented: [Resource] = []
        for resource in page.resources { presented.append(try await opened(resource).presented(by: catalogue, at: call.now)) }
        return ResourceList(data: presented, paging: paging, damaged: page.damaged.map { DamagedItem($0, as: Resource.self) })
    }

    private func create(_ call: AdminContext, _ patch: Patch<Resource>) async throws -> Resource {
        let business = call.administrator.businessID
        let blank = Resource.blank(id: OpaqueID.make(), business: business, at: call.now)
        let made = try patch.applied(to: blank).prepared(after: nil)
        try Resource.check(call.administrator, before: nil, after: made)
        try await made.check(as: business, after: nil, in: catalogue)
        try await allowed(made)
        guard try await catalogue.resources.add(sealed(made, nil), at: call.now) else { throw APIError(.conflict, "Try again.") }
        return try await made.presentedOnCreation(by: catalogue, at: call.now)
    }

    /// The resource as administrators see it, with the entity tag of its stored state.
    private func answer(_ kept: Resource, _ call: AdminContext) async throws -> Response {
        var answer = try Response.json(await opened(kept).presented(by: catalogue, at: call.now))
        answer.fields[.eTag] = try EntityTag.of(kept)
        // The response may contain a secret.
        answer.fields[.cacheControl] = "no-store"
        return answer
    }

    private func read(_ call: AdminContext) async throws -> Response { try await answer(Resource.find(call, in: catalogue), call) }

    /// - Throws: an error if `If-Match` names another state. Counters are not part of the state.
    private func check(_ kept: Resource, isExpectedBy call: AdminContext) throws {
        guard let expected = call.fields[.ifMatch], try !EntityTag.requires(expected, EntityTag.of(kept)) else { return }
        throw Self.hasChanged
    }

    private static var hasChanged: APIError {
        APIError(.preconditionFailed, "It has changed since you read it. Read it again, then repeat your change.", field: "If-Match")
    }

    private func update(_ call: AdminContext, _ patch: Patch<Resource>) async throws -> Response {
        let kept: Resource
        do { kept = try await Resource.find(call, in: catalogue) } catch let damage as UnreadableRecordError<Resource> {
            return try await repair(damage, call, patch)
        }
        try check(kept, isExpectedBy: call)
        try await kept.check(call.administrator, in: catalogue)
        let before = opened(kept)
        let proposed = try patch.applied(to: before).prepared(after: before)
        try Resource.check(call.administrator, before: before, after: proposed)
        try await proposed.check(as: call.administrator.businessID, after: before, in: catalogue)
        try await allowed(proposed)
        let changed = try sealed(proposed, kept)
        let updated = try await catalogue.resources.update(Resource.self, id: before.id, at: call.now) { current in
            // Somebody else changed it since it was checked, so the checked version isn't the one that would be written.
            guard current == kept else { throw APIError(.conflict, "Someone else changed it at the same time. Read it again.") }
            current = changed
        }
        guard let updated else { throw Audience.nothing }
        return try await answer(updated, call)
    }

    /// Restores a resource from the readable parts of its record and the fields that the client sends.
    private func repair(_ damage: UnreadableRecordError<Resource>, _ call: AdminContext, _ patch: Patch<Resource>) async throws
        -> Response
    {
        let business = call.administrator.businessID
        let blank = Resource.blank(id: damage.record.id, business: business, at: call.now)
        let made = try patch.applied(to: damage.record.document, or: blank)
        let before = opened(made)
        let proposed = try before.prepared(after: before)
        // What it was can't be known, so it counts as published.
        try Resource.check(call.administrator, before: blank, after: proposed)
        // Nothing in it has been validated before, so it is checked like a new resource.
        try await proposed.check(as: business, after: nil, in: catalogue)
        try await allowed(proposed)
        let repaired = try sealed(proposed, made)
        guard try await catalogue.resources.repair(damage.record, as: repaired, at: call.now) else {
            throw APIError(.conflict, "Someone else changed it at the same time. Read it again.")
        }
        return try await answer(repaired, call)
    }

    private func delete(_ call: AdminContext) async throws {
        let (resource, expected): (Resource, Resource?)
        do {
            let kept = try await Resource.find(call, in: catalogue)
            try check(kept, isExpectedBy: call)
            try Resource.check(call.administrator, before: kept, after: nil)
            try await kept.check(call.administrator, in: catalogue)
            (resource, expected) = (kept, call.fields[.ifMatch] == nil ? nil : kept)
        } catch let damage as UnreadableRecordError<Resource> {
            // The record can't be read; its dependent data is found by its id.
            expected = nil
            resource = Resource.blank(id: damage.record.id, business: call.administrator.businessID, at: call.now)
            // Its previous state is unknown, so it counts as published.
            try Resource.check(call.administrator, before: resource, after: nil)
        }
        try await resource.checkRemoval(in: catalogue)
        do {
            _ = try await catalogue.resources.delete(
                Resource.self, id: resource.id, unlessItHas: Resource.parts, expecting: expected)
        } catch let error as PartsRemain {
            let name = Self.names[error.kind] ?? "parts"
            throw APIError(.conflict, "It has \(name). Remove them first.")
        } catch is HasChanged { throw Self.hasChanged }
        try await resource.clear(in: catalogue)
        try await removed(resource.id, call.now)
    }
}

extension AdministeredResource {
    /// The resource whose id is in the path. Resources of other businesses count as not found.
    /// - Throws: ``UnreadableRecordError`` if its record can't be read.
    static func find(_ call: AdminContext, in catalogue: Catalogue) async throws -> Self {
        let (id, own) = (call.path["id"], call.administrator.businessID)
        do {
            guard let resource = try await catalogue.resources.find(Self.self, id: id), try await resource.business(in: catalogue) == own
            else { throw Audience.nothing }
            return resource
        } catch let error as CatalogueError where error.isMalformed {
            guard let record = try await catalogue.resources.damaged(Self.self, id: id) else { throw error }
            guard try await parents(of: own, in: catalogue).contains(record.parentID) else { throw Audience.nothing }
            throw UnreadableRecordError<Self>(record: record)
        }
    }

    func check(as business: String, after before: Self?, in catalogue: Catalogue) async throws {
        guard try await self.business(in: catalogue) == business else {
            throw APIError(.invalidField, "The item that it belongs to doesn't exist or isn't yours.")
        }
        try await check(after: before, in: catalogue)
    }
}

/// Some fields of a resource, to create or change it (JSON Merge Patch, RFC 7396).
struct Patch<Resource: AdministeredResource>: Decodable, ContractBody {
    static var contractType: (any Decodable.Type)? { Resource.self }
    private let document: JSONValue

    init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }

    /// - Throws: an error if the result isn't a valid resource.
    func applied(to resource: Resource) throws(APIError) -> Resource {
        do { return try ContractJSON.merge(change, into: resource) } catch { throw APIError(reading: error) }
    }

    /// Applies the change to a record that can't be read.
    /// - Parameter blank: used instead of a record that isn't JSON at all.
    func applied(to record: String, or blank: Resource) throws(APIError) -> Resource {
        do {
            let kept = try? ContractJSON.decode(JSONValue.self, from: record)
            guard var members = kept?.members else { return try ContractJSON.merge(change, into: blank) }
            members["id"] = .string(blank.id)
            let whole = try ContractJSON.merge(change, into: JSONValue.object(members))
            return try ContractJSON.decode(Resource.self, from: ContractJSON.encode(whole))
        } catch { throw APIError(reading: error) }
    }

    private var change: JSONValue {
        var members = document.members ?? [:]
        members["id"] = nil
        return .object(members)
    }
}
