// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// Checks a body's media type (RFC 9110 8.3.1).
enum MediaTypeCheck {
    /// Whether a body has the route's second media type, which is streamed.
    /// - Throws: an error if it has neither.
    static func isOther(_ field: String?, of route: APIRoute) throws(APIError) -> Bool {
        guard let expected = route.request.mediaType else { return false }
        if let other = route.otherRequest.mediaType, let field, name(field) == other { return true }
        try check(field, is: expected)
        return false
    }

    /// Rejects compressed bodies, so that nothing can expand (RFC 9110 8.4).
    /// - Parameter field: `Content-Encoding`; nil without one.
    static func checkEncoding(_ field: String?) throws(APIError) {
        guard let field, name(field) != "identity" else { return }
        throw APIError(.unsupportedMedia, "The body must be sent without a content coding.", field: "Content-Encoding")
    }

    /// The type without parameters.
    static func name(_ field: String) -> String { field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() }

    /// The value of a parameter such as `boundary`, without quotation marks.
    static func parameter(_ key: String, of field: String) -> String? {
        for part in field.split(separator: ";").dropFirst() {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, words[0].filter({ $0 != " " && $0 != "\t" }).lowercased() == key else { continue }
            let value = words[1].drop { $0 == " " || $0 == "\t" }
            if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
            return String(value.prefix { $0 != " " && $0 != "\t" })
        }
        return nil
    }

    /// - Parameters:
    ///   - field: `Content-Type`; nil without one, which passes.
    ///   - expected: a type such as `application/json`, or `image/*` for all of a kind.
    static func check(_ field: String?, is expected: String) throws(APIError) {
        guard let field else { return }
        let name = name(field)
        let isFit =
            if expected.hasSuffix("/*") {
                name.hasPrefix(expected.dropLast())
            } else {
                // Types with the suffix `+json` are JSON too (RFC 6839 3.1).
                name == expected || (expected == "application/json" && name.hasSuffix("+json"))
            }
        guard isFit else { throw APIError(.unsupportedMedia, "The body must be \(expected).", field: "Content-Type") }
    }
}
