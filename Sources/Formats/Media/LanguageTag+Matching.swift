// SPDX-License-Identifier: Apache-2.0

/// Choosing by language (RFC 4647).
extension LanguageTag {
    /// Extended filtering (RFC 4647 3.3.2): whether this tag is in a range such as `de-DE`, `*-CH` or `zh-Hant`.
    public func isIn(range: String) -> Bool {
        var wanted: [String] = []
        for part in range.utf8.split(separator: 0x2D, omittingEmptySubsequences: false) { wanted.append(Self.lowercased(part)) }
        guard let first = wanted.first, first == "*" || LanguageCodes.shortest(first) == language else { return false }
        var position = 0
        for part in wanted.dropFirst() where part != "*" {
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

    /// Lookup (RFC 4647 3.4) turned round to rank tracks: the index of the candidate that suits the wishes best, nil when
    /// none does.
    ///
    /// Each wish in turn is tried whole, then with its last subtags cut off; a candidate that is more special than what is
    /// left of the wish suits too, the least special one first. A wish in one script is not answered in another.
    public static func best(for wishes: [LanguageTag], among candidates: [LanguageTag]) -> Int? {
        for wish in wishes {
            var length = wish.subtags.count
            while true {
                if let index = closest(language: wish.language, subtags: wish.subtags.prefix(length), wish: wish, candidates) {
                    return index
                }
                if length == 0 { break }
                length -= 1
                // A singleton without what it introduces means nothing.
                if length > 0, wish.subtags[length - 1].utf8.count == 1 { length -= 1 }
            }
        }
        return nil
    }

    private static func closest(
        language: String, subtags: ArraySlice<String>, wish: LanguageTag, _ candidates: [LanguageTag]
    ) -> Int? {
        var best: (index: Int, extra: Int)?
        for (index, candidate) in candidates.enumerated() where candidate.language == language {
            if let ours = wish.script, let theirs = candidate.script, ours != theirs { continue }
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
