// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxCatalogue
import WindowboxContract

/// Handles requests: finds the endpoint, checks access, and converts errors to responses.
struct Responder: Sendable {
    let routes: RouteTree
    /// Nil if this process serves no media.
    let media: MediaHandler?
    let authenticator: Authenticator
    let idempotency: Idempotency
    let limiter: RateLimiter
    let proxies: TrustedProxies
    let clock: @Sendable () -> Date
    /// Nil if ad insertion is off.
    let insertion: InsertionHandler?
    /// Nil if pages are off.
    var studio: StudioHandler?
    /// Nil if pages are off.
    var pages: PageHandler?

    /// What the log records of a request besides its response.
    struct Note: Sendable {
        var requestID: String
        var operation = "none"
        var caller = ""
        var address: NetworkAddress?
        /// The cause of a failure, which only the log may contain.
        var fault: String?
    }

    func answer(_ request: Request, peer: NetworkAddress?, body: BodyStream) async -> (APIResponse, Note) {
        var note = Note(requestID: RequestID.of(request.headers))
        let origin = proxies.origin(peer: peer, request.headers)
        note.address = origin.address
        var answer: APIResponse
        do {
            answer = try await find(request, origin, body, &note)
        } catch {
            answer = APIResponse(error, requestID: note.requestID)
            if answer.status >= 500 { note.fault = String(describing: error) }
        }
        // Other sites must not read Studio's pages or health data.
        if !StudioHandler.serves(request.uri.path), !HealthRoutes.operationIDs.contains(note.operation) { CrossOrigin.allow(&answer) }
        answer.fields[.requestID] = note.requestID
        answer.fields[.contentTypeOptions] = "nosniff"
        // Makes browsers use only TLS for a year (RFC 6797).
        if origin.isSecure { answer.fields[.strictTransportSecurity] = "max-age=31536000" }
        return (answer, note)
    }

    private func find(
        _ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ note: inout Note
    ) async throws -> APIResponse {
        if MediaHandler.serves(request.uri.path), let media {
            note.operation = "media"
            return try await media.answer(
                request.method, request.uri.path, query: request.uri.query, request.headers, isSecure: origin.isSecure, at: clock(),
                requestID: note.requestID)
        }
        if InsertionHandler.serves(request.uri.path), let insertion {
            note.operation = "stitched"
            return try await insertion.answer(request, origin, body, at: clock())
        }
        // Database queries and page rendering take time and must not block other connections on this event loop.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            var answer = try await findElsewhere(request, origin, body, &note)
            ContentCoding.apply(to: &answer, asked: request.headers)
            return answer
        }
    }

    private func findElsewhere(
        _ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ note: inout Note
    ) async throws -> APIResponse {
        if StudioHandler.serves(request.uri.path), let studio {
            note.operation = "studio"
            return try await studio.answer(request, origin, body, requestID: note.requestID, at: clock())
        }
        if PageHandler.serves(request.uri.path), let pages {
            note.operation = "page"
            return try await pages.answer(request, origin, at: clock())
        }
        let isHead = request.method == .head
        let method = isHead ? .get : APIRoute.Method(rawValue: request.method.rawValue.lowercased())
        switch routes.match(method, request.uri.path) {
        case .nothing:
            if let pages, PageHandler.wantsPage(request) { return pages.missing(request) }
            throw APIError(.notFound, "Nothing exists at this address. GET /openapi.json lists all routes.")
        case .otherMethods(let methods):
            if request.method == .options { return CrossOrigin.preflight(methods) }
            var answer = APIResponse(
                APIError(.methodNotAllowed, "The method \(request.method.rawValue.prefix(16)) is not allowed here."),
                requestID: note.requestID)
            answer.fields[.allow] = CrossOrigin.allowed(methods)
            return answer
        case .endpoint(let endpoint, let path):
            note.operation = endpoint.route.operationID
            return try await answer(endpoint, path, request, origin, body, &note)
        }
    }

    /// The order matters: the cheapest checks come first, and nothing is revealed before the caller is known.
    private func answer(
        _ endpoint: Endpoint, _ path: PathValues, _ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ note: inout Note
    ) async throws -> APIResponse {
        let now = clock()
        let route = endpoint.route
        if route.access == .everyone { try limit(endpoint, "address \(origin.address?.limitKey ?? "")", now) }
        let query = QueryValues(encoded: request.uri.query ?? "")
        let fields = endpoint.route.status == 101 ? SocketCredentials.expanded(request.headers) : request.headers
        let caller = try await authenticator.caller(of: route, fields, isSecure: origin.isSecure, at: now)
        note.caller = caller.name
        if route.access != .everyone { try limit(endpoint, caller.name, now) }
        guard let query else { throw APIError(.invalidField, "The query is not percent-encoded UTF-8.") }
        try query.check(route.query)
        var call = RequestContext(
            id: note.requestID, now: now, route: route, path: path, query: query, fields: fields,
            host: request.head.authority, origin: origin, caller: caller, stream: body)
        if route.request.mediaType != nil { try MediaTypeCheck.checkEncoding(request.headers[.contentEncoding]) }
        let isOther = try MediaTypeCheck.isOther(request.headers[.contentType], of: route)
        if let limit = endpoint.largestBody, route.request.mediaType != nil, !isOther {
            call.body = try await self.body(body, upTo: limit, caller, now)
            if route.request.mediaType == "application/json" { try JSONExtent.check(call.body, most: endpoint.maxValues) }
        }
        var answer = try await idempotency.answer(call, as: caller.name) { try await endpoint.respond($0) }
        if answer.isSocket, request.method != .get { throw APIError(.upgradeRequired, "A WebSocket must be requested with GET.") }
        if endpoint.isPacked { answer.packing = .made }
        if endpoint.hasEntityTag { EntityTag.apply(to: &answer, asked: request.headers) }
        return answer
    }

    /// The bytes of a guest's body that count as one request.
    private static let bytesPerCall = 4096.0

    /// Reads a body. For guests, a large body counts as several requests; an announced length counts before the body is read.
    private func body(_ stream: BodyStream, upTo limit: Int, _ caller: Caller, _ now: Date) async throws -> Data {
        guard case .guest = caller else { return try await stream.collect(upTo: limit) }
        func count(_ bytes: Int) throws {
            let key = RateLimitState.Key(caller: caller.name, allowance: .ordinary)
            let cost = (Double(min(bytes, limit)) / Self.bytesPerCall).rounded(.down)
            if cost > 0, let seconds = limiter.take(key, cost: cost, at: now.timeIntervalSince1970) {
                throw TooManyCalls(retryAfter: seconds)
            }
        }
        if let length = stream.length { try count(length) }
        let data = try await stream.collect(upTo: limit)
        if stream.length == nil { try count(data.count) }
        return data
    }

    private func limit(_ endpoint: Endpoint, _ caller: String, _ now: Date) throws {
        let key = RateLimitState.Key(caller: caller, allowance: endpoint.allowance)
        if let seconds = limiter.take(key, at: now.timeIntervalSince1970) { throw TooManyCalls(retryAfter: seconds) }
    }
}

extension Caller {
    /// Unique per caller; empty for anybody.
    var name: String {
        switch self {
        case .anybody: ""
        case .guest(let guest): IdempotencyKey.caller(guest: guest.id)
        case .administrator(let administrator): "client \(administrator.clientID)"
        }
    }
}

extension QueryValues {
    /// Validates the query against the contract.
    func check(_ expected: [APIRoute.Query]) throws(APIError) {
        for query in expected {
            guard let value = self[query.name] else {
                if query.isRequired { throw APIError(.invalidField, "It is missing.", field: query.name) }
                continue
            }
            if query.type == Int.self, Int(value) == nil { throw APIError(.invalidField, "It must be a whole number.", field: query.name) }
            if query.type == Date.self, Timestamp.date(value) == nil {
                throw APIError(.invalidField, "Enter a date as in RFC 3339, such as 2026-11-22T06:25:19Z.", field: query.name)
            }
            if let words = query.type as? any Vocabulary.Type, !words.hasWord(value) {
                throw APIError(.invalidField, "This value is not known.", field: query.name)
            }
        }
    }
}

extension Vocabulary {
    fileprivate static func hasWord(_ text: String) -> Bool { isOpen || Self(rawValue: text).isKnown }
}
