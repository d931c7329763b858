// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract

/// A request for any path of the service. When its handler is called, route, caller, query and body have been validated.
struct RequestContext: Sendable {
    /// Identifies it in the log.
    let id: String
    /// When it arrived.
    let now: Date
    let method: HTTPRequest.Method
    /// The path and the query as sent, percent-encoded.
    let target: RequestTarget
    /// The values in the path.
    let path: PathValues
    let query: QueryValues
    var fields: HTTPFields
    /// The host that the request names.
    let host: String?
    /// The client's address and country, and whether it used TLS.
    let origin: RequestOrigin
    var caller = Caller.anybody
    /// The complete body; empty if the endpoint takes none or a stream.
    var body = Data()
    /// The body as a stream, for endpoints that read it themselves.
    let stream: BodyStream
    /// What the contract says about the route; nil for paths that are not part of the API.
    let contract: APIRoute?

    /// - Precondition: the path is part of the API.
    var route: APIRoute {
        guard let contract else { preconditionFailure("\(target.path) is not part of the API") }
        return contract
    }
}

/// A request's target as sent.
struct RequestTarget: Sendable {
    let path: String
    /// Without the question mark; nil if there is none.
    let query: String?
}

/// An authenticated caller.
enum Caller: Sendable {
    case anybody
    case guest(Guest)
    case administrator(Administrator)
    /// Somebody who has signed in to Studio.
    case user(StudioVisitor)

    /// Unique per caller; empty for anybody.
    var name: String {
        switch self {
        case .anybody: ""
        case .guest(let guest): IdempotencyKey.caller(guest: guest.id)
        case .administrator(let administrator): administrator.callerName
        case .user(let visitor): visitor.administrator.callerName
        }
    }
}

/// A handler's first parameter.
protocol HandlerContext: Sendable {
    static func serves(_ access: APIRoute.Access) -> Bool
    init(_ call: RequestContext) throws
}

extension RequestContext: HandlerContext {
    static func serves(_ access: APIRoute.Access) -> Bool { access == .everyone }
    init(_ call: RequestContext) { self = call }
}

/// A guest's request.
@dynamicMemberLookup struct GuestContext: HandlerContext {
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
@dynamicMemberLookup struct AdminContext: HandlerContext {
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
