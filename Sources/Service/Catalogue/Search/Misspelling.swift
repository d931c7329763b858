// SPDX-License-Identifier: Apache-2.0

/// Finds words that differ by a slip of the finger.
///
/// Two words are close if leaving out at most one letter of each makes them the same. So each word is stored under all of these forms, and
/// those of a misspelt word are looked up.
enum Misspelling {
    /// The forms of a word, the word first; empty if its misspellings aren't searched, as of short words and of numbers.
    static func forms(of word: String) -> [String] {
        guard canBeMisspelt(word) else { return [] }
        let letters = Array(word)
        var forms = [word]
        for index in letters.indices where index == 0 || letters[index] != letters[index - 1] {
            forms.append(String(letters[..<index] + letters[(index + 1)...]))
        }
        return forms
    }

    static func canBeMisspelt(_ word: String) -> Bool { (4...24).contains(word.count) && word.allSatisfy(\.isLetter) }

    /// The words closest to a word, without the word itself.
    static func closest(to word: String, among words: some Collection<String>, limit: Int) -> [String] {
        let letters = Array(word)
        let limit = letters.count < 8 ? 1 : 2
        let found = words.compactMap { other -> (distance: Int, word: String)? in
            let distance = distance(letters, Array(other))
            return (1...limit).contains(distance) ? (distance, other) : nil
        }
        return found.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(limit).map(\.word)
    }

    /// The number of letters inserted, removed, replaced, or swapped with their neighbour.
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var (before, last) = ([Int](), Array(0...other.count))
        for row in 1...one.count {
            var next = [row]
            for column in 1...other.count {
                let isSame = one[row - 1] == other[column - 1]
                var best = min(last[column] + 1, next[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    best = min(best, before[column - 2] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
