// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// A method and a path of the service with their handler: a route of the contract, or a path of pages, Studio, media or stitched streams.
///
/// For a route of the contract, the handler's parameters determine what is checked before it is called: a ``GuestContext`` needs a guest's
/// token, an ``AdminContext`` needs an administrator's token with the route's scope, and the second parameter is the body, decoded and
/// validated against the contract's schema. The handler returns what the contract declares, `Void` if that is nothing, or a ``Response`` for
/// anything that isn't JSON. A handler that doesn't match its route is detected when the service starts.
struct Endpoint: Sendable {
    /// Who may use it.
    enum Access: Hashable, Sendable {
        case everyone
        /// Requires a guest's token.
        case guest
        /// Requires an administrator's token with this scope.
        case admin(scope: String)
        /// Everyone; users who have signed in to Studio are recognised.
        case visitor
        /// Requires a user who has signed in to Studio.
        case studio
    }

    let method: APIRoute.Method
    let path: PathTemplate
    /// Its name in the log and the metrics.
    let operationID: String
    let access: Access
    /// Nil for paths that are not part of the API.
    let contract: APIRoute?
    /// How its errors are shown.
    let errors: ErrorFormat
    /// The rate limit that requests count against.
    private(set) var allowance = RateLimitClass.ordinary
    /// Nil if conditional and range requests are answered like others.
    private(set) var entityTag: ConditionalRequest.TagSource?
    /// Whether its responses may be compressed; see ``ContentCoding``.
    private(set) var isPacked = false
    /// Whether pages of other sites may call it; see ``CrossOrigin``.
    private(set) var isCrossOrigin = true
    /// Whether it runs on the connection's event loop, because it needs hardly any time.
    private(set) var isInline = false
    /// The body's limit in bytes; nil if the body is not read before the handler is called.
    private(set) var largestBody: Int?
    /// The limit of values in a JSON body.
    private(set) var maxValues = 0
    let respond: @Sendable (RequestContext) async throws -> Response

    // MARK: Routes of the contract

    init<Context: HandlerContext, Result: Sendable>(
        _ operationID: String, _ handle: @escaping @Sendable (Context) async throws -> Result
    ) {
        let route = Self.route(operationID, Context.self, answers: Result.self)
        self.init(route) { call in try await Response(handle(Context(call)), status: route.status) }
    }

    init<Context: HandlerContext, Body: Decodable & Sendable, Result: Sendable>(
        _ operationID: String, _ handle: @escaping @Sendable (Context, Body) async throws -> Result
    ) {
        let route = Self.route(operationID, Context.self, answers: Result.self)
        let type: (any Decodable.Type)? =
            if let own = Body.self as? any ContractBody.Type { own.contractType } else { Body.self }
        precondition(type == nil || route.request.type == type, "\(operationID) does not take \(Body.self)")
        let schema = type == nil ? nil : RequestSchema(route)
        self.init(route) { call in
            try await Response(handle(Context(call), JSONBody.read(Body.self, from: call.body, schema: schema)), status: route.status)
        }
        (largestBody, maxValues) = Self.bounds(of: route.access)
    }

    private init(_ route: APIRoute, _ respond: @escaping @Sendable (RequestContext) async throws -> Response) {
        method = route.method
        path = PathTemplate(route.path, isIdentifier: APIRoute.isIdentifier)
        operationID = route.operationID
        access =
            switch route.access {
            case .everyone: .everyone
            case .guest: .guest
            case .admin(let scope): .admin(scope: scope)
            }
        contract = route
        errors = .json
        self.respond = respond
    }

    /// The less is known of the caller, the smaller the limits. Routes that need more say so.
    private static func bounds(of access: APIRoute.Access) -> (bytes: Int, values: Int) {
        switch access {
        case .everyone: (4 << 10, 100)
        case .guest: (64 << 10, 4000)
        case .admin: (1 << 20, 100_000)
        }
    }

    private static func route<Context: HandlerContext, Result>(
        _ operationID: String, _: Context.Type, answers: Result.Type
    ) -> APIRoute {
        guard let route = APIRoute.named(operationID) else { preconditionFailure("The contract has no \(operationID)") }
        precondition(Context.serves(route.access), "\(operationID) is not for a \(Context.self)")
        let isFit = answers == Response.self || (answers == Void.self ? route.response.type == nil : route.response.type == answers)
        precondition(isFit, "\(operationID) does not answer \(answers)")
        return route
    }

    // MARK: Other paths

    /// A path that is not part of the API.
    /// - Parameters:
    ///   - path: parameters other than `{id}` may have any value.
    ///   - operationID: the name that all paths of a kind share in the log and the metrics.
    init(
        _ method: APIRoute.Method, _ path: String, as operationID: String, for access: Access = .everyone, errors: ErrorFormat,
        _ respond: @escaping @Sendable (RequestContext) async throws -> Response
    ) {
        self.method = method
        self.path = PathTemplate(path) { $0 == "id" }
        self.operationID = operationID
        self.access = access
        contract = nil
        self.errors = errors
        self.respond = respond
    }

    /// - Throws: an error for a query that can't be decoded, or that the contract doesn't allow.
    func check(_ query: QueryValues) throws(APIError) {
        switch errors {
        case _ where query.isWellFormed: if let contract { try query.check(contract.query) }
        // Such a page doesn't exist.
        case .page: throw APIError(.notFound, "The query is not percent-encoded UTF-8.")
        // Pages of Studio show everything if nothing is asked; media files depend on no query.
        case .studio: break
        case .json where contract == nil: break
        case .json, .stitched: throw APIError(.invalidField, "The query is not percent-encoded UTF-8.")
        }
    }

    // MARK: Modifiers

    /// Counts requests against another rate limit.
    func limited(by allowance: RateLimitClass) -> Endpoint { with { $0.allowance = allowance } }
    /// Answers 304 to a client that has the current response.
    func withEntityTag() -> Endpoint { with { $0.entityTag = .content } }
    /// Answers conditional requests, and range requests for files, by the entity tags that the handler sets.
    func conditional() -> Endpoint { with { $0.entityTag = .handler } }
    /// Allows compression: responses are long and contain no secret.
    func packed() -> Endpoint { with { $0.isPacked = true } }
    /// Other sites must not read its responses.
    func sameOrigin() -> Endpoint { with { $0.isCrossOrigin = false } }
    func inline() -> Endpoint { with { $0.isInline = true } }
    /// - Parameters:
    ///   - bytes: the body's limit.
    ///   - values: the limit of values in a JSON body; nil for the default.
    func taking(upTo bytes: Int, values: Int? = nil) -> Endpoint {
        with { endpoint in
            endpoint.largestBody = bytes
            if let values { endpoint.maxValues = values }
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
