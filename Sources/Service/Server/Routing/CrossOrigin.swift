// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract

/// Lets pages of any site call the API (Fetch, 3.3). Cookies alone authorise nothing here: a page must have a token, so another site can't
/// act for its user. Studio's pages send their cookie with a header field that is not allowed here, so no other site can send it.
enum CrossOrigin {
    static func allow(_ answer: inout APIResponse) {
        answer.fields[.accessControlAllowOrigin] = "*"
        answer.fields[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-Id, Content-Range, Idempotency-Replayed"
        answer.fields[.timingAllowOrigin] = "*"
    }

    /// The response to `OPTIONS`.
    static func preflight(_ methods: [APIRoute.Method]) -> APIResponse {
        var answer = APIResponse(status: 204)
        answer.fields[.allow] = allowed(methods)
        answer.fields[.accessControlAllowMethods] = allowed(methods)
        answer.fields[.accessControlAllowHeaders] =
            "Authorization, Content-Type, If-Match, If-None-Match, Range, Idempotency-Key, X-Request-Id, X-Unlock-Token, Content-Range, Content-Digest"
        answer.fields[.accessControlMaxAge] = "86400"
        return answer
    }

    static func allowed(_ methods: [APIRoute.Method]) -> String {
        var names = methods.map { $0.rawValue.uppercased() }
        if names.contains("GET") { names.append("HEAD") }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }
}
