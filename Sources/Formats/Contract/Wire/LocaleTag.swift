// SPDX-License-Identifier: Apache-2.0

/// The language and country of a language tag (RFC 5646, 2.1), for choosing content.
public struct LocaleTag: Hashable, Sendable {
    /// The language, such as `zh`.
    public let language: String?
    /// The country, ISO 3166-1 alpha-2, such as `BR`; nil if the tag names none. A script such as `Hant` or an area of several countries
    /// such as `419` is not a country.
    public let country: String?

    /// - Parameter text: A tag with `-` or `_` as separators.
    public init(_ text: String) {
        let parts = text.split { $0 == "-" || $0 == "_" }.map(String.init)
        language = parts.first.flatMap { (2...8).contains($0.utf8.count) && Self.isAlphabetic($0) ? $0.lowercased() : nil }
        // A singleton starts an extension, whose subtags may have any form.
        let own = parts.dropFirst().prefix { $0.utf8.count > 1 }
        country = own.first { $0.utf8.count == 2 && Self.isAlphabetic($0) }?.uppercased()
    }

    private static func isAlphabetic(_ text: String) -> Bool { text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } }
}
