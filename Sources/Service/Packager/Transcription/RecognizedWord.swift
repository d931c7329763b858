// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// A word found in speech.
struct RecognizedWord: Hashable, Sendable {
    var text: String
    /// In seconds.
    var start: Double
    var end: Double
}

extension RecognizedWord {
    /// Reads a line of `pocketsphinx_continuous -time yes`: a word, its start and end in seconds, and its probability. Nil for other lines,
    /// and for silence and noise.
    init?(pocketSphinx line: String) {
        let fields = line.split(separator: " ")
        guard fields.count == 4, let start = Double(fields[1]), let end = Double(fields[2]), Double(fields[3]) != nil, start >= 0,
            end >= start, end < 1_000_000, !"<[+".contains(fields[0].prefix(1))
        else { return nil }
        // Pronunciations of a word are numbered: "the(2)".
        let text = fields[0].prefix { $0 != "(" }
        guard !text.isEmpty else { return nil }
        self.init(text: String(text), start: start, end: end)
    }
}

extension CaptionDocument {
    /// Captions of recognized words. A pause, or a caption that is long enough, begins the next one.
    init(_ words: [RecognizedWord]) {
        var groups: [[RecognizedWord]] = []
        for word in words {
            if let group = groups.last, Self.fits(word, group) {
                groups[groups.count - 1].append(word)
            } else {
                groups.append([word])
            }
        }
        let cues = groups.indices.map { index in
            let group = groups[index]
            let start = group[0].start
            // Short captions stay a little longer, so that they can be read.
            let next = index + 1 < groups.count ? groups[index + 1][0].start : .infinity
            let end = min(max(group[group.count - 1].end, start + Self.shortestCaption), max(next, start + 0.001))
            return Cue(start: .milliseconds(start), end: .milliseconds(end), text: Self.lines(group.map(\.text)))
        }
        self.init(format: .webVTT, cues: cues)
    }

    /// Whether a word belongs to the same caption as those before it.
    private static func fits(_ word: RecognizedWord, _ group: [RecognizedWord]) -> Bool {
        guard let first = group.first, let last = group.last else { return true }
        let length = group.reduce(word.text.count) { $0 + $1.text.count + 1 }
        return word.start - last.end < pause && word.end - first.start <= longestCaption && length <= 2 * lineLength
    }

    /// Seconds of silence between captions.
    private static let pause = 0.7
    /// In seconds.
    private static let longestCaption = 6.0
    private static let shortestCaption = 1.0
    /// Characters in a line: usual for subtitles in Latin script.
    private static let lineLength = 42

    /// One line, or two of about the same length.
    private static func lines(_ words: [String]) -> String {
        let text = words.joined(separator: " ")
        guard text.count > lineLength, words.count > 1 else { return text }
        let split = (1..<words.count).min(by: { difference(words, at: $0) < difference(words, at: $1) }) ?? 1
        return words[..<split].joined(separator: " ") + "\n" + words[split...].joined(separator: " ")
    }

    private static func difference(_ words: [String], at split: Int) -> Int {
        abs(words[..<split].joined(separator: " ").count - words[split...].joined(separator: " ").count)
    }
}

extension MediaTime {
    fileprivate static func milliseconds(_ seconds: Double) -> Self { MediaTime(value: Int64((seconds * 1000).rounded()), timescale: 1000) }
}
