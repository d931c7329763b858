// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// What a body is said to be (RFC 9110 8.3.1).
enum MediaType {
    /// - Parameters:
    ///   - field: of `Content-Type`; nil without one, which passes.
    ///   - expected: such as `application/json`, or `image/*` for all of a kind.
    static func check(_ field: String?, is expected: String) throws(APIError) {
        guard let field else { return }
        let name = field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
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
