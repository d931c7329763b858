// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

extension CueTimeline {
    /// A cue that matches a search.
    public struct Match: Hashable, Sendable {
        /// The index in ``CueTimeline/cues``.
        public var index: Int
        /// When the cue starts.
        public var start: MediaTime
        /// The cue's text on one line.
        public var text: String
    }

    /// Finds the cues that contain all words of a query, in time order. Words match anywhere and in any case, and diacritics are ignored
    /// unless the query has some. Cues that repeat a text at the same time are found once.
    ///
    /// - Parameter limit: The maximum number of matches.
    public func search(_ query: String, limit: Int = 200) -> [Match] {
        let searchWords = SearchText.words(of: query)
        guard !searchWords.isEmpty else { return [] }
        let keepsMarks = SearchText.folded(query, keepsMarks: true) != SearchText.folded(query, keepsMarks: false)
        var matches: [Match] = []
        for (index, cue) in cues.enumerated() where cue.end > cue.start {
            let plain = cue.plainText()
            let text = SearchText.folded(plain, keepsMarks: keepsMarks)
            guard searchWords.allSatisfy({ text.contains(SearchText.folded($0, keepsMarks: keepsMarks)) }) else { continue }
            let match = Match(index: index, start: cue.start, text: SearchText.line(plain))
            if let last = matches.last, last.text == match.text, cues[last.index].end >= cue.start { continue }
            matches.append(match)
            if matches.count >= limit { break }
        }
        return matches
    }

    /// The lines shown in a time span, without repeats, because roll-up captions repeat their lines.
    public func lines(from start: MediaTime, to end: MediaTime) -> [String] {
        var lines: [String] = []
        for index in indices(overlapping: start, end) {
            for line in cues[index].plainText().split(whereSeparator: \.isNewline) {
                let line = SearchText.line(String(line))
                if !line.isEmpty, !lines.suffix(8).contains(line) { lines.append(line) }
            }
        }
        return lines
    }
}

/// Text normalisation for searches.
enum SearchText {
    static func words(of text: String) -> [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// Joins text to one line with single spaces.
    static func line(_ text: String) -> String { words(of: text).joined(separator: " ") }

    /// Lower-cases text and joins it with single spaces.
    static func folded(_ text: String, keepsMarks: Bool) -> String {
        let small = line(text.lowercased())
        guard !keepsMarks, !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
        var scalars = String.UnicodeScalarView()
        for character in small {
            // The letter without diacritics or strokes.
            let base = character.unicodeScalars.first.map { Self.base(of: $0) }
            if let base { scalars.append(base) }
            for scalar in character.unicodeScalars.dropFirst() where scalar.properties.canonicalCombiningClass == .notReordered {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąǎ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęě"), ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįıǐ"),
            ("j", "ĵ"),
            ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņň"), ("o", "òóôõöøōŏőǒ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"),
            ("u", "ùúûüũūŭůűųǔ"),
            ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"), ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
            ("е", "ёѐ"), ("и", "йѝ"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (base, marked) in groups { for scalar in marked.unicodeScalars { table[scalar] = base } }
        return table
    }()

    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar { letters[scalar] ?? scalar }
}
