// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Names of languages as files give them, for playlists and people.
enum LanguageTag {
    /// Files name languages with three letters, playlists with two where there are two (RFC 5646, 2.2.1).
    static func shortest(_ tag: String) -> String {
        let parts = tag.split(separator: "-", maxSplits: 1)
        guard let first = parts.first?.lowercased() else { return tag }
        let language = Locale.LanguageCode(bibliographic[first] ?? first).identifier(.alpha2) ?? first
        return parts.count == 2 ? "\(language)-\(parts[1])" : language
    }

    /// In the language itself; nil when nothing is known of it.
    static func name(_ tag: String?) -> String? {
        guard let tag, tag != "und", let name = Locale(identifier: tag).localizedString(forIdentifier: tag), name != tag else { return nil }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// ISO 639-2 has two codes for these; containers use the first, tags come from the second.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra", "geo": "kat",
        "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
        "tib": "bod", "wel": "cym",
    ]
}
