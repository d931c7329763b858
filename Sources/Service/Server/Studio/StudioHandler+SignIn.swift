// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import WindowboxContract
import WindowboxPages

extension StudioHandler {
    func signIn(_ request: Request, _ origin: RequestOrigin, _ body: BodyStream, _ now: Date) async throws -> APIResponse {
        guard isOwn(request.headers, host: request.head.authority) else { throw Self.foreign }
        let form = try await Self.form(body)
        let next = form["next"].flatMap(Self.inside)
        let id = (form["client_id"] ?? "").trimmed
        do { try limit("studio \(origin.address?.limitKey ?? "")", .codes, now) } catch let wait as TooManyCalls {
            let seconds = max(1, Int(wait.retryAfter.rounded(.up)))
            var answer = Self.html(
                StudioSignIn(next: next, client: id, fault: "Too many attempts. Try again in \(seconds) seconds.").html, status: 429)
            answer.fields[.retryAfter] = String(seconds)
            answer.code = .rateLimited
            return answer
        }
        guard let visitor = try await sessions.begin(client: id, secret: (form["client_secret"] ?? "").trimmed, at: now) else {
            var answer = Self.html(
                StudioSignIn(next: next, client: id, fault: "The client ID or the secret is wrong.").html, status: 401)
            answer.code = .invalidClient
            return answer
        }
        var answer = Self.redirect(next ?? "/studio")
        answer.fields[.setCookie] = try sessions.setting(visitor, isSecure: origin.isSecure, at: now)
        return answer
    }

    func signOut(_ visitor: StudioVisitor?, _ origin: RequestOrigin, _ body: BodyStream) async throws -> APIResponse {
        if let visitor {
            let form = try await Self.form(body)
            guard sessions.isToken(form["token"] ?? "", of: visitor) else { throw Self.foreign }
            try await sessions.end(visitor)
        }
        var answer = Self.redirect("/studio/sign-in")
        answer.fields[.setCookie] = sessions.clearing(isSecure: origin.isSecure)
        return answer
    }

    private static func form(_ body: BodyStream) async throws -> QueryValues {
        guard let form = QueryValues(encoded: String(decoding: try await body.collect(upTo: 8192), as: UTF8.self)) else {
            throw APIError(.invalidField, "The body is no form.")
        }
        return form
    }

    /// Whether a page of this service sent the form; prevents other sites from signing a user in under another account.
    private func isOwn(_ fields: HTTPFields, host: String?) -> Bool {
        if let site = fields[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = fields[.origin] else { return true }
        // A proxy may use another host name than the browser.
        if let own = addresses.publicURL, own == origin || own.hasPrefix(origin + "/") { return true }
        return origin.split(separator: "/").last.map(String.init) == host
    }

    private static var foreign: APIError { APIError(.insufficientScope, "This form has expired. Reload the page, then try again.") }

    /// The path if it is one within Studio, else nil.
    static func inside(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        return (text == "/studio" || text.hasPrefix("/studio/")) && isPlain && text.utf8.count <= 1024 ? text : nil
    }

    static func html(_ page: HTML, status: Int = 200) -> APIResponse {
        var answer = APIResponse(status: status, "text/html; charset=utf-8", text: page.description)
        for (name, value) in PagePolicy().fields { if let name = HTTPField.Name(name) { answer.fields[name] = value } }
        return answer
    }

    static func redirect(_ path: String) -> APIResponse { APIResponse(status: 303, fields: [.location: path]) }
}

extension String {
    /// Without surrounding white space, which pasted secrets may have.
    fileprivate var trimmed: String {
        func cut(_ text: some Sequence<Character>) -> [Character] { Array(text.drop(while: \.isWhitespace)) }
        return String(cut(cut(self).reversed()).reversed())
    }
}
