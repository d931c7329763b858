// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// What a body is said to be (RFC 9110 8.3.1).
enum MediaType {
    /// Whether a body is the route's second form, which is read as it comes.
    /// - Throws: where it is neither.
    static func isOther(_ field: String?, of route: APIRoute) throws(APIError) -> Bool {
        guard let expected = route.request.mediaType else { return false }
        if let other = route.otherRequest.mediaType, let field, name(field) == other { return true }
        try check(field, is: expected)
        return false
    }

    /// Nothing is unpacked here, so that nothing unfolds (RFC 9110 8.4).
    /// - Parameter field: `Content-Encoding`; nil without one.
    static func checkEncoding(_ field: String?) throws(APIError) {
        guard let field, name(field) != "identity" else { return }
        throw APIError(.unsupportedMedia, "The body must be sent as it is, without a coding.", field: "Content-Encoding")
    }

    /// Without parameters.
    static func name(_ field: String) -> String { field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() }

    /// Of a parameter of the field, such as `boundary`; quotation marks are taken away.
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
    ///   - field: of `Content-Type`; nil without one, which passes.
    ///   - expected: such as `application/json`, or `image/*` for all of a kind.
    static func check(_ field: String?, is expected: String) throws(APIError) {
        guard let field else { return }
        let name = name(field)
        let isFit =
            if expected.hasSuffix("/*") {
                name.hasPrefix(expected.dropLast())
            } else {
                // A document in JSON is JSON, whatever else it is (RFC 6839 3.1).
                name == expected || (expected == "application/json" && name.hasSuffix("+json"))
            }
        guard isFit else { throw APIError(.unsupportedMedia, "The body must be \(expected).", field: "Content-Type") }
    }
}
