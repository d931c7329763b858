// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// Records what administrators change. An entry is written after the change, so the last one may be missing after a crash.
struct AuditLog: Sendable {
    let catalogue: Catalogue

    /// Uploads have thousands of parts, so only the upload itself is recorded.
    private static let unrecorded: Set<String> = ["sendPart"]
    private static let (maxFields, maxBody) = (30, 64 << 10)

    /// Records a request if it changed something.
    func record(_ call: RequestContext, _ answer: Response) async throws {
        guard case .administrator(let administrator) = call.caller, let route = call.contract, route.method != .get,
            (200..<400).contains(answer.status), answer.fields[.idempotencyReplayed] == nil, !Self.unrecorded.contains(route.operationID)
        else { return }
        try await record(route.operationID, by: administrator, path: call.target.path, fields: Self.fields(of: call), at: call.now)
    }

    func record(_ operation: String, by administrator: Administrator, path: String, fields: [String]? = nil, at now: Date) async throws {
        var entry = AuditEntry(
            id: OpaqueID.make(), at: now, actorKind: administrator.isPerson ? .person : .client, actorID: administrator.clientID,
            actorName: administrator.name, operation: operation, path: path)
        entry.fields = fields
        try await catalogue.audit.add(entry, business: administrator.businessID)
    }

    /// The names of the body's members. Values may be secret.
    private static func fields(of call: RequestContext) -> [String]? {
        guard call.contract?.request.mediaType == "application/json", (1...maxBody).contains(call.body.count),
            let members = try? ContractJSON.decode(JSONValue.self, from: call.body).members, !members.isEmpty
        else { return nil }
        return Array(members.keys.sorted().prefix(maxFields))
    }
}

/// Lists the audit log.
struct AuditRoutes: RouteGroup {
    let catalogue: Catalogue

    var endpoints: [Endpoint] { [Endpoint("listAudit", list)] }

    private func list(_ call: AdminContext) async throws -> ResourceList<AuditEntry> {
        let size = call.query.integer("page_size") ?? 20
        try FieldCheck.number(size, "page_size", 1...100)
        let page = try await catalogue.audit.entries(
            of: call.administrator.businessID, after: call.query["before_id"], limit: size)
        let next = page.next.map { APIRoute.path("listAudit", query: ["page_size": String(size), "before_id": $0]) }
        return ResourceList(data: page.entries, paging: Paging(next: next))
    }
}
