// SPDX-License-Identifier: Apache-2.0

/// Language matching (RFC 4647).
extension LanguageTag {
    /// Whether this tag is in a range such as `de-DE`, `*-CH` or `zh-Hant`, by extended filtering (RFC 4647 3.3.2).
    public func isIn(range: String) -> Bool {
        var parts: [String] = []
        for part in range.utf8.split(separator: 0x2D, omittingEmptySubsequences: false) { parts.append(Self.lowercased(part)) }
        guard let first = parts.first, first == "*" || LanguageCodes.shortest(first) == language else { return false }
        var position = 0
        for part in parts.dropFirst() where part != "*" {
            while true {
                guard position < subtags.count else { return false }
                let subtag = Self.lowercased(subtags[position].utf8[...])
                position += 1
                if subtag == part { break }
                if subtag.utf8.count == 1 { return false }
            }
        }
        return true
    }

    /// Ranks tracks by an inverted lookup (RFC 4647 3.4): the index of the candidate that best matches a list of preferred languages; nil
    /// if none does.
    ///
    /// Each preferred language is tried as it is, then with its last subtags removed one by one. More specific candidates match too, the
    /// least specific first. A preference for one script never matches another script.
    public static func best(for preferences: [LanguageTag], among candidates: [LanguageTag]) -> Int? {
        for preference in preferences {
            var length = preference.subtags.count
            while true {
                if let index = closest(
                    language: preference.language, subtags: preference.subtags.prefix(length), preference: preference, candidates)
                {
                    return index
                }
                if length == 0 { break }
                length -= 1
                // A singleton without its subtags is meaningless.
                if length > 0, preference.subtags[length - 1].utf8.count == 1 { length -= 1 }
            }
        }
        return nil
    }

    private static func closest(
        language: String, subtags: ArraySlice<String>, preference: LanguageTag, _ candidates: [LanguageTag]
    ) -> Int? {
        var best: (index: Int, extra: Int)?
        for (index, candidate) in candidates.enumerated() where candidate.language == language {
            if let ours = preference.script, let theirs = candidate.script, ours != theirs { continue }
            guard candidate.subtags.starts(with: subtags) else { continue }
            let extra = candidate.subtags.count - subtags.count
            if extra < best?.extra ?? .max { best = (index, extra) }
        }
        return best?.index
    }

    private static func lowercased(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        for byte in text { bytes.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
