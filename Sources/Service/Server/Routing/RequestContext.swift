// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// A request whose route, caller and query have been validated.
struct RequestContext: Sendable {
    /// Identifies it in the log.
    let id: String
    /// When it arrived.
    let now: Date
    let route: APIRoute
    let path: PathValues
    let query: QueryValues
    let fields: HTTPFields
    /// The host that the request names.
    let host: String?
    /// The client's address and country, and whether it used TLS.
    let origin: RequestOrigin
    let caller: Caller
    /// The complete body; empty if the route takes none or a stream.
    var body = Data()
    /// The body as a stream, for routes that don't take JSON.
    let stream: BodyStream
}

/// An authenticated caller.
enum Caller: Sendable {
    case anybody
    case guest(Guest)
    case administrator(Administrator)
}

/// A handler's first parameter.
protocol CallContext: Sendable {
    static func serves(_ access: APIRoute.Access) -> Bool
    init(_ call: RequestContext) throws
}

extension RequestContext: CallContext {
    static func serves(_ access: APIRoute.Access) -> Bool { access == .everyone }
    init(_ call: RequestContext) { self = call }
}

/// A guest's request.
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

/// A request of an administrator who has the route's scope.
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

/// The values of a path's parameters.
struct PathValues: Sendable, CustomStringConvertible {
    private let values: [String: String]

    init(_ values: [String: String]) { self.values = values }

    /// - Precondition: the route's template has the name.
    subscript(name: String) -> String {
        guard let value = values[name] else { preconditionFailure("No {\(name)} in the path") }
        return value
    }

    /// Deterministic for the same values.
    var description: String { values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&") }
}

/// A decoded query. Of several values with the same name, the last one counts.
struct QueryValues: Sendable, CustomStringConvertible {
    private let values: [String: String]

    init(_ values: [String: String] = [:]) { self.values = values }

    subscript(name: String) -> String? { values[name] }
    var all: [String: String] { values }
    func integer(_ name: String) -> Int? { values[name].flatMap(Int.init) }

    /// Deterministic for the same values.
    var description: String { values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&") }

    /// Nil if a part isn't percent-encoded UTF-8, or contains a NUL.
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
