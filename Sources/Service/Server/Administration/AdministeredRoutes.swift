// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxCatalogue
import WindowboxContract

/// Makes, reads, changes and removes one kind of thing, each business its own.
struct AdministeredRoutes<Resource: AdministeredResource>: RouteGroup {
    let catalogue: Catalogue

    init(_: Resource.Type, _ catalogue: Catalogue) { self.catalogue = catalogue }

    var endpoints: [Endpoint] {
        let name = Resource.operationName
        return [
            Endpoint("list\(name)s", list),
            Endpoint("create\(name)", create),
            Endpoint("read\(name)", read),
            Endpoint("update\(name)", update),
            Endpoint("delete\(name)", delete),
        ]
    }

    private func list(_ call: AdminCall) async throws -> ResourceList<Resource> {
        let size = call.query.integer("page_size") ?? 10
        guard (1...100).contains(size) else { throw APIError(.invalidField, "A page has 1 to 100.", field: "page_size") }
        let parents = try await Resource.parents(of: call.administrator.businessID, in: catalogue)
        let (before, since) = (call.query["before_id"], call.query["since_id"])
        var found = try await catalogue.resources.list(
            Resource.self, parents: parents, before: before, since: since, limit: size + 1)
        // With `since`, the one too many is the newest.
        let isUpwards = since != nil && before == nil
        let hasMore = found.count > size
        if hasMore { if isUpwards { found.removeFirst() } else { found.removeLast() } }
        func page(_ name: String, _ resource: Resource?) -> String? {
            resource.map { "\(Resource.path)?page_size=\(size)&\(name)=\($0.id)" }
        }
        let paging = Paging(
            next: isUpwards || hasMore ? page("before_id", found.last) : nil,
            previous: isUpwards ? (hasMore ? page("since_id", found.first) : nil) : (before != nil ? page("since_id", found.first) : nil))
        return ResourceList(data: found.map(\.told), paging: paging)
    }

    private func create(_ call: AdminCall, _ patch: Patch<Resource>) async throws -> Resource {
        let business = call.administrator.businessID
        let made = try patch.applied(to: Resource.blank(id: OpaqueID.make(), business: business, at: call.now))
        try await check(made, after: nil, business)
        guard try await catalogue.resources.add(made, at: call.now) else { throw APIError(.conflict, "Try again.") }
        return made
    }

    private func read(_ call: AdminCall) async throws -> Resource { try await find(call).told }

    private func update(_ call: AdminCall, _ patch: Patch<Resource>) async throws -> Resource {
        let before = try await find(call)
        let wanted = try patch.applied(to: before)
        try await check(wanted, after: before, call.administrator.businessID)
        let updated = try await catalogue.resources.update(Resource.self, id: before.id, at: call.now) { current in
            // Somebody else changed it since it was looked at: what was checked is not what would be written.
            guard current == before else { throw APIError(.conflict, "It was changed at the same time. Read it again.") }
            current = wanted
        }
        guard let updated else { throw Audience.nothing }
        return updated.told
    }

    private func delete(_ call: AdminCall) async throws {
        let resource = try await find(call)
        try await resource.checkRemoval(in: catalogue)
        _ = try await catalogue.resources.delete(Resource.self, id: resource.id)
    }

    /// What is another's is not there.
    private func find(_ call: AdminCall) async throws -> Resource {
        guard let resource = try await catalogue.resources.find(Resource.self, id: call.path["id"]),
            try await resource.business(in: catalogue) == call.administrator.businessID
        else { throw Audience.nothing }
        return resource
    }

    private func check(_ resource: Resource, after before: Resource?, _ business: String) async throws {
        guard try await resource.business(in: catalogue) == business else {
            throw APIError(.invalidField, "What it belongs to is not there, or not yours.")
        }
        try await resource.check(after: before, in: catalogue)
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
