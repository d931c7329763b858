// SPDX-License-Identifier: Apache-2.0

/// Words of the index that no text contains, because they begin or end with characters that ``SearchWords`` leaves out.
enum SearchMark {
    /// Videos that apps of the service may show.
    static let everyone = "\u{E001}e"

    /// Videos that apps of a business may show.
    static func business(_ id: String) -> String { "\u{E001}b" + hex(id) }
    /// Videos of a channel that apps may show.
    static func channel(_ id: String) -> String { "\u{E001}c" + hex(id) }
    /// All videos of a business, for itself.
    static func owned(_ business: String) -> String { "\u{E001}o" + hex(business) }

    /// The limit of a beginning in characters. Longer ones match few words, which the database finds by itself; for shorter ones, it would
    /// have to merge the lists of too many.
    static let longestBeginning = 12

    /// The beginning of a word.
    static func beginning(_ text: String) -> String { text + "\u{E000}" }

    /// The beginnings of a word that are shorter than itself.
    static func beginnings(of word: String) -> [String] {
        word.indices.dropFirst().prefix(longestBeginning).map { beginning(String(word[..<$0])) }
    }

    /// Databases fold the case of letters, but ids differ in it.
    private static func hex(_ text: String) -> String {
        let digits = Array("0123456789abcdef")
        return String(text.utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
