// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract

/// Lets pages of any site call the API (Fetch, 3.3). Cookies alone authorise nothing here: a page must have a token, so another site can't
/// act for its user. Studio's pages send their cookie with a header field that is not allowed here, so no other site can send it.
enum CrossOrigin {
    static func allow(_ answer: inout Response) {
        answer.fields[.accessControlAllowOrigin] = "*"
        answer.fields[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-Id, Content-Range, Idempotency-Replayed"
        answer.fields[.timingAllowOrigin] = "*"
    }

    /// The response to `OPTIONS`.
    /// - Parameter isCrossOrigin: whether pages of other sites may use these methods.
    static func preflight(_ methods: [APIRoute.Method], isCrossOrigin: Bool) -> Response {
        var answer = Response(status: 204)
        answer.fields[.allow] = allowed(methods)
        guard isCrossOrigin else { return answer }
        answer.fields[.accessControlAllowMethods] = allowed(methods)
        answer.fields[.accessControlAllowHeaders] =
            "Authorization, Content-Type, If-Match, If-None-Match, Range, Idempotency-Key, X-Request-Id, X-Unlock-Token, Content-Range, Content-Digest"
        answer.fields[.accessControlMaxAge] = "86400"
        return answer
    }

    /// The value of `Allow`. `HEAD` and `OPTIONS` need no endpoints of their own.
    static func allowed(_ methods: [APIRoute.Method]) -> String {
        var names = methods.map { $0.rawValue.uppercased() }
        if names.contains("GET") { names.append("HEAD") }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }
}
