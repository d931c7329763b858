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
    let authenticator: Authenticator
    let idempotency: Idempotency
    let limiter: RateLimiter
    let proxies: TrustedProxies
    let clock: @Sendable () -> Date
    let errors: ErrorPages
    let audit: AuditLog

    /// What the log records of a request besides its response.
    struct Note: Sendable {
        var requestID: String
        var operation = "none"
        var caller = ""
        var address: NetworkAddress?
        /// The cause of a failure, which only the log may contain.
        var fault: String?
    }

    func answer(_ request: Request, peer: NetworkAddress?, body: BodyStream) async -> (Response, Note) {
        var note = Note(requestID: RequestID.of(request.headers))
        let origin = proxies.origin(peer: peer, request.headers)
        note.address = origin.address
        var answer: Response
        var isCrossOrigin = true
        // HEAD is answered like GET; the server then omits the content.
        let method = request.method == .head ? .get : APIRoute.Method(rawValue: request.method.rawValue.lowercased())
        switch routes.match(method, request.uri.path) {
        case .endpoint(let endpoint, let path):
            note.operation = endpoint.operationID
            isCrossOrigin = endpoint.isCrossOrigin
            let call = context(request, origin, body, note.requestID, path, endpoint.contract)
            if endpoint.isInline {
                answer = await perform(endpoint, call, &note)
            } else {
                // Database queries and page rendering take time and must not block other connections on this event loop.
                answer = await withTaskExecutorPreference(globalConcurrentExecutor) { await perform(endpoint, call, &note) }
            }
        case .otherMethods(let endpoint, let methods):
            isCrossOrigin = endpoint.isCrossOrigin
            if request.method == .options {
                answer = CrossOrigin.preflight(methods, isCrossOrigin: isCrossOrigin)
            } else {
                let call = context(request, origin, body, note.requestID)
                answer = await errors.response(errors.notAllowed(methods, endpoint.errors, call), endpoint.errors, call)
            }
        case .nothing(let format):
            answer = errors.missing(format, context(request, origin, body, note.requestID))
        }
        // Other sites must not read Studio's pages or health data.
        if isCrossOrigin { CrossOrigin.allow(&answer) }
        answer.fields[.requestID] = note.requestID
        answer.fields[.contentTypeOptions] = "nosniff"
        // Makes browsers use only TLS for a year (RFC 6797).
        if origin.isSecure { answer.fields[.strictTransportSecurity] = "max-age=31536000" }
        return (answer, note)
    }

    private func context(
        _ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ id: String, _ path: PathValues = PathValues(),
        _ contract: APIRoute? = nil
    ) -> RequestContext {
        RequestContext(
            id: id, now: clock(), method: request.method, target: RequestTarget(path: request.uri.path, query: request.uri.query),
            path: path,
            query: request.uri.query.map { QueryValues(encoded: $0) ?? .malformed } ?? QueryValues(),
            // Browsers can't send header fields with a WebSocket.
            fields: contract?.status == 101 ? SocketCredentials.expanded(request.headers) : request.headers,
            host: request.head.authority, origin: origin, stream: body, contract: contract)
    }

    /// Calls an endpoint, and converts its errors.
    private func perform(_ endpoint: Endpoint, _ call: RequestContext, _ note: inout Note) async -> Response {
        var call = call
        var answer: Response
        do {
            answer = try await respond(endpoint, &call)
            // The change was made; a failure to record it must not look like its failure.
            do { try await audit.record(call, answer) } catch { note.fault = "not in the audit log: \(error)" }
        } catch {
            let reported = HTTPError(reporting: error)
            note.fault = reported.fault
            answer = await errors.response(reported, endpoint.errors, call)
        }
        note.caller = call.caller.name
        ContentCoding.apply(to: &answer, requestFields: call.fields)
        return answer
    }

    /// The order matters: the cheapest checks come first, and nothing is revealed before the caller is known.
    private func respond(_ endpoint: Endpoint, _ call: inout RequestContext) async throws -> Response {
        if endpoint.access != .everyone {
            call.caller = try await authenticator.caller(of: endpoint.access, call.fields, isSecure: call.origin.isSecure, at: call.now)
        }
        try limit(endpoint, call)
        if endpoint.access == .studio, case .anybody = call.caller { throw APIError(.invalidToken, "Sign in to Studio.") }
        try endpoint.check(call.query)
        try await readBody(of: &call, endpoint)
        var answer =
            endpoint.contract == nil
            ? try await endpoint.respond(call)
            : try await idempotency.answer(call, as: call.caller.name) { try await endpoint.respond($0) }
        if answer.isSocket, call.method != .get { throw APIError(.upgradeRequired, "A WebSocket must be requested with GET.") }
        if endpoint.isPacked { answer.packing = .made }
        if let source = endpoint.entityTag { try ConditionalRequest.apply(to: &answer, tag: source, requestFields: call.fields) }
        return answer
    }

    private func readBody(of call: inout RequestContext, _ endpoint: Endpoint) async throws {
        guard let contract = endpoint.contract else {
            if let limit = endpoint.largestBody { call.body = try await body(call, upTo: limit) }
            return
        }
        if contract.request.mediaType != nil { try MediaTypeCheck.checkEncoding(call.fields[.contentEncoding]) }
        let isOther = try MediaTypeCheck.isOther(call.fields[.contentType], of: contract)
        guard let limit = endpoint.largestBody, contract.request.mediaType != nil, !isOther else { return }
        call.body = try await body(call, upTo: limit)
        if contract.request.mediaType == "application/json" { try JSONExtent.check(call.body, limit: endpoint.maxValues) }
    }

    /// The bytes of a body that count as one request.
    private static let bytesPerCall = 4096.0

    /// Reads a body. For guests and unknown callers, a large body counts as several requests; an announced length counts before the body is
    /// read.
    private func body(_ call: RequestContext, upTo limit: Int) async throws -> Data {
        let stream = call.stream
        let name: String
        switch call.caller {
        case .anybody: name = call.origin.limitName
        case .guest: name = call.caller.name
        case .administrator, .user: return try await stream.collect(upTo: limit)
        }
        func count(_ bytes: Int) throws {
            let cost = (Double(min(bytes, limit)) / Self.bytesPerCall).rounded(.down)
            if cost > 0 { try limiter.count(name, .ordinary, cost: cost, at: call.now) }
        }
        if let length = stream.length { try count(length) }
        let data = try await stream.collect(upTo: limit)
        if stream.length == nil { try count(data.count) }
        return data
    }

    private func limit(_ endpoint: Endpoint, _ call: RequestContext) throws {
        guard endpoint.allowance != .none else { return }
        let name = call.caller.name
        try limiter.count(name.isEmpty ? call.origin.limitName : name, endpoint.allowance, at: call.now)
    }
}

extension RateLimiter {
    /// - Throws: ``RateLimitExceeded`` if the request exceeds the limit.
    func count(_ caller: String, _ allowance: RateLimitClass, cost: Double = 1, at now: Date) throws {
        let key = RateLimitState.Key(caller: caller, allowance: allowance)
        if let seconds = take(key, cost: cost, at: now.timeIntervalSince1970) { throw RateLimitExceeded(retryAfter: seconds) }
    }
}

extension RequestOrigin {
    /// The caller in rate limits, if nothing else is known of it.
    var limitName: String { "address \(address?.limitKey ?? "")" }
}
