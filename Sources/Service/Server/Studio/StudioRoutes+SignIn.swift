// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

extension StudioRoutes {
    func signInPage(_ call: RequestContext) -> Response {
        if case .user = call.caller { return Self.redirect(Self.root) }
        return html(signInForm(next: nil).html)
    }

    func signIn(_ call: RequestContext) async throws -> Response {
        guard isOwn(call.fields, host: call.host) else { throw Self.foreign }
        let form = try Self.form(call)
        var page = signInForm(next: form["next"].flatMap(Self.inside))
        let email = Self.trimmed(form["email"] ?? "")
        page.client = Self.trimmed(form["client_id"] ?? "")
        page.email = email
        do { try limiter.count("studio \(call.origin.address?.limitKey ?? "")", .codes, at: call.now) } catch let wait as RateLimitExceeded
        {
            return refused(page, wait)
        }
        do {
            if email.isEmpty {
                if let client = try await client(page.client, Self.trimmed(form["client_secret"] ?? ""), call) {
                    return try await enter(as: client, page, call)
                }
            } else if let person = try await person(email, form["password"] ?? "", call) {
                return try await TwoStepRoutes(studio: self).proceed(person, "signIn", page.next, call)
            }
        } catch let wait as RateLimitExceeded { return refused(page, wait) }
        page.fault = email.isEmpty ? "The client ID or the secret is wrong." : "The email address or the password is wrong."
        var answer = html(page.html, status: 401)
        answer.code = .invalidClient
        return answer
    }

    /// Credentials of a program have no second factor.
    private func enter(as client: ClientProgram, _ page: StudioSignIn, _ call: RequestContext) async throws -> Response {
        guard try await Business.find(client.businessID, in: catalogue).requiresTwoSteps != true else {
            var page = page
            page.fault = "Your business requires two-step sign-in. Sign in with your own account."
            var answer = html(page.html, status: 403)
            answer.code = .insufficientScope
            return answer
        }
        return try await entered(sessions.begin(.client(client), at: call.now), "signIn", page.next, call)
    }

    private func refused(_ page: StudioSignIn, _ wait: RateLimitExceeded) -> Response {
        var page = page
        page.fault = "Too many attempts. Try again in \(wait.seconds) seconds."
        var answer = html(page.html, status: 429)
        answer.fields[.retryAfter] = String(wait.seconds)
        answer.code = .rateLimited
        return answer
    }

    /// - Returns: nil if the id or the secret is wrong.
    private func client(_ id: String, _ secret: String, _ call: RequestContext) async throws -> ClientProgram? {
        let client = OpaqueID.isWellFormed(id) ? try await catalogue.resources.find(ClientProgram.self, id: id) : nil
        guard let client, client.has(secret: secret) else {
            try await failures.record(of: String(id.prefix(64)), client.map { .client($0) }, path: call.target.path, at: call.now)
            return nil
        }
        return client
    }

    /// - Returns: nil if the address or the password is wrong.
    private func person(_ email: String, _ password: String, _ call: RequestContext) async throws -> PersonRecord? {
        let email = PersonRecord.normalized(email: email) ?? ""
        let address = PersonRecord.addressID(of: email)
        // Many addresses can guess the same password.
        try limiter.count("sign-in \(address)", .passwords, at: call.now)
        let person = try await PersonDirectory(catalogue: catalogue).find(email: email)
        guard try await passwords.matches(password, person?.passwordHash), let person else {
            try await failures.record(of: address, person.map { .person($0) }, path: call.target.path, at: call.now)
            return nil
        }
        // The password or the role may have been changed meanwhile.
        let kept = try await catalogue.resources.update(PersonRecord.self, id: person.id, at: call.now) { kept in
            if kept.secondFactor == nil { kept.lastSignInAt = call.now }
        }
        guard let kept, kept.passwordHash == person.passwordHash else { return nil }
        return kept
    }

    static func browser(_ call: RequestContext) -> String? { call.fields[.userAgent].map { String($0.prefix(200)) } }

    /// Opens Studio in a new session.
    func entered(_ visitor: StudioVisitor, _ operation: String, _ next: String?, _ call: RequestContext) async throws -> Response {
        try await AuditLog(catalogue: catalogue).record(
            operation, by: visitor.administrator, path: "\(Self.root)/sign-in", at: call.now)
        var answer = Self.redirect(next ?? Self.root)
        answer.fields[.setCookie] = try sessions.setting(visitor, isSecure: call.origin.isSecure, at: call.now)
        if PendingSignIn(in: call.fields, isSecure: call.origin.isSecure, signer: sessions.tokenSigner, at: call.now) != nil {
            answer.fields.append(HTTPField(name: .setCookie, value: PendingSignIn.clearing(isSecure: call.origin.isSecure)))
        }
        return answer
    }

    func signOut(_ call: RequestContext) async throws -> Response {
        if case .user(let visitor) = call.caller {
            guard sessions.isToken(try Self.form(call)["token"] ?? "", of: visitor) else { throw Self.foreign }
            try await sessions.end(visitor)
        }
        var answer = Self.redirect("\(Self.root)/sign-in")
        answer.fields[.setCookie] = sessions.clearing(isSecure: call.origin.isSecure)
        return answer
    }

    static func form(_ call: RequestContext) throws -> QueryValues {
        guard let form = QueryValues(encoded: String(decoding: call.body, as: UTF8.self)) else {
            throw APIError(.invalidField, "The body is not a form.")
        }
        return form
    }

    /// Whether a page of this service sent the form; prevents other sites from signing a user in under another account.
    func isOwn(_ fields: HTTPFields, host: String?) -> Bool {
        if let site = fields[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = fields[.origin] else { return true }
        // A proxy may use another host name than the browser.
        if let own = addresses.publicURL, own == origin || own.hasPrefix(origin + "/") { return true }
        return origin.split(separator: "/").last.map(String.init) == host
    }

    /// Without surrounding white space, which pasted secrets may have.
    static func trimmed(_ text: String) -> String {
        func cut(_ text: some Sequence<Character>) -> [Character] { Array(text.drop(while: \.isWhitespace)) }
        return String(cut(cut(text).reversed()).reversed())
    }

    static var foreign: APIError { APIError(.insufficientScope, "This form has expired. Reload the page, then try again.") }

    /// The path if it is one within Studio, else nil.
    static func inside(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        return (text == root || text.hasPrefix("\(root)/")) && isPlain && text.utf8.count <= 1024 ? text : nil
    }
}
