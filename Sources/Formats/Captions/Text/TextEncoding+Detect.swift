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

    private struct Language {
        var encoding: TextEncoding
        /// Its lower-case letters beyond ASCII; for non-Latin scripts the frequent letters first, then a space.
        var letters: String

        var hasScriptOfItsOwn: Bool { letters.contains(" ") }
    }

    private static let languages: [Language] = [
        Language(encoding: .windows1252, letters: "éèàçêùâîôûëïœæ"), Language(encoding: .windows1252, letters: "äöüß"),
        Language(encoding: .windows1252, letters: "áéíóúñü¿¡"), Language(encoding: .windows1252, letters: "ãõçáéíóúâêôà"),
        Language(encoding: .windows1252, letters: "åäöæøé"), Language(encoding: .windows1252, letters: "àèéìòù"),
        Language(encoding: .windows1252, letters: "áðéíóúýþæö"), Language(encoding: .windows1250, letters: "ąęłśżźćńó"),
        Language(encoding: .windows1250, letters: "íáéěščřžýůúťďň"), Language(encoding: .windows1250, letters: "áéíóöőúüű"),
        Language(encoding: .windows1250, letters: "áäčďéíĺľňóôŕšťúýž"), Language(encoding: .windows1250, letters: "čšžćđ"),
        Language(encoding: .windows1250, letters: "ăâîşţ"), Language(encoding: .windows1254, letters: "ışğçöüİ"),
        Language(encoding: .windows1257, letters: "ąčęėįšųūž"), Language(encoding: .windows1257, letters: "āčēģīķļņšūž"),
        Language(encoding: .windows1257, letters: "õäöüšž"),
        Language(encoding: .iso8859Part2, letters: "ąęłśżźćńó"), Language(encoding: .iso8859Part2, letters: "íáéěščřžýůúťďň"),
        Language(encoding: .windows874, letters: "านรอกเงมยลวดทสต่้ัี ะปบคหแจพชขใไโผซถธภิึืุู์ำณญฉศษฟฐฎฏฑฒฝ็ๆ"),
        Language(encoding: .ibm866, letters: "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъё"),
        Language(encoding: .windows1251, letters: "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъёіїєґ"),
        Language(encoding: .koi8R, letters: "оеаинтсрвлкм дпуяыьгзбчйхжшюцщэфъё"),
        Language(encoding: .windows1253, letters: "αοιετσνηυρπκ μςλάέήίόύώωγδχθφβξζψ"),
        Language(encoding: .windows1255, letters: "יוהלאמרתבשנ כםדעןקחפטגצסזךףץ"),
        Language(encoding: .windows1256, letters: "اليمنوترهبةع سدفكحقجشطصخزأإضذثءظغئىؤآ"),
    ]

    /// The most likely encoding, and the share of letters that are usual in its language.
    private static func guess(_ text: ByteText) -> (encoding: TextEncoding, score: Double) {
        var counts = [Int](repeating: 0, count: 128)
        // Letters of non-Latin scripts are next to each other; those of Latin scripts are mostly next to ASCII letters.
        var letters = (all: 0, besideASCII: 0)
        for (index, byte) in text.enumerated() where byte >= 0x80 {
            counts[Int(byte - 0x80)] += 1
            guard byte >= 0xC0 else { continue }
            letters.all += 1
            let isBeside = index > 0 && text[index - 1].isLetter || index + 1 < text.count && text[index + 1].isLetter
            if isBeside { letters.besideASCII += 1 }
        }
        // English often has nothing but typographic marks there, which would be Cyrillic capitals in IBM866.
        let isLatin = letters.besideASCII * 2 > letters.all || letters.all == 0
        var best = (encoding: TextEncoding.windows1252, score: -Double.infinity)
        for language in languages {
            guard let table = language.encoding.table, !(isLatin && language.hasScriptOfItsOwn) else { continue }
            let parts = language.letters.split(separator: " ")
            let frequent = Set(parts[0].unicodeScalars.map(\.value))
            let rare = Set((parts.count > 1 ? parts[1] : "").unicodeScalars.map(\.value))
            // Frequent letters count most, then rare ones, then capitals. Typographic marks are neutral; anything else counts against it.
            var score = 0.0
            for (index, count) in counts.enumerated() where count > 0 {
                let code = UInt32(table[index])
                let small = Unicode.Scalar(code).flatMap { $0.properties.lowercaseMapping.unicodeScalars.first?.value } ?? code
                if frequent.contains(code) {
                    score += Double(count)
                } else if rare.contains(code) {
                    score += 0.4 * Double(count)
                } else if frequent.contains(small) || rare.contains(small) {
                    score += 0.2 * Double(count)
                } else if code >= 0x2010, code <= 0x2122 || code == 0xA0 || code == 0xAB || code == 0xBB {
                    continue
                } else {
                    score -= Double(count)
                }
            }
            if score > best.score { best = (language.encoding, score) }
        }
        return (best.encoding, best.score / Double(max(1, counts.reduce(0, +))))
    }
}
