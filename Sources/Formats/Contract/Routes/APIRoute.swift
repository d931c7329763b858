// SPDX-License-Identifier: Apache-2.0

/// A route of the service's API.
public struct APIRoute: Sendable {
    /// The HTTP method.
    public enum Method: String, Sendable { case get, post, put, patch, delete }

    /// Who may call the route.
    public enum Access: Hashable, Sendable {
        /// Anybody, without a token.
        case everyone
        /// Requires a guest token.
        case guest
        /// Requires an administrator token with this scope.
        case admin(scope: String)
    }

    /// The body of a request or a response.
    public struct Body: Sendable {
        enum Form { case nothing, json, partial, raw(String) }
        let form: Form
        /// The type it is decoded from or encoded to; nil if it is not a type of the contract.
        public let type: (any (Decodable & Sendable).Type)?

        /// nil without a body.
        public var mediaType: String? {
            switch form {
            case .nothing: nil
            case .json, .partial: "application/json"
            case .raw(let mediaType): mediaType
            }
        }

        /// No body.
        public static let nothing = Body(form: .nothing, type: nil)
        /// A JSON body of this type.
        public static func json(_ type: any (Decodable & Sendable).Type) -> Body { Body(form: .json, type: type) }
        /// Any of the type's members except its id.
        public static func partial(_ type: any (Decodable & Sendable).Type) -> Body { Body(form: .partial, type: type) }
        /// A body of this media type, which isn't JSON. The type describes the fields of a form.
        public static func raw(_ mediaType: String, _ type: (any (Decodable & Sendable).Type)? = nil) -> Body {
            Body(form: .raw(mediaType), type: type)
        }
    }

    /// A parameter of the query.
    public struct Query: Sendable {
        /// The name in the URL.
        public var name: String
        /// A sentence for the documentation.
        public var summary: String
        /// The type of the value.
        public var type: any (Decodable & Sendable).Type
        /// Whether the parameter must be given.
        public var isRequired: Bool

        init(_ name: String, _ summary: String, _ type: any (Decodable & Sendable).Type = String.self, isRequired: Bool = false) {
            self.name = name
            self.summary = summary
            self.type = type
            self.isRequired = isRequired
        }
    }

    /// The HTTP method.
    public var method: Method
    /// The path, with parameters in braces.
    public var path: String
    /// A unique identifier, used for generated clients.
    public var operationID: String
    /// A sentence for the documentation.
    public var summary: String
    /// Who may call the route.
    public var access: Access
    /// The parameters of the query.
    public var query: [Query] = []
    /// The body of a request.
    public var request: Body = .nothing
    /// The HTTP status of a successful response.
    public var status = 200
    /// The body of a successful response.
    public var response: Body = .nothing
    /// An alternative request body.
    public var otherRequest: Body = .nothing
    /// An alternative successful response.
    public var otherStatus: Int?
    /// The body of the alternative response.
    public var otherResponse: Body = .nothing
    /// Whether it supports `If-Match`, and fails if the resource has changed since (RFC 9110 13.1.1).
    public var isConditional = false
    /// Whether its response has an `ETag` for use in `If-Match`.
    public var hasEntityTag = false
    /// Errors specific to this route; ``errors`` adds those common to all similar routes.
    public var ownErrors: [ErrorCode] = []

    init(_ method: Method, _ path: String, _ operationID: String, _ summary: String, _ access: Access) {
        self.method = method
        self.path = path
        self.operationID = operationID
        self.summary = summary
        self.access = access
    }

    /// The names of the parameters in ``path``, in order.
    public var parameters: [String] {
        path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
    }

    /// All possible error codes.
    public var errors: [ErrorCode] {
        // Every route rejects a query that is not UTF-8.
        var codes: Set<ErrorCode> = [.serverError, .unavailable, .invalidField]
        if access != .everyone { codes.formUnion([.invalidToken, .rateLimited]) }
        if case .admin = access { codes.insert(.insufficientScope) }
        if !parameters.isEmpty { codes.insert(.notFound) }
        switch request.form {
        case .nothing: break
        case .json, .partial, .raw: codes.formUnion([.invalidJSON, .malformedRequest, .tooLarge, .unsupportedMedia])
        }
        if method == .post, access != .everyone { codes.formUnion([.idempotencyMismatch, .conflict]) }
        if isConditional { codes.insert(.preconditionFailed) }
        return codes.union(ownErrors).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether a path parameter has the format of ``OpaqueID``.
    public static func isIdentifier(_ parameter: String) -> Bool { !["any_id", "token", "lang", "urn"].contains(parameter) }

    func asking(_ body: Body) -> APIRoute { with { $0.request = body } }
    func asking(_ query: Query...) -> APIRoute { with { $0.query += query } }
    func answering(_ type: any (Decodable & Sendable).Type, status: Int = 200) -> APIRoute {
        with { ($0.response, $0.status) = (.json(type), status) }
    }
    func answering(status: Int) -> APIRoute { with { $0.status = status } }
    func answering(raw mediaType: String) -> APIRoute { with { $0.response = .raw(mediaType) } }
    func alsoAsking(_ body: Body) -> APIRoute { with { $0.otherRequest = body } }
    func alsoAnswering(_ type: any (Decodable & Sendable).Type, status: Int) -> APIRoute {
        with { ($0.otherResponse, $0.otherStatus) = (.json(type), status) }
    }
    func tagged() -> APIRoute { with { $0.hasEntityTag = true } }
    func conditional() -> APIRoute { with { $0.isConditional = true } }
    func failing(_ codes: ErrorCode...) -> APIRoute { with { $0.ownErrors += codes } }

    private func with(_ change: (inout APIRoute) -> Void) -> APIRoute {
        var route = self
        change(&route)
        return route
    }
}

extension APIRoute {
    /// All routes of the service.
    public static var all: [APIRoute] {
        operations + client + reactions + live + adminBusiness + adminResources + adminVideos + adminWebhooks + adminOrders + adminLive
            + adminModeration + .people + .passwords
    }

    /// - Returns: nil if no route has this ``operationID``.
    public static func named(_ operationID: String) -> APIRoute? { byName[operationID] }

    private static let byName = Dictionary(all.map { ($0.operationID, $0) }) { first, _ in first }
}
