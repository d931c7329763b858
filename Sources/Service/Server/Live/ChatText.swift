// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

/// Cleans and compares chat texts.
enum ChatText {
    /// Trims a text, and removes characters that are invisible or change the text direction.
    /// - Parameter limit: the limit in Unicode scalars.
    /// - Throws: an error if the result is empty or too long.
    static func checked(_ text: String, _ field: String, limit: Int) throws(APIError) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where isPlain(scalar) { plain.append(scalar) }
        let result = String(plain).trimmingCharacters(in: .whitespacesAndNewlines)
        let count = result.unicodeScalars.count
        guard count > 0 else { throw APIError(.invalidField, "Enter a text (up to \(limit) characters).", field: field) }
        guard count <= limit else {
            throw APIError(.invalidField, "This is too long: enter up to \(limit) characters, not \(count).", field: field)
        }
        return result
    }

    // Joiners stay, because emoji and some scripts need them.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n"
        case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
        case .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    /// Maps texts that look alike to the same text, ignoring case, accents, width and joiners.
    static func folded(_ text: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                text.precomposedStringWithCompatibilityMapping.unicodeScalars.filter {
                    $0.properties.generalCategory != .format
                }))
        return plain.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The text's words, separated and surrounded by single spaces.
    private static func words(_ text: String) -> String {
        let words = folded(text).unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
        return " " + words.map { String($0) }.joined(separator: " ") + " "
    }

    /// Whether a text contains a blocked word.
    static func isBlocked(_ text: String, by blocklist: [String]) -> Bool {
        let written = words(text)
        return blocklist.contains { entry in
            let word = words(entry)
            guard word.utf8.count > 2 else { return false }
            // In scripts without spaces between words, the word may be anywhere.
            let inner = word.dropFirst().dropLast()
            return inner.unicodeScalars.contains(where: isUnspaced) ? written.contains(inner) : written.contains(word)
        }
    }

    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF: true
        default: scalar.properties.isIdeographic
        }
    }
}
