// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

extension TextEncoding {
    /// Detects the encoding: by byte order mark, by zero bytes, by valid UTF-8, and otherwise by which language's letters the bytes
    /// would be. The fallback is windows-1252, the most common one.
    static func detect(_ text: ByteText) -> TextEncoding {
        if text.count >= 4 {
            // Before UTF-16, whose little-endian mark begins in the same way.
            if text[0] == 0xFF, text[1] == 0xFE, text[2] == 0, text[3] == 0 { return .utf32LittleEndian }
            if text[0] == 0, text[1] == 0, text[2] == 0xFE, text[3] == 0xFF { return .utf32BigEndian }
        }
        if text.count >= 2 {
            if text[0] == 0xFF, text[1] == 0xFE { return .utf16LittleEndian }
            if text[0] == 0xFE, text[1] == 0xFF { return .utf16BigEndian }
        }
        let sample = text.slice(0, 4096)
        var zeros = (even: 0, odd: 0)
        for (index, byte) in sample.enumerated() where byte == 0 {
            if index % 2 == 0 { zeros.even += 1 } else { zeros.odd += 1 }
        }
        if zeros.odd > sample.count / 4, zeros.even < sample.count / 16 { return .utf16LittleEndian }
        if zeros.even > sample.count / 4, zeros.odd < sample.count / 16 { return .utf16BigEndian }
        if isWellFormed(text) { return .utf8 }
        let eastAsian = EastAsianText.guess(text)
        if let eastAsian, eastAsian.score > EastAsianText.certain { return eastAsian.encoding }
        let other = guess(text)
        // Of text in its own language, hardly a letter is an unusual one.
        return other.score < 0.6 ? eastAsian?.encoding ?? other.encoding : other.encoding
    }

    static func isWellFormed(_ text: ByteText) -> Bool {
        var ascii = 0
        while ascii < text.count, text[ascii] < 0x80 { ascii += 1 }
        if ascii == text.count { return true }
        var decoder = UTF8()
        var bytes = text.slice(from: ascii).makeIterator()
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }

    /// A script that an encoding has beside the Latin one.
    private struct Script {
        var encoding: TextEncoding
        var frequent: Set<UInt32>
        var rare: Set<UInt32>

        /// - Parameter letters: its lower-case letters, the frequent ones first, then a space.
        init(_ encoding: TextEncoding, _ letters: String) {
            let parts = letters.split(separator: " ").map { Set($0.unicodeScalars.map(\.value)) }
            (self.encoding, frequent, rare) = (encoding, parts[0], parts[1])
        }
    }

    private static let scripts: [Script] = [
        Script(.windows874, "านรอกเงมยลวดทสต่้ัี ะปบคหแจพชขใไโผซถธภิึืุู์ำณญฉศษฟฐฎฏฑฒฝ็ๆ"),
        Script(.ibm866, "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъё"), Script(.windows1251, "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъёіїєґ"),
        Script(.koi8R, "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъё"), Script(.windows1253, "αοιετσνηυρπκ μςλάέήίόύώωγδχθφβξζψ"),
        Script(.windows1255, "יוהלאמרתבשנם כדעןקחפטגצסזךףץ"), Script(.windows1256, "اليمنوترهبةع سدفكحقجشطصخزأإضذثءظغئىؤآ"),
    ]

    /// The most likely encoding, and the share of letters that are usual in its language.
    private static func guess(_ text: ByteText) -> (encoding: TextEncoding, score: Double) {
        let bytes = HighBytes(text)
        var best = (encoding: TextEncoding.windows1252, score: -Double.infinity, total: -Double.infinity)
        let words = bytes.isLatin ? LatinWords(text) : nil
        for language in LatinModel.all {
            let score = bytes.score(in: language.encoding, frequent: language.letters)
            let total = score + (words.map { language.evidence(in: $0) } ?? 0)
            if total > best.total { best = (language.encoding, score, total) }
        }
        if !bytes.isLatin {
            for script in scripts {
                let score = bytes.score(in: script.encoding, frequent: script.frequent, rare: script.rare)
                if score > best.total { best = (script.encoding, score, score) }
            }
        }
        return (bytes.areSame(in: best.encoding, and: .windows1252) ? .windows1252 : best.encoding, best.score)
    }
}

/// How often each byte beyond ASCII occurs in a text.
private struct HighBytes {
    private var counts = [Int](repeating: 0, count: 128)
    /// Those after a lower-case ASCII letter, where no capital is expected.
    private var inside = [Int](repeating: 0, count: 128)
    /// Whether the bytes are letters of a Latin script.
    let isLatin: Bool

    init(_ text: ByteText) {
        // Letters of non-Latin scripts are next to each other; those of Latin scripts are mostly next to ASCII letters.
        var letters = (all: 0, besideASCII: 0, pairs: 0)
        for (index, byte) in text.enumerated() where byte >= 0x80 {
            counts[Int(byte - 0x80)] += 1
            if index > 0, (0x61...0x7A).contains(text[index - 1]) { inside[Int(byte - 0x80)] += 1 }
            if Self.mayBeLetter(byte), index > 0, Self.mayBeLetter(text[index - 1]) { letters.pairs += 1 }
            guard byte >= 0xC0 else { continue }
            letters.all += 1
            let isBeside = index > 0 && text[index - 1].isLetter || index + 1 < text.count && text[index + 1].isLetter
            if isBeside { letters.besideASCII += 1 }
        }
        // English often has nothing but typographic marks there, which would be Cyrillic capitals in IBM866. Words of one letter, such as
        // the French À, are next to nothing.
        isLatin = letters.besideASCII * 2 > letters.all || letters.all == 0 || letters.pairs == 0
    }

    /// Whether a byte is a letter in some encoding, and not a quotation mark in most.
    private static func mayBeLetter(_ byte: UInt8) -> Bool { byte > 0xA0 && byte != 0xAB && byte != 0xBB }

    /// From -1 to 1: frequent letters count most, then rare ones, then capitals where they can be. Typographic marks are neutral; anything
    /// else counts against the encoding.
    func score(in encoding: TextEncoding, frequent: Set<UInt32>, rare: Set<UInt32> = []) -> Double {
        guard let table = encoding.table else { return -1 }
        var score = 0.0
        for (index, count) in counts.enumerated() where count > 0 {
            let code = UInt32(table[index])
            let small = Unicode.Scalar(code).flatMap { $0.properties.lowercaseMapping.unicodeScalars.first?.value } ?? code
            if frequent.contains(code) {
                score += Double(count)
            } else if rare.contains(code) {
                score += 0.4 * Double(count)
            } else if frequent.contains(small) || rare.contains(small) {
                score += 0.2 * Double(count - inside[index]) - Double(inside[index])
            } else if code >= 0x2010, code <= 0x2122 || code == 0xA0 || code == 0xAB || code == 0xBB {
                continue
            } else {
                score -= Double(count)
            }
        }
        return score / Double(max(1, counts.reduce(0, +)))
    }

    /// Whether the text is the same in two encodings.
    func areSame(in first: TextEncoding, and second: TextEncoding) -> Bool {
        guard let one = first.table, let other = second.table else { return false }
        return counts.indices.allSatisfy { counts[$0] == 0 || one[$0] == other[$0] }
    }
}
