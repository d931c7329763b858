// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// A request of a user of Studio, with access to the administration endpoints.
///
/// Pages show only what the API returns within the scopes of the signed-in client.
@dynamicMemberLookup struct StudioContext: Sendable {
    let studio: StudioRoutes
    let call: RequestContext
    let visitor: StudioVisitor

    init(_ studio: StudioRoutes, _ call: RequestContext) throws {
        guard case .user(let visitor) = call.caller else { throw APIError(.invalidToken, "Sign in to Studio.") }
        (self.studio, self.call, self.visitor) = (studio, call, visitor)
    }

    subscript<Value>(dynamicMember member: KeyPath<RequestContext, Value>) -> Value { call[keyPath: member] }

    var query: QueryValues { call.query }
    var path: PathValues { call.path }
    var now: Date { call.now }
    var administrator: Administrator { visitor.administrator }
    var catalogue: Catalogue { studio.catalogue }

    func may(_ scope: String) -> Bool { administrator.has(scope) }

    /// Whether the signed-in client may change a video.
    func mayChange(_ video: Video) async throws -> Bool { try await video.isChangeable(by: administrator, in: catalogue) }

    func require(_ scope: String) throws(APIError) {
        guard may(scope) else {
            throw APIError(.insufficientScope, "This needs the scope \(scope). Sign in with a client that has it.")
        }
    }

    /// Calls an endpoint as a program would, but in-process.
    func answer(_ operationID: String, _ path: [String: String] = [:], _ query: [String: String] = [:]) async throws -> Response {
        guard let endpoint = studio.operations[operationID] else {
            throw APIError(.unavailable, "This process doesn't offer this.")
        }
        if case .admin(let scope) = endpoint.access { try require(scope) }
        let values = QueryValues(query)
        try endpoint.check(values)
        return try await endpoint.respond(
            RequestContext(
                id: call.id, now: call.now, method: call.method, target: call.target, path: PathValues(path.map { ($0.key, $0.value) }),
                query: values, fields: [:], host: call.host, origin: call.origin, caller: .administrator(administrator),
                stream: call.stream, contract: endpoint.contract))
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
        var parameters = ["page_size": String(size)]
        for name in ["before_id", "since_id"] where !(query[name] ?? "").isEmpty { parameters[name] = query[name] }
        let found = try await ask(ResourceList<Resource>.self, "list\(type.operationName)s", [:], parameters)
        let write: String = if case .admin(let scope) = APIRoute.named("delete\(type.operationName)")?.access { scope } else { "" }
        return StudioList(
            found.data, next: Self.place(found.paging.next), previous: Self.place(found.paging.previous),
            damaged: StudioUnreadableEntries(found.damaged ?? [], path: type.path, mayDelete: may(write)))
    }

    /// All resources up to a limit; empty if the scope for them is missing.
    func all<Resource: AdministeredResource>(_ type: Resource.Type, limit: Int = 500) async throws -> [Resource] {
        var found: [Resource] = []
        var before: [String: String] = [:]
        while found.count < limit {
            let page: ResourceList<Resource>
            do {
                page = try await ask(
                    ResourceList<Resource>.self, "list\(type.operationName)s", [:], before.merging(["page_size": "100"]) { $1 })
            } catch let error as APIError where error.code == .insufficientScope { return [] }
            found += page.data
            guard let next = page.paging.next?.split(separator: "=").last else { break }
            before = ["before_id": String(next)]
        }
        return Array(found.prefix(limit))
    }

    /// The URL for a stored path.
    func address(_ stored: String) -> String { studio.addresses.address(stored, for: call) }

    private static func place(_ path: String?) -> String? {
        path.flatMap { $0.split(separator: "&").last }.map { "?\($0)" }
    }
}
