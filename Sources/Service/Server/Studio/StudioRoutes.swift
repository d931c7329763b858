// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Serves Studio: signs users in, and renders pages from the API's responses.
struct StudioRoutes: RouteGroup {
    let catalogue: Catalogue
    let sessions: StudioSessions
    /// The API's endpoints by operation id.
    let operations: [String: Endpoint]
    let addresses: MediaAddresses
    let liveService: LiveStreamService
    let limiter: RateLimiter
    let clock: @Sendable () -> Date
    /// Further origins of images and media.
    let origins: [String]
    let passwords: PasswordHasher
    let failures: SignInFailures
    /// Nil if no e-mail is sent.
    let mailer: Mailer?
    let vault: Vault
    /// With whose accounts people can sign in.
    let providers: [OpenIDClient]

    static let root = "/studio"

    var endpoints: [Endpoint] {
        [
            endpoint(.get, "/sign-in", for: .visitor, signInPage),
            endpoint(.post, "/sign-in", for: .visitor, signIn).taking(upTo: Self.largestForm),
            endpoint(.post, "/sign-out", for: .visitor, signOut).taking(upTo: Self.largestForm),
            endpoint(.get, "/sign-out", Self.missing),
            endpoint(.get, "/invitation/{token}", for: .visitor, invitationPage),
            endpoint(.post, "/invitation/{token}", for: .visitor, acceptInvitation).taking(upTo: Self.largestForm),
            endpoint(.post, "/account/password", for: .visitor, changePassword).taking(upTo: Self.largestForm),
            endpoint(.post, "/account/sessions/{id}/end", for: .visitor, endOwnSession).taking(upTo: Self.largestForm),
            endpoint(.get, "/account/password", Self.missing), endpoint(.get, "/account/sessions/{id}/end", Self.missing),
            endpoint(.get, "/account/two-step/remove", Self.missing), endpoint(.get, "/account/two-step/recovery", Self.missing),
            // Without a session, existing and missing paths look the same.
            endpoint(.get, "/{page...}", Self.missing),
        ] + TwoStepRoutes(studio: self).endpoints + ProviderSignInRoutes(studio: self).endpoints
            + ForgottenPasswordRoutes(studio: self).endpoints
            + Self.all.map { route in
                endpoint(.get, route.path.isEmpty ? "" : "/\(route.path)") { call in
                    let call = try StudioContext(self, call)
                    var answer = try await route.respond(call)
                    try renew(call.visitor, call.origin, &answer, call.now)
                    return answer
                }
            }
    }

    static let largestForm = 8192

    @Sendable private static func missing(_: RequestContext) throws -> Response { throw APIError(.notFound, "There is no such page.") }

    func endpoint(
        _ method: APIRoute.Method, _ path: String, for access: Endpoint.Access = .studio,
        _ respond: @escaping @Sendable (RequestContext) async throws -> Response
    ) -> Endpoint {
        Endpoint(method, Self.root + path, as: "studio", for: access, errors: .studio) { call in
            var answer = try await respond(call)
            answer.fields[.cacheControl] = "no-store"
            return answer
        }.sameOrigin()
    }

    /// An error as a page. Who isn't signed in gets the page to do so. Errors that no page causes are those of the API.
    func response(_ error: HTTPError, _ call: RequestContext) async -> Response {
        let isPlain = [.serverError, .rateLimited, .methodNotAllowed].contains(error.code) || call.method == .post
        guard case .api(let apiError) = error.body, !isPlain else { return error.response(requestID: call.id) }
        var answer: Response
        switch call.caller {
        case .user(let visitor):
            guard let frame = try? await frame(of: visitor) else { return error.response(requestID: call.id) }
            answer = html(frame.page(StudioErrorPage.page(apiError)), status: error.status)
            try? renew(visitor, call.origin, &answer, call.now)
        case .anybody where error.code == .invalidToken:
            let target = [call.target.path, call.target.query].compactMap { $0 }.joined(separator: "?")
            let destination = call.target.path == Self.root ? nil : Self.inside(target)
            answer = html(signInForm(next: destination).html, status: error.status)
        default: return error.response(requestID: call.id)
        }
        answer.fields[.cacheControl] = "no-store"
        answer.code = error.code
        return answer
    }

    /// Extends the session of an active user.
    private func renew(_ visitor: StudioVisitor, _ origin: RequestOrigin, _ answer: inout Response, _ now: Date) throws {
        guard visitor.until.timeIntervalSince(now) < StudioSessions.idle / 2 else { return }
        var renewed = visitor
        renewed.until = now.addingTimeInterval(StudioSessions.idle)
        answer.fields[.setCookie] = try sessions.setting(renewed, isSecure: origin.isSecure, at: now)
    }

    func frame(of visitor: StudioVisitor) async throws -> StudioFrame {
        StudioFrame(
            client: visitor.administrator.name,
            business: try await Business.find(visitor.administrator.businessID, in: catalogue).name,
            scopes: visitor.administrator.allScopes,
            token: sessions.token(of: visitor))
    }

    func signInForm(next: String?) -> StudioSignIn {
        var page = StudioSignIn(next: next)
        page.providers = providers.map { ($0.settings.id, $0.settings.name) }
        return page
    }

    func html(_ page: HTML, status: Int = 200) -> Response {
        var answer = Response(status: status, "text/html; charset=utf-8", text: page.description)
        for (name, value) in PagePolicy(origins: origins).fields {
            if let name = HTTPField.Name(name) { answer.fields[name] = value }
        }
        return answer
    }

    static func redirect(_ path: String) -> Response { Response(status: 303, fields: [.location: path]) }
}
