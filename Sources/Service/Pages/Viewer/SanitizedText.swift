// SPDX-License-Identifier: Apache-2.0

/// Cleans user texts for titles and single lines.
enum SanitizedText {
    /// The limit of scalars per character; family emoji need seven.
    private static let maximumScalars = 12

    /// Removes control characters and direction overrides, collapses white space, and truncates with an
    /// ellipsis. Markup is kept, since it is shown as text.
    /// - Parameter limit: in characters.
    static func clean(_ text: String, limit: Int) -> String {
        var words: [String] = []
        var count = 0
        for word in text.split(whereSeparator: { $0.isWhitespace || $0.isNewline }) {
            var kept = ""
            for character in word {
                guard count < limit else { return (words + [kept + "…"]).joined(separator: " ") }
                let scalars = character.unicodeScalars.filter { !isUnfit($0) }.prefix(maximumScalars)
                guard !scalars.isEmpty else { continue }
                kept.unicodeScalars.append(contentsOf: scalars)
                count += 1
            }
            if !kept.isEmpty { words.append(kept) }
        }
        return words.joined(separator: " ")
    }

    private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2060...0x2069, 0x061C, 0x200E, 0x200F, 0xFEFF, 0xFFF9...0xFFFC: true
        default: scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .privateUse
        }
    }

    /// A caption as a title; a localised placeholder for a video without one.
    static func title(_ caption: String, _ language: PageLanguage) -> String {
        let title = clean(caption, limit: 160)
        return title.isEmpty ? language.text(.untitled) : title
    }

    /// A title as a slug, such as `a-day-at-the-sea`; empty if it has no letters or digits.
    static func slug(_ title: String) -> String {
        let words = clean(title, limit: 60).lowercased().split { !$0.isLetter && !$0.isNumber }
        return words.joined(separator: "-")
    }

    /// Such as 0:07, 12:30 or 1:02:09.
    static func duration(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let (h, m, s) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return h > 0 ? "\(h):\(two(m)):\(two(s))" : "\(m):\(two(s))"
    }

    /// In ISO 8601 format, in seconds: PT3729S.
    static func isoDuration(_ milliseconds: Int64) -> String { "PT\(max(0, milliseconds) / 1000)S" }

    /// The URL, if it is allowed in links and images: a path of this service, or `http` or `https`. nil for any other, which could run
    /// code.
    static func address(_ text: String?) -> String? {
        guard let text else { return nil }
        let lower = text.prefix(8).lowercased()
        let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
        return lower.hasPrefix("https://") || lower.hasPrefix("http://") || isPath ? text : nil
    }
}
