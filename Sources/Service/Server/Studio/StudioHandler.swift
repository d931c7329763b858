// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Serves Studio: signs users in, and renders pages from the API's responses.
struct StudioHandler: Sendable {
    let catalogue: Catalogue
    let sessions: StudioSessions
    /// By operation id.
    let endpoints: [String: Endpoint]
    let addresses: MediaAddresses
    let stage: LiveStreamService
    let limiter: RateLimiter
    let clock: @Sendable () -> Date
    /// Further origins of images and media.
    let origins: [String]

    static func serves(_ path: String) -> Bool { path == "/studio" || path.hasPrefix("/studio/") }

    func answer(_ request: Request, _ origin: RequestOrigin, _ body: BodyStream, requestID: String, at now: Date) async throws -> APIResponse {
        let words = request.uri.path.dropFirst("/studio".count).split(separator: "/")
        var answer = try await place(words, request, origin, body, requestID, now)
        answer.fields[.cacheControl] = "no-store"
        if answer.fields[.contentSecurityPolicy] != nil {
            answer.fields[.contentSecurityPolicy] = PagePolicy(origins: origins).contentSecurity
        }
        return answer
    }

    private func place(
        _ words: [Substring], _ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ requestID: String, _ now: Date
    ) async throws -> APIResponse {
        let visitor = try await sessions.visitor(request.headers, isSecure: origin.isSecure, at: now)
        let name = visitor.map { "client \($0.client.id)" } ?? "address \(origin.address?.limitKey ?? "")"
        try limit(name, .ordinary, now)
        let query = QueryValues(encoded: request.uri.query ?? "") ?? QueryValues()
        switch (request.method, words) {
        case (.post, ["sign-in"]): return try await signIn(request, origin, body, now)
        case (.post, ["sign-out"]): return try await signOut(visitor, origin, body)
        case (.get, _), (.head, _): break
        default: throw APIError(.methodNotAllowed, "This can't be asked by \(request.method.rawValue.prefix(16)).")
        }
        guard let visitor else {
            let wanted = words.isEmpty || words == ["sign-in"] ? nil : Self.inside(request.uri.string)
            return Self.html(StudioSignIn(next: wanted).html, status: words == ["sign-in"] ? 200 : 401)
        }
        if words == ["sign-in"] { return Self.redirect("/studio") }
        let frame = try await frame(of: visitor)
        var answer: APIResponse
        do {
            guard let (place, path) = Self.find(words), let route = APIRoute.named("health") else { throw Self.nothing }
            let call = RequestContext(
                id: requestID, now: now, route: route, path: path, query: query, fields: request.headers, host: request.head.authority,
                origin: origin, caller: .administrator(visitor.administrator), stream: body)
            switch try await place.answer(StudioRequest(studio: self, call: call, visitor: visitor)) {
            case .other(let other) where other.isSocket && request.method != .get:
                throw APIError(.upgradeRequired, "A WebSocket is asked for by GET.")
            case .page(let page): answer = Self.html(frame.page(page))
            case .part(let part): answer = Self.html(part)
            case .other(let other): answer = other
            }
        } catch let error as APIError {
            answer = Self.html(frame.page(StudioFault.page(error)), status: error.code.status)
            answer.code = error.code
        }
        try renew(visitor, origin, &answer, now)
        return answer
    }

    /// Extends the session of an active user.
    private func renew(_ visitor: StudioVisitor, _ origin: RequestOrigin, _ answer: inout APIResponse, _ now: Date) throws {
        guard visitor.until.timeIntervalSince(now) < StudioSessions.idle / 2 else { return }
        var renewed = visitor
        renewed.until = now.addingTimeInterval(StudioSessions.idle)
        answer.fields[.setCookie] = try sessions.setting(renewed, isSecure: origin.isSecure, at: now)
    }

    private func frame(of visitor: StudioVisitor) async throws -> StudioFrame {
        StudioFrame(
            client: visitor.client.name, business: try await Business.find(visitor.client.businessID, in: catalogue).name,
            scopes: visitor.administrator.allScopes,
            token: sessions.token(of: visitor))
    }

    func limit(_ caller: String, _ allowance: Allowance, _ now: Date) throws {
        let key = RateLimitState.Key(caller: caller, allowance: allowance)
        if let seconds = limiter.take(key, at: now.timeIntervalSince1970) { throw TooManyCalls(retryAfter: seconds) }
    }

    private static func find(_ words: [Substring]) -> (StudioPlace, PathValues)? {
        for place in places { if let values = place.values(of: words) { return (place, values) } }
        return nil
    }

    static var nothing: APIError { APIError(.notFound, "There is no such page.") }
}
