// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// A request for a page of Studio, with access to the administration endpoints.
///
/// Pages show only what the API returns within the scopes of the signed-in client.
struct StudioRequest: Sendable {
    let studio: StudioHandler
    let call: RequestContext
    let visitor: StudioVisitor

    var query: QueryValues { call.query }
    var path: PathValues { call.path }
    var now: Date { call.now }
    var administrator: Administrator { visitor.administrator }
    var catalogue: Catalogue { studio.catalogue }

    func may(_ scope: String) -> Bool { administrator.has(scope) }

    func require(_ scope: String) throws(APIError) {
        guard may(scope) else {
            throw APIError(.insufficientScope, "This needs the scope \(scope). Sign in with a client that has it.")
        }
    }

    /// Calls an endpoint as a program would, but in-process.
    func answer(_ operationID: String, _ path: [String: String] = [:], _ query: [String: String] = [:]) async throws -> APIResponse {
        guard let endpoint = studio.endpoints[operationID] else {
            throw APIError(.unavailable, "This process does not answer that.")
        }
        if case .admin(let scope) = endpoint.route.access { try require(scope) }
        let values = QueryValues(query)
        try values.check(endpoint.route.query)
        let asked = RequestContext(
            id: call.id, now: call.now, route: endpoint.route, path: PathValues(path), query: values, fields: [:], host: call.host,
            origin: call.origin, caller: .administrator(administrator), stream: call.stream)
        do { return try await endpoint.respond(asked) } catch let error as any ToldError { throw error.told }
    }

    func ask<Value: Decodable>(
        _ type: Value.Type, _ operationID: String, _ path: [String: String] = [:], _ query: [String: String] = [:]
    ) async throws -> Value {
        guard case .bytes(let bytes) = try await answer(operationID, path, query).content else {
            throw APIError(.serverError, "There is no answer.")
        }
        return try ContractJSON.decode(type, from: Data(bytes.readableBytesView))
    }

    /// The resource whose id is in the path.
    func one<Resource: AdministeredResource>(_ type: Resource.Type) async throws -> Resource {
        try await ask(type, "read\(type.operationName)", ["id": path["id"]])
    }

    /// The page of a list that the query names.
    func page<Resource: AdministeredResource>(_ type: Resource.Type, size: Int = 25) async throws -> StudioList<Resource> {
        var asked = ["page_size": String(size)]
        for name in ["before_id", "since_id"] where !(query[name] ?? "").isEmpty { asked[name] = query[name] }
        let found = try await ask(ResourceList<Resource>.self, "list\(type.operationName)s", [:], asked)
        let write: String = if case .admin(let scope) = APIRoute.named("delete\(type.operationName)")?.access { scope } else { "" }
        return StudioList(
            found.data, next: Self.place(found.paging.next), previous: Self.place(found.paging.previous),
            damaged: StudioDamage(found.damaged ?? [], path: type.path, mayDelete: may(write)))
    }

    /// All resources up to a limit; empty if the scope for them is missing.
    func all<Resource: AdministeredResource>(_ type: Resource.Type, most: Int = 500) async throws -> [Resource] {
        var found: [Resource] = []
        var before: [String: String] = [:]
        while found.count < most {
            let page: ResourceList<Resource>
            do {
                page = try await ask(
                    ResourceList<Resource>.self, "list\(type.operationName)s", [:], before.merging(["page_size": "100"]) { $1 })
            } catch let error as APIError where error.code == .insufficientScope { return [] }
            found += page.data
            guard let next = page.paging.next?.split(separator: "=").last else { break }
            before = ["before_id": String(next)]
        }
        return Array(found.prefix(most))
    }

    /// The URL for a stored path.
    func address(_ stored: String) -> String { studio.addresses.address(stored, for: call) }

    private static func place(_ path: String?) -> String? {
        path.flatMap { $0.split(separator: "&").last }.map { "?\($0)" }
    }
}
