// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Splits texts into the words of the search index.
///
/// Letters are compared without case, width and accents. Scripts that don't separate words with spaces are indexed by pairs of characters,
/// so that any part of a text is found.
enum SearchWords {
    /// A run of letters and digits in the same kind of script.
    enum Run: Hashable, Sendable {
        case word(String)
        /// Characters of a script without spaces between words.
        case unspaced([Character])
    }

    /// The limit of a word in Unicode scalars, because a character can have any number of marks; what follows is not compared.
    static let longestWord = 40

    /// The words of a text to be found, in order.
    /// - Parameter limit: further words are left out.
    static func indexed(_ text: String, limit: Int) -> [String] {
        var words: [String] = []
        for run in runs(of: text) {
            switch run {
            case .word(let word): words.append(word)
            // The last character alone, so that it is found, too.
            case .unspaced(let characters): words += pairs(characters) + (characters.count > 1 ? characters.suffix(1).map(String.init) : [])
            }
            if words.count >= limit { return Array(words.prefix(limit)) }
        }
        return words
    }

    /// The pairs of neighbours; a single character by itself.
    static func pairs(_ characters: [Character]) -> [String] {
        characters.count < 2 ? characters.map(String.init) : zip(characters, characters.dropFirst()).map { "\($0)\($1)" }
    }

    static func runs(of text: String) -> [Run] {
        var runs: [Run] = []
        var word = ""
        var unspaced: [Character] = []
        func end(_ runs: inout [Run]) {
            if !word.isEmpty { runs.append(.word(word.utf8.count > longestWord ? cut(word) : word)) }
            if !unspaced.isEmpty { runs.append(.unspaced(unspaced)) }
            (word, unspaced) = ("", [])
        }
        for character in folded(text) {
            guard let first = character.unicodeScalars.first, character.isLetter || character.isNumber else {
                end(&runs)
                continue
            }
            if isUnspaced(first) {
                if !word.isEmpty { end(&runs) }
                unspaced.append(character.unicodeScalars.count > 8 ? Character(first) : character)
            } else {
                if !unspaced.isEmpty { end(&runs) }
                word.append(character)
            }
        }
        end(&runs)
        return runs
    }

    private static func cut(_ word: String) -> String { String(String.UnicodeScalarView(word.unicodeScalars.prefix(longestWord))) }

    /// The text without differences that people ignore when they search.
    static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var result = String.UnicodeScalarView()
        var isPlain = true
        for scalar in text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            // In other scripts, marks are part of the letter, as in Indic scripts and kana.
            case .nonspacingMark where isPlain: continue
            case .nonspacingMark, .spacingMark, .enclosingMark: result.append(scalar)
            // Joiners, and letters that only stretch a word.
            case .format, .privateUse, .surrogate, .unassigned: continue
            case _ where scalar.value == 0x640: continue
            default:
                isPlain = scalar.value < 0x700
                if let letters = plain[scalar] { result.append(contentsOf: letters.unicodeScalars) } else { result.append(scalar) }
            }
        }
        return String(result).precomposedStringWithCanonicalMapping
    }

    /// Letters that have no decomposition.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ", "ى": "ي", "ة": "ه",
    ]

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Myanmar, Khmer, kana, and Hangul, in which particles follow words without a space.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0x1100...0x11FF, 0xAC00...0xD7A3: true
        default: scalar.properties.isIdeographic
        }
    }
}
