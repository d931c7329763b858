// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCaptions

/// Texts with their bytes in legacy encodings.
private let samples: [(encoding: String, text: String, hex: String)] = [
    ("Shift_JIS", "どこへ行くの？今日は雨だよ。", "82c782b182d68d7382ad82cc81488da193fa82cd894a82be82e68142"),
    ("Shift_JIS", "そうですか、ﾜｶﾘﾏｼﾀ。", "82bb82a482c582b782a98141dcb6d8cfbcc08142"),
    ("EUC-JP", "どこへ行くの？今日は雨だよ。", "a4c9a4b3a4d8b9d4a4afa4cea1a9baa3c6fca4cfb1aba4c0a4e8a1a3"),
    ("GB18030", "你在这里做什么？我不知道。", "c4e3d4dad5e2c0efd7f6cab2c3b4a3bfced2b2bbd6aab5c0a1a3"),
    ("GB18030", "他们说的是真的吗€㐂", "cbfbc3c7cbb5b5c4cac7d5e6b5c4c2f0a2e38139ef31"),
    // With few of the most frequent characters.
    ("GB18030", "守护神飞越高楼，徒手抓住子弹", "cad8bba4c9f1b7c9d4bdb8dfc2a5a3accdbdcad6d7a5d7a1d7d3b5af"),
    ("Big5", "你在這裡做什麼？我不知道。", "a741a662b36fb8ccb0b5a4b0bbf2a148a7daa4a3aabeb944a143"),
    ("Big5", "我們明天去看電影吧", "a7daadcca9faa4d1a568acddb971bc76a761"),
    ("EUC-KR", "지금 어디에 있어요? 나는 몰라요.", "c1f6b1dd20beeeb5f0bfa120c0d6beeebfe43f20b3aab4c220b8f4b6f3bfe42e"),
    ("windows-874", "คุณกำลังทำอะไรอยู่ที่นี่", "a4d8b3a1d3c5d1a7b7d3cdd0e4c3cdc2d9e8b7d5e8b9d5e8"),
    (
        "ISO-8859-2", "Chciałbym, żebyś wziął tę książkę i jeszcze się śmiał.",
        "4368636961b362796d2c20bf656279b620777a69b1b32074ea206b7369b1bf6bea2069206a65737a637a65207369ea20b66d6961b32e"
    ),
    ("IBM866", "Что ты здесь делаешь? Я не знаю.", "97e2ae20e2eb20a7a4a5e1ec20a4a5aba0a5e8ec3f209f20ada520a7ada0ee2e"),
    ("windows-1251", "Что ты здесь делаешь? Я не знаю.", "d7f2ee20f2fb20e7e4e5f1fc20e4e5ebe0e5f8fc3f20df20ede520e7ede0fe2e"),
    ("windows-1253", "Τι κάνεις εδώ; Δεν ξέρω.", "d4e920eadcede5e9f220e5e4fe3b20c4e5ed20eeddf1f92e"),
    ("windows-1256", "ماذا تفعل هنا؟ لا أعرف.", "e3c7d0c720cadddae120e5e4c7bf20e1c720c3dad1dd2e"),
    ("windows-1255", "מה אתה עושה כאן? אני לא יודע.", "eee420e0fae420f2e5f9e420ebe0ef3f20e0f0e920ece020e9e5e3f22e"),
    (
        "windows-1252", "Où vas-tu ? Je n’en sais rien, à côté de l’été.",
        "4ff9207661732d7475203f204a65206e92656e2073616973207269656e2c20e02063f474e9206465206c92e974e92e"
    ),
    (
        "windows-1250", "Chciałbym, żebyś wziął tę książkę i jeszcze się śmiał.",
        "4368636961b362796d2c20bf6562799c20777a69b9b32074ea206b7369b9bf6bea2069206a65737a637a65207369ea209c6d6961b32e"
    ),
]

@Suite("Legacy text encodings") struct LegacyEncodingTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func file(_ text: [UInt8]) -> [UInt8] { Array("1\r\n00:00:01,000 --> 00:00:02,000\r\n".utf8) + text + [0x0D, 0x0A] }

    @Test("The encoding is detected automatically", arguments: samples)
    func detected(encoding: String, text: String, hex: String) {
        let document = CaptionDocument.read(file(bytes(hex)))
        #expect(document.cues.map(\.text) == [text])
        #expect(document.errors.map(\.message) == ["the text is read as \(encoding)"])
    }

    @Test(
        "Text whose only characters beyond ASCII are typographic marks is not Cyrillic",
        arguments: ["it’s – “fine”…", "– Yes. – No.", "Wait…", "Oui\u{A0}!", "It’s a café."])
    func marks(text: String) {
        let bytes = text.unicodeScalars.map { scalar -> UInt8 in
            switch scalar {
            case "’": 0x92
            case "–": 0x96
            case "“": 0x93
            case "”": 0x94
            case "…": 0x85
            default: UInt8(scalar.value)
            }
        }
        let document = CaptionDocument.read(file(bytes))
        #expect(document.cues.map(\.text) == [text])
        #expect(document.errors.map(\.message) == ["the text is read as windows-1252"])
    }

    @Test("A given encoding is used", arguments: samples)
    func named(encoding: String, text: String, hex: String) throws {
        let known = try #require(TextEncoding(named: encoding.uppercased()))
        #expect(CaptionDocument.read(file(bytes(hex)), encoding: known).cues.map(\.text) == [text])
    }

    @Test("Readable text around invalid bytes is kept", arguments: ["Shift_JIS", "EUC-JP", "EUC-KR", "GB18030", "Big5"])
    func damaged(encoding: String) throws {
        let known = try #require(TextEncoding(named: encoding))
        // A lead byte without its trail byte, before a line's end, and one that is never valid.
        let document = CaptionDocument.read(file(Array("a".utf8) + [0xFF, 0x20] + Array("b".utf8) + [0xB0]), encoding: known)
        let text = try #require(document.cues.first?.text)
        #expect(text.hasPrefix("a"))
        #expect(text.contains("b"))
        #expect(text.contains("\u{FFFD}"))
        #expect(CaptionDocument.read([0xB0], encoding: known).cues == [])
    }

    @Test(
        "Short Latin, Cyrillic, Greek or Thai text is not taken for Chinese",
        arguments: [
            ("windows-1252", "c3a9 20"), ("windows-1251", "cff0e8e2e5f2"), ("KOI8-R", "d0d2c9d7c5d4"), ("windows-1253", "cae1ebe7ece5f1e1"),
        ])
    func short(encoding: String, hex: String) {
        let known = bytes(hex).withUnsafeBufferPointer { TextEncoding.detect($0) }
        #expect(known.table != nil || known == .utf8, "\(known.name)")
    }
}
