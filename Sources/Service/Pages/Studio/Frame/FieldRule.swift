// SPDX-License-Identifier: Apache-2.0

/// A field's validation rule. The script checks all fields of a form before it is sent; the service checks them again.
struct FieldRule: Sendable {
    var isRequired = false
    /// The error message for empty input.
    var missing: String?
    /// The limit in Unicode scalars.
    var maxLength: Int?
    /// A regular expression for the complete input, and the error message if it doesn't match.
    var pattern: (expression: String, fault: String)?
    var range: ClosedRange<Int>?

    /// - Parameter thing: with its article, such as `a name`.
    static func required(_ thing: String, maxLength: Int? = nil) -> Self {
        let limit = maxLength.map { " (up to \(grouped($0)) characters)" } ?? ""
        return Self(isRequired: true, missing: "Enter \(thing)\(limit).", maxLength: maxLength)
    }

    private static func grouped(_ number: Int) -> String {
        number < 1000 ? "\(number)" : "\(number / 1000),\(String(1000 + number % 1000).dropFirst())"
    }

    static func atMost(_ characters: Int) -> Self { Self(maxLength: characters) }
    static func number(_ range: ClosedRange<Int>) -> Self { Self(range: range) }

    static let currency = Self(
        isRequired: true, missing: "Enter a currency code such as EUR.", pattern: ("[A-Z]{3}", "Enter a currency code such as EUR."))
    static let language = Self(
        pattern: ("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", "Enter a language code such as en or pt-BR."))
    static let country = Self(pattern: ("[A-Z]{2}", "Enter a country code of two capital letters, such as DE."))
    static let price = Self(
        isRequired: true, missing: "Enter a price such as 19.90.", pattern: (#"\d+(\.\d{1,6})?"#, "Enter a price such as 19.90."))
    static let priceOrNone = Self(pattern: (#"\d+(\.\d{1,6})?"#, "Enter a price such as 19.90, or leave this empty."))

    var attributes: HTML {
        let required: HTML? = isRequired ? " required" : nil
        let missing: HTML? = missing.map { " data-missing=\"\($0)\"" }
        let maxLength: HTML? = maxLength.map { " data-most=\"\($0)\"" }
        let pattern: HTML? = pattern.map { " data-pattern=\"\($0.expression)\" data-mismatch=\"\($0.fault)\"" }
        let range: HTML? = range.map { " min=\"\($0.lowerBound)\" max=\"\($0.upperBound)\"" }
        return "\(required)\(missing)\(maxLength)\(pattern)\(range)"
    }
}
