// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Signs people in with accounts of other providers: the authorization code flow of OpenID Connect, with PKCE.
struct ProviderSignInRoutes: RouteGroup {
    let studio: StudioRoutes
    private static let maxCode = 4096

    var endpoints: [Endpoint] {
        [
            studio.endpoint(.get, "/sign-in/with/{provider}", for: .visitor, begin),
            studio.endpoint(.get, "/sign-in/return/{provider}", for: .visitor, complete),
        ]
    }

    private func provider(_ call: RequestContext) -> OpenIDClient? {
        studio.providers.first { $0.settings.id == call.path["provider"] }
    }

    private func begin(_ call: RequestContext) async throws -> Response {
        guard let provider = provider(call) else { return refused(SignInRefusal("There is no such way to sign in.")) }
        let next = call.query["next"].flatMap(StudioRoutes.inside)
        do {
            try count(call)
            let redirect = studio.addresses.base(for: call) + "\(StudioRoutes.root)/sign-in/return/\(provider.settings.id)"
            let pending = PendingProviderSignIn(provider.settings.id, redirect: redirect, next: next, at: call.now)
            var answer = StudioRoutes.redirect(try await provider.address(for: pending, at: call.now))
            answer.fields[.setCookie] = try pending.setting(isSecure: call.origin.isSecure, signer: studio.sessions.tokenSigner)
            return answer
        } catch let refusal as SignInRefusal { return refused(refusal, next: next) } catch let wait as RateLimitExceeded {
            return refused(wait, next: next)
        }
    }

    private func complete(_ call: RequestContext) async throws -> Response {
        guard let provider = provider(call) else { return refused(SignInRefusal("There is no such way to sign in.")) }
        let pending = PendingProviderSignIn(
            in: call.fields, isSecure: call.origin.isSecure, signer: studio.sessions.tokenSigner, at: call.now)
        // Of another browser, or an older one.
        guard let pending, pending.provider == provider.settings.id, SecretText.isSame(call.query["state"] ?? "", pending.state) else {
            return refused(SignInRefusal("Sign in again: that took too long, or you signed in from another window."))
        }
        var answer: Response
        do {
            try count(call)
            answer = try await signedIn(provider, pending, call)
        } catch let refusal as SignInRefusal {
            answer = refused(refusal, next: pending.next)
        } catch let wait as RateLimitExceeded {
            // The code was not used: the browser can send it again.
            return refused(wait, next: pending.next)
        }
        // One sign-in each.
        answer.fields.append(HTTPField(name: .setCookie, value: PendingProviderSignIn.clearing(isSecure: call.origin.isSecure)))
        return answer
    }

    private func signedIn(_ provider: OpenIDClient, _ pending: PendingProviderSignIn, _ call: RequestContext) async throws -> Response {
        let settings = provider.settings
        // In a mix-up attack, the code of one provider would be sent to another (RFC 9207, 2.4).
        guard call.query["iss"].map({ $0 == settings.issuer }) ?? true else {
            throw SignInRefusal("Sign in again: another provider answered.")
        }
        if let error = call.query["error"] { throw SignInRefusal("\(settings.name) refused this sign-in: \(OpenIDForm.shown(error)).") }
        guard let code = call.query["code"], (1...Self.maxCode).contains(code.utf8.count) else {
            throw SignInRefusal("\(settings.name) sent no code. Try again.")
        }
        let finding: ProviderAccounts.Finding
        var claims: IDTokenClaims?
        do {
            let proved = try await provider.claims(code: code, of: pending, at: call.now)
            claims = proved
            finding = try await ProviderAccounts(catalogue: studio.catalogue).find(proved, of: settings, at: call.now)
        } catch let refusal as SignInRefusal where !refusal.isUnavailable {
            let id = claims.map { PersonIdentity.id(of: $0) } ?? "provider \(settings.id)"
            try await studio.failures.record("providerSignInFailed", of: id, nil, path: call.target.path, at: call.now)
            throw refusal
        }
        return landing(try await proceed(finding, hasSecondFactor: claims?.hasSecondFactor ?? false, settings, pending, call))
    }

    /// The provider's account is the first factor. It is both only if the operator trusts the provider with that.
    private func proceed(
        _ finding: ProviderAccounts.Finding, hasSecondFactor: Bool, _ settings: OpenIDSettings, _ pending: PendingProviderSignIn,
        _ call: RequestContext
    ) async throws -> Response {
        let person: PersonRecord
        switch finding {
        case .known(let found): person = found
        case .connected(let found):
            person = found
            try await log("connectProvider", person, call)
        case .created(let found):
            person = found
            try await log("joinByProvider", person, call)
        }
        let isComplete = hasSecondFactor && settings.trustsSecondFactor
        let kept = try await studio.catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            if isComplete || kept.secondFactor == nil { kept.lastSignInAt = call.now }
        }
        guard let kept, kept.stamp == person.stamp else { throw SignInRefusal("Your account was changed at the same time. Sign in again.") }
        guard isComplete else { return try await TwoStepRoutes(studio: studio).proceed(kept, "signInByProvider", pending.next, call) }
        let visitor = try await studio.sessions.begin(
            .person(kept), browser: StudioRoutes.browser(call), hasTwoSteps: true, at: call.now)
        return try await studio.entered(visitor, "signInByProvider", pending.next, call)
    }

    private func log(_ operation: String, _ person: PersonRecord, _ call: RequestContext) async throws {
        try await AuditLog(catalogue: studio.catalogue).record(
            operation, by: StudioSubject.person(person).administrator, path: call.target.path, at: call.now)
    }

    // MARK: Answers

    /// A page that continues automatically. A redirect would count as caused by the provider's site, like this request, so the browser
    /// would withhold Studio's cookies, which no other site may use.
    private func landing(_ redirect: Response) -> Response {
        guard let path = redirect.fields[.location] else { return redirect }
        var answer = studio.html(StudioLanding(path: path).html)
        for field in redirect.fields where field.name == .setCookie { answer.fields.append(field) }
        if let name = HTTPField.Name("Refresh") { answer.fields[name] = "0; url=\(path)" }
        if let name = HTTPField.Name("Referrer-Policy") { answer.fields[name] = "no-referrer" }
        return answer
    }

    private func refused(_ refusal: SignInRefusal, next: String? = nil) -> Response {
        var page = studio.signInForm(next: next)
        page.fault = refusal.description
        var answer = studio.html(page.html, status: refusal.isUnavailable ? 503 : 401)
        answer.code = refusal.isUnavailable ? .unavailable : .invalidClient
        return answer
    }

    private func refused(_ wait: RateLimitExceeded, next: String?) -> Response {
        var page = studio.signInForm(next: next)
        page.fault = "Too many attempts. Try again in \(wait.seconds) seconds."
        var answer = studio.html(page.html, status: 429)
        answer.fields[.retryAfter] = String(wait.seconds)
        answer.code = .rateLimited
        return answer
    }

    private func count(_ call: RequestContext) throws {
        try studio.limiter.count("studio provider \(call.origin.address?.limitKey ?? "")", .authentication, at: call.now)
    }
}
