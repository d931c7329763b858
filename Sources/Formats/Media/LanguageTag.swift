// SPDX-License-Identifier: Apache-2.0

/// A language tag (BCP 47, RFC 5646) in canonical case: `zh-Hant-TW`, `sl-rozaj`, `en-US-u-hc-h12`.
public struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// The primary language in lower case; `und` if undetermined, `x` for private-use tags.
    public let language: String
    /// Further subtags in canonical case.
    public let subtags: [String]

    /// Parses a tag; nil if it is not well-formed. Underscores count as hyphens, and the three-letter codes of containers become
    /// two-letter codes where they exist, as BCP 47 requires.
    public init?(_ text: String) {
        var parts: [[UInt8]] = []
        for part in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x2D || $0 == 0x5F }) {
            var lower: [UInt8] = []
            for byte in part {
                let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
                guard isLetter || (byte >= 0x30 && byte <= 0x39) else { return nil }
                lower.append(isLetter ? byte | 0x20 : byte)
            }
            guard lower.count >= 1, lower.count <= 8 else { return nil }
            parts.append(lower)
        }
        let first = parts[0]
        guard first.count >= 2 || first == [0x78] || first == [0x69], !first.contains(where: { $0 < 0x61 }) else { return nil }
        if first.count == 1, parts.count == 1 { return nil }
        language = LanguageCodes.shortest(String(decoding: first, as: UTF8.self))
        var subtags: [String] = []
        var isExtension = first.count == 1
        for part in parts.dropFirst() {
            if part.count == 1 { isExtension = true }
            subtags.append(Self.canonical(part, isExtension: isExtension))
        }
        self.subtags = subtags
    }

    /// Two letters are a region and four a script, except in extensions (RFC 5646 2.1.1).
    private static func canonical(_ subtag: [UInt8], isExtension: Bool) -> String {
        var bytes = subtag
        let isAlphabetic = !subtag.contains { $0 < 0x61 }
        if !isExtension, isAlphabetic, bytes.count == 2 || bytes.count == 4 {
            bytes[0] -= 0x20
            if bytes.count == 2 { bytes[1] -= 0x20 }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String {
        var text = language
        for subtag in subtags { text += "-" + subtag }
        return text
    }

    /// The script subtag, `Hant`.
    public var script: String? {
        for subtag in subtags.prefix(4) {
            if subtag.utf8.count == 1 { return nil }
            if subtag.utf8.count == 4, let first = subtag.utf8.first, first > 0x39 { return subtag }
        }
        return nil
    }

    /// The region subtag, `TW` or `419`.
    public var region: String? {
        for subtag in subtags.prefix(5) {
            if subtag.utf8.count == 1 { return nil }
            if subtag.utf8.count == 2 { return subtag }
            if subtag.utf8.count == 3, let first = subtag.utf8.first, first <= 0x39 { return subtag }
        }
        return nil
    }
}
