// SPDX-License-Identifier: Apache-2.0

/// A language tag taken apart (RFC 5646, 2.1), as far as content is chosen by it.
public struct LocaleTag: Hashable, Sendable {
    /// Such as `zh`.
    public let language: String?
    /// ISO 3166-1 alpha-2, such as `BR`. Nil where the tag names none: a script such as `Hant` is no country, and neither is an area of
    /// several countries such as `419`.
    public let country: String?

    /// - Parameter text: with `-` or `_` between its parts.
    public init(_ text: String) {
        let parts = text.split { $0 == "-" || $0 == "_" }.map(String.init)
        language = parts.first.flatMap { (2...8).contains($0.utf8.count) && Self.isAlphabetic($0) ? $0.lowercased() : nil }
        // Behind a singleton an extension begins, which may have parts of any form.
        let own = parts.dropFirst().prefix { $0.utf8.count > 1 }
        country = own.first { $0.utf8.count == 2 && Self.isAlphabetic($0) }?.uppercased()
    }

    private static func isAlphabetic(_ text: String) -> Bool { text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) } }
}
