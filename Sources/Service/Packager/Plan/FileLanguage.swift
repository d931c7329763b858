// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Converts the languages named in files for playlists and people.
enum FileLanguage {
    /// The shortest code: files use three letters, playlists two where they exist (RFC 5646, 2.2.1).
    static func shortest(_ tag: String) -> String {
        let parts = tag.split(separator: "-", maxSplits: 1)
        guard let first = parts.first?.lowercased() else { return tag }
        let language = Locale.LanguageCode(bibliographic[first] ?? first).identifier(.alpha2) ?? first
        return parts.count == 2 ? "\(language)-\(parts[1])" : language
    }

    /// The language's own name; nil if unknown.
    static func name(_ tag: String?) -> String? {
        guard let tag, tag != "und", let name = Locale(identifier: tag).localizedString(forIdentifier: tag), name != tag else { return nil }
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The languages with two ISO 639-2 codes; containers use the first, tags derive from the second.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra", "geo": "kat",
        "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas", "rum": "ron", "slo": "slk",
        "tib": "bod", "wel": "cym",
    ]
}
