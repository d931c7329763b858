// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import WindowboxContract

/// Lets web pages of any site ask (Fetch, 3.3). Nothing here is done in the name of a browser's cookies alone: whoever has a token has it
/// from the page itself, so there is nobody that another site could speak for. Studio's own pages send a field with their cookie which
/// stands in none of the answers here, so that no other site may send it.
enum CrossOrigin {
    static func allow(_ answer: inout APIResponse) {
        answer.fields[.accessControlAllowOrigin] = "*"
        answer.fields[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-Id, Content-Range, Idempotency-Replayed"
        answer.fields[.timingAllowOrigin] = "*"
    }

    /// What may be asked of a path, for `OPTIONS`.
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
