// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// One request, once its route, its caller and its query are known to be right.
struct RequestContext: Sendable {
    /// Finds it in the log.
    let id: String
    /// When it came.
    let now: Date
    let route: APIRoute
    let path: PathValues
    let query: QueryValues
    let fields: HTTPFields
    /// What the request calls this service.
    let host: String?
    /// Where it came from, and through whom.
    let origin: RequestOrigin
    let caller: Caller
    /// Collected already; empty where the route takes none or takes a stream.
    var body = Data()
    /// The body as it comes, of routes that take what is not JSON.
    let stream: BodyStream
}

/// Who asks.
enum Caller: Sendable {
    case anybody
    case guest(Guest)
    case administrator(Administrator)
}

/// What a function that answers is given.
protocol CallContext: Sendable {
    static func serves(_ access: APIRoute.Access) -> Bool
    init(_ call: RequestContext) throws
}

extension RequestContext: CallContext {
    static func serves(_ access: APIRoute.Access) -> Bool { access == .everyone }
    init(_ call: RequestContext) { self = call }
}

/// A call of a guest.
@dynamicMemberLookup struct GuestCall: CallContext {
    let call: RequestContext
    let guest: Guest

    static func serves(_ access: APIRoute.Access) -> Bool { access == .guest }

    init(_ call: RequestContext) throws {
        guard case .guest(let guest) = call.caller else { throw APIError(.invalidToken, "A guest's token is needed.") }
        self.call = call
        self.guest = guest
    }

    var viewer: Viewer {
        Viewer(guestID: guest.id, appID: guest.appID, country: call.origin.country, tracking: guest.tracking)
    }

    subscript<Value>(dynamicMember member: KeyPath<RequestContext, Value>) -> Value { call[keyPath: member] }
}

/// A call of an administrator, who has the scope that the route asks for.
@dynamicMemberLookup struct AdminCall: CallContext {
    let call: RequestContext
    let administrator: Administrator

    static func serves(_ access: APIRoute.Access) -> Bool { if case .admin = access { true } else { false } }

    init(_ call: RequestContext) throws {
        guard case .administrator(let administrator) = call.caller else {
            throw APIError(.invalidToken, "An administrator's token is needed.")
        }
        self.call = call
        self.administrator = administrator
    }

    subscript<Value>(dynamicMember member: KeyPath<RequestContext, Value>) -> Value { call[keyPath: member] }
}

/// What stands in a path where its template has braces.
struct PathValues: Sendable, CustomStringConvertible {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// - Precondition: the route's template has the name.
    subscript(name: String) -> String {
        guard let value = values[name] else { preconditionFailure("No {\(name)} in the path") }
        return value
    }

    /// The same for the same values.
    var description: String { values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&") }
}

/// A query, decoded; the last of two values of one name holds.
struct QueryValues: Sendable, CustomStringConvertible {
    private let values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    subscript(name: String) -> String? { values[name] }
    var all: [String: String] { values }
    func integer(_ name: String) -> Int? { values[name].flatMap(Int.init) }

    /// The same for the same values.
    var description: String { values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&") }

    /// Nil where a part is not percent-encoded UTF-8, or has a zero in it.
    init?(encoded: String) {
        var values: [String: String] = [:]
        for pair in encoded.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormText.decoded(parts[0]), let value = FormText.decoded(parts.count > 1 ? parts[1] : "") else { return nil }
            values[name] = value
        }
        self.values = values
    }
}
