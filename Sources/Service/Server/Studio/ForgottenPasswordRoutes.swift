// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

/// Sends links for forgotten passwords.
struct ForgottenPasswordRoutes: RouteGroup {
    let studio: StudioRoutes

    var endpoints: [Endpoint] {
        [
            studio.endpoint(.get, "/forgotten", for: .visitor, page),
            studio.endpoint(.post, "/forgotten", for: .visitor, request).taking(upTo: StudioRoutes.largestForm),
        ]
    }

    private func page(_ call: RequestContext) -> Response { studio.html(StudioForgotten(sendsMail: studio.mailer != nil).html) }

    /// Answers the same whether or not somebody has the address, and after the same work.
    private func request(_ call: RequestContext) async throws -> Response {
        guard studio.isOwn(call.fields, host: call.host) else { throw StudioRoutes.foreign }
        var page = StudioForgotten(sendsMail: studio.mailer != nil)
        page.email = StudioRoutes.trimmed(try StudioRoutes.form(call)["email"] ?? "")
        guard let mailer = studio.mailer else { return studio.html(page.html) }
        do { try studio.limiter.count("studio \(call.origin.address?.limitKey ?? "")", .codes, at: call.now) } catch let wait
            as RateLimitExceeded
        {
            page.fault = "Too many attempts. Try again in \(wait.seconds) seconds."
            var answer = studio.html(page.html, status: 429)
            answer.fields[.retryAfter] = String(wait.seconds)
            answer.code = .rateLimited
            return answer
        }
        guard let email = PersonRecord.normalized(email: page.email) else {
            page.fault = "Enter the email address with which you sign in."
            return studio.html(page.html, status: 422)
        }
        try await mailer.send(.passwordReset(email: email), .passwordReset, business: "", at: call.now)
        page.isSent = true
        return studio.html(page.html)
    }
}
