// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A route of the contract with the function that answers it.
///
/// What the function takes says what is checked before it is called: a ``GuestCall`` needs a guest's token, an ``AdminCall`` an
/// administrator's of the route's scope, and the second parameter is the body, read and held against the contract's schema. What it
/// returns is what the contract says that the route answers; nothing, where that is nothing; or an ``Response``, for what is no JSON. A
/// function that doesn't fit its route is found when the service starts.
struct Endpoint: Sendable {
    let route: APIRoute
    let schema: RequestSchema?
    /// Whose allowance a call is taken from.
    private(set) var allowance = Allowance.ordinary
    private(set) var hasEntityTag = false
    /// Whether its answers may be compressed; see ``ContentCoding``.
    private(set) var isPacked = false
    /// Bytes that a body may have; nil where it is not read before the function is called.
    private(set) var largestBody: Int?
    /// Values that a body in JSON may have.
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

    /// The less is known of who asks, the less is read. Routes that need more say so.
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

    // MARK: What is said of an endpoint in its table

    /// Its calls are counted apart from others.
    func limited(by allowance: Allowance) -> Endpoint { with { $0.allowance = allowance } }
    /// Who has the answer already is told so in place of it.
    func withEntityTag() -> Endpoint { with { $0.hasEntityTag = true } }
    /// Its answers may be compressed: they are long and contain no secret.
    func packed() -> Endpoint { with { $0.isPacked = true } }
    /// - Parameters:
    ///   - bytes: of its body.
    ///   - values: in its body, where that is JSON; nil: as many as such routes take.
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

/// A way of its own to read a body of the contract.
protocol ContractBody {
    /// What the contract says that the route takes; nil for whatever it is, which is then not held against a schema.
    static var contractType: (any Decodable.Type)? { get }
}

/// Endpoints of one capability.
protocol RouteGroup {
    var endpoints: [Endpoint] { get }
}
