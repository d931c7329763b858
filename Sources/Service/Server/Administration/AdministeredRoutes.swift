// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Makes, reads, changes and removes one kind of thing, each business its own.
struct AdministeredRoutes<Resource: AdministeredResource>: RouteGroup {
    let catalogue: Catalogue
    /// Nil where others make them.
    private let creation: String?
    /// Called with what a client sent once it is known to be right by itself; throws for what must not be kept.
    private let allowed: @Sendable (Resource) async throws -> Void
    /// What is kept of one in its place, after what was kept before; nil for a new one.
    private let sealed: @Sendable (Resource, Resource?) throws -> Resource
    /// The same read back, as its owners may see it.
    private let opened: @Sendable (Resource) -> Resource
    /// Called with the id of what was removed.
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

    private func list(_ call: AdminCall) async throws -> ResourceList<Resource> {
        let size = call.query.integer("page_size") ?? 10
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page has 1 to 100.", field: "page_size") }
        let parents = try await Resource.parents(of: call.administrator.businessID, in: catalogue)
        let (before, since) = (call.query["before_id"].map(ListPlace.init), call.query["since_id"].map(ListPlace.init))
        var page: ResourcePage<Resource>
        do {
            page = try await catalogue.resources.page(Resource.self, parents: parents, before: before, since: since, limit: size + 1)
        } catch is PlaceIsGone {
            throw APIError(
                .invalidField, "There is nothing of this id any more. Take what the page before says of the next.",
                field: before == nil ? "since_id" : "before_id")
        }
        // With `since`, the one too many is the newest.
        let isUpwards = since != nil && before == nil
        let hasMore = page.places.count > size
        if hasMore {
            let surplus = isUpwards ? 0 : size
            page.resources.remove(at: surplus)
            page.places.remove(at: surplus)
        }
        func path(_ name: String, _ place: ListPlace?) -> String? {
            place.map { "\(Resource.path)?page_size=\(size)&\(name)=\($0)" }
        }
        let (first, last) = (page.places.first, page.places.last)
        // From a page that is empty there is a way back all the same.
        let paging = Paging(
            next: isUpwards || hasMore ? path("before_id", last ?? (isUpwards ? since : nil)) : nil,
            previous: isUpwards ? (hasMore ? path("since_id", first) : nil) : path("since_id", before == nil ? nil : first ?? before))
        var told: [Resource] = []
        for resource in page.resources { told.append(try await opened(resource).told(by: catalogue, at: call.now)) }
        return ResourceList(data: told, paging: paging)
    }

    private func create(_ call: AdminCall, _ patch: Patch<Resource>) async throws -> Resource {
        let business = call.administrator.businessID
        let blank = Resource.blank(id: OpaqueID.make(), business: business, at: call.now)
        let made = try patch.applied(to: blank).prepared(after: nil)
        try await made.check(as: business, after: nil, in: catalogue)
        try await allowed(made)
        guard try await catalogue.resources.add(sealed(made, nil), at: call.now) else { throw APIError(.conflict, "Try again.") }
        return try await made.toldWhenMade(by: catalogue, at: call.now)
    }

    private func read(_ call: AdminCall) async throws -> Resource {
        try await opened(Resource.find(call, in: catalogue)).told(by: catalogue, at: call.now)
    }

    private func update(_ call: AdminCall, _ patch: Patch<Resource>) async throws -> Resource {
        let kept = try await Resource.find(call, in: catalogue)
        let before = opened(kept)
        let wanted = try patch.applied(to: before).prepared(after: before)
        try await wanted.check(as: call.administrator.businessID, after: before, in: catalogue)
        try await allowed(wanted)
        let changed = try sealed(wanted, kept)
        let updated = try await catalogue.resources.update(Resource.self, id: before.id, at: call.now) { current in
            // Somebody else changed it since it was looked at: what was checked is not what would be written.
            guard current == kept else { throw APIError(.conflict, "It was changed at the same time. Read it again.") }
            current = changed
        }
        guard let updated else { throw Audience.nothing }
        return try await opened(updated).told(by: catalogue, at: call.now)
    }

    private func delete(_ call: AdminCall) async throws {
        let resource = try await Resource.find(call, in: catalogue)
        try await resource.checkRemoval(in: catalogue)
        do { _ = try await catalogue.resources.delete(Resource.self, id: resource.id, unlessItHas: Resource.parts) } catch let error
            as PartsRemain
        {
            let name = Self.names[error.kind] ?? "parts"
            throw APIError(.conflict, "It has \(name). Remove them first.")
        }
        try await resource.clear(in: catalogue)
        try await removed(resource.id, call.now)
    }
}

extension AdministeredResource {
    /// The one whose id stands in the path. What is another's is not there.
    static func find(_ call: AdminCall, in catalogue: Catalogue) async throws -> Self {
        guard let resource = try await catalogue.resources.find(Self.self, id: call.path["id"]),
            try await resource.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        return resource
    }

    func check(as business: String, after before: Self?, in catalogue: Catalogue) async throws {
        guard try await self.business(in: catalogue) == business else {
            throw APIError(.invalidField, "What it belongs to is not there, or not yours.")
        }
        try await check(after: before, in: catalogue)
    }
}

/// Some members of a thing, to make or to change it (RFC 7396).
struct Patch<Resource: AdministeredResource>: Decodable, ContractBody {
    static var contractType: (any Decodable.Type)? { Resource.self }
    private let document: JSONValue

    init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }

    /// - Throws: where what comes out is no such thing.
    func applied(to resource: Resource) throws(APIError) -> Resource {
        var members = document.members ?? [:]
        members["id"] = nil
        do { return try ContractJSON.merge(.object(members), into: resource) } catch { throw APIError(reading: error) }
    }
}
