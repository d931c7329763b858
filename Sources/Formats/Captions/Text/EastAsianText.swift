// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// Detects legacy encodings of Japanese, Chinese and Korean text.
enum EastAsianText {
    private struct Language {
        var encodings: [TextEncoding]
        /// Characters that make up at least a third of any text.
        var frequent: Set<Unicode.Scalar>
        var kana = -0.5
        var syllables = -0.5
        var ideographs = 0.0

        init(_ encodings: [TextEncoding], _ frequent: String, kana: Double = -0.5, syllables: Double = -0.5, ideographs: Double = 0) {
            self.encodings = encodings
            self.frequent = Set(frequent.unicodeScalars)
            (self.kana, self.syllables, self.ideographs) = (kana, syllables, ideographs)
        }
    }

    private static let languages = [
        Language([.shiftJIS, .eucJP], "、。「」ー人私何今日本", kana: 1, ideographs: 0.1),
        Language(
            [.gb18030],
            "的一是不了我你在他有这人们个来到说就么去好那要会没什她吗过得自己吧啊知道想可以看都还能为上下大中国出也和对时地里后小多子天事把给但很让被"
                + "从而生年做真太谢话起点家", ideographs: 0.1),
        Language(
            [.big5],
            "的一是不了我你在他有這人們個來到說就麼去好那要會沒什她嗎過得自己吧啊知道想可以看都還能為上下大中國出也和對時地裡後小多子天事把給但很讓被"
                + "從而生年做真太謝話起點家", ideographs: 0.1),
        Language(
            [.eucKR],
            "이다는을를의에가고하지기도로은사자서리아나인해한어있그라대시들만네요거내게우안것전여제일부니까면무정말당신뭐저왜디래알못했습",
            syllables: 0.25, ideographs: -0.5),
    ]

    /// The number of bytes examined.
    private static let sample = 1 << 16

    /// The most likely encoding and how likely it is, up to 1. Above ``certain`` it needs no comparison with other languages.
    static func guess(_ text: ByteText) -> (encoding: TextEncoding, score: Double)? {
        var best: (encoding: TextEncoding, score: Double)?
        let sample = text.slice(0, sample)
        for language in languages {
            for encoding in language.encodings {
                guard let name = encoding.systemName else { continue }
                let decoded = MultiByteText.decode(sample, name)
                let score = score(decoded, language)
                if score > best?.score ?? possible { best = (encoding, score) }
            }
        }
        return best
    }

    static let certain = 0.25
    /// Short texts may have few of the most frequent characters.
    private static let possible = 0.12

    /// How likely the text is in this language, at most 1; 0 if it is unlikely or too short to tell.
    private static func score(_ text: [UInt8], _ language: Language) -> Double {
        var (sum, count) = (0.0, 0.0)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
            count += 1
            if language.frequent.contains(scalar) {
                sum += 1
                continue
            }
            switch scalar.value {
            case 0x3041...0x30FE: sum += language.kana
            case 0xAC00...0xD7A3: sum += language.syllables
            case 0x4E00...0x9FFF: sum += language.ideographs
            case 0x3000...0x301F, 0xFF01...0xFF60: sum += 0.5
            case 0x2010...0x2026, 0x266A, 0xB7: continue
            // Half-width katakana, which misread Latin letters often become.
            case 0xFF61...0xFF9F: if language.kana < 0 { sum -= 0.5 }
            // Invalid and private-use characters.
            case 0xFFFD, 0xE000...0xF8FF: sum -= 3
            default: sum -= 1
            }
        }
        return sum >= 1.5 ? sum / count : 0
    }
}
