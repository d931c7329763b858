// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A route of the contract with its handler.
///
/// The handler's parameters determine what is checked before it is called: a ``GuestCall`` needs a guest's token, an ``AdminCall`` needs an
/// administrator's token with the route's scope, and the second parameter is the body, decoded and validated against the contract's schema.
/// The handler returns what the contract declares, `Void` if that is nothing, or a ``Response`` for anything that isn't JSON. A handler
/// that doesn't match its route is detected when the service starts.
struct Endpoint: Sendable {
    let route: APIRoute
    let schema: RequestSchema?
    /// The rate limit that requests count against.
    private(set) var allowance = Allowance.ordinary
    private(set) var hasEntityTag = false
    /// Whether its responses may be compressed; see ``ContentCoding``.
    private(set) var isPacked = false
    /// The body's limit in bytes; nil if the body is not read before the handler is called.
    private(set) var largestBody: Int?
    /// The limit of values in a JSON body.
    private(set) var mostValues: Int
    let respond: @Sendable (RequestContext) async throws -> APIResponse

    init<Context: CallContext, Result: Sendable>(
        _ operationID: String, _ handle: @escaping @Sendable (Context) async throws -> Result
    ) {
        let route = Self.route(operationID, Context.self, answers: Result.self)
        self.route = route
        schema = nil
        largestBody = nil
        mostValues = 0
        respond = { call in try await APIResponse(handle(Context(call)), status: route.status) }
    }

    init<Context: CallContext, Body: Decodable & Sendable, Result: Sendable>(
        _ operationID: String, _ handle: @escaping @Sendable (Context, Body) async throws -> Result
    ) {
        let route = Self.route(operationID, Context.self, answers: Result.self)
        let type: (any Decodable.Type)? =
            if let own = Body.self as? any ContractBody.Type { own.contractType } else { Body.self }
        precondition(type == nil || route.request.type == type, "\(operationID) does not take \(Body.self)")
        let schema = type == nil ? nil : RequestSchema(route)
        self.route = route
        self.schema = schema
        (largestBody, mostValues) = Self.bounds(of: route.access)
        respond = { call in
            try await APIResponse(handle(Context(call), JSONBody.read(Body.self, from: call.body, schema: schema)), status: route.status)
        }
    }

    /// The less is known of the caller, the smaller the limits. Routes that need more say so.
    private static func bounds(of access: APIRoute.Access) -> (bytes: Int, values: Int) {
        switch access {
        case .everyone: (4 << 10, 100)
        case .guest: (64 << 10, 4000)
        case .admin: (1 << 20, 100_000)
        }
    }

    private static func route<Context: CallContext, Result>(
        _ operationID: String, _: Context.Type, answers: Result.Type
    ) -> APIRoute {
        guard let route = APIRoute.named(operationID) else { preconditionFailure("The contract has no \(operationID)") }
        precondition(Context.serves(route.access), "\(operationID) is not for a \(Context.self)")
        let isFit = answers == APIResponse.self || (answers == Void.self ? route.response.type == nil : route.response.type == answers)
        precondition(isFit, "\(operationID) does not answer \(answers)")
        return route
    }

    // MARK: Modifiers

    /// Counts requests against another rate limit.
    func limited(by allowance: Allowance) -> Endpoint { with { $0.allowance = allowance } }
    /// Answers 304 to a client that has the current response.
    func withEntityTag() -> Endpoint { with { $0.hasEntityTag = true } }
    /// Allows compression: responses are long and contain no secret.
    func packed() -> Endpoint { with { $0.isPacked = true } }
    /// - Parameters:
    ///   - bytes: the body's limit.
    ///   - values: the limit of values in a JSON body; nil for the default.
    func taking(upTo bytes: Int, values: Int? = nil) -> Endpoint {
        with { endpoint in
            endpoint.largestBody = bytes
            if let values { endpoint.mostValues = values }
        }
    }

    private func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
        var endpoint = self
        change(&endpoint)
        return endpoint
    }
}

/// A body with its own decoding.
protocol ContractBody {
    /// The type that the contract declares for the route; nil for any, which is then not validated against a schema.
    static var contractType: (any Decodable.Type)? { get }
}

/// Endpoints of one capability.
protocol RouteGroup {
    var endpoints: [Endpoint] { get }
}
