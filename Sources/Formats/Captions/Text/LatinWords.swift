// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The words of a text in an unknown encoding that has ASCII, with ASCII capitals made small.
struct LatinWords {
    fileprivate private(set) var counts: [[UInt8]: Int] = [:]
    fileprivate private(set) var total = 0

    /// Enough to recognise a language.
    private static let longestSample = 32 << 10
    private static let maxWords = 1000

    init(_ text: ByteText) {
        var word: [UInt8] = []
        for byte in text.slice(0, Self.longestSample) {
            if byte.isLetter {
                word.append(byte | 0x20)
            } else if byte >= 0x80 || byte == UInt8(ascii: "'") {
                word.append(byte)
            } else {
                add(word)
                word.removeAll(keepingCapacity: true)
                if counts.count >= Self.maxWords { return }
            }
        }
        add(word)
    }

    private mutating func add(_ word: [UInt8]) {
        guard !word.isEmpty else { return }
        counts[word, default: 0] += 1
        total += 1
    }
}

/// A language in one of its encodings.
struct LatinModel {
    let encoding: TextEncoding
    let letters: Set<UInt32>
    private let words: Set<[UInt8]>
    private let parts: [[UInt8]]
    /// Western European text is the most frequent, Baltic the least.
    private let bonus: Double

    static let all: [LatinModel] = LatinLanguage.all.flatMap { language in
        language.encodings.map { LatinModel(language, $0) }
    }

    private init(_ language: LatinLanguage, _ encoding: TextEncoding) {
        self.encoding = encoding
        letters = Set(language.letters.unicodeScalars.map(\.value))
        words = Set(language.words.split(separator: " ").compactMap { encoding.bytes(of: $0) })
        parts = language.parts.split(separator: " ").compactMap { encoding.bytes(of: $0) }
        bonus = encoding == .windows1252 ? 0.1 : encoding == .windows1257 ? -0.1 : 0.06
    }

    /// How much the words speak for this language. Usual words count most: up to 2, and about 0 for none.
    func evidence(in text: LatinWords) -> Double {
        var (known, accented, familiar) = (0, 0, 0)
        for (word, count) in text.counts {
            if words.contains(word) {
                known += count
                if word.contains(where: { $0 >= 0x80 }) { accented += count }
            }
            let ended = word + [UInt8(ascii: "_")]
            if parts.contains(where: { ended.contains($0) }) { familiar += count }
        }
        return (Double(known) + 0.5 * Double(accented) + 0.4 * Double(familiar)) / Double(max(text.total, 1)) + bonus
    }
}

extension TextEncoding {
    /// nil if the encoding lacks one of the characters.
    fileprivate func bytes(of text: Substring) -> [UInt8]? {
        guard let table else { return nil }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if let index = table.firstIndex(where: { UInt32($0) == scalar.value }) {
                bytes.append(UInt8(index + 0x80))
            } else {
                return nil
            }
        }
        return bytes
    }
}
