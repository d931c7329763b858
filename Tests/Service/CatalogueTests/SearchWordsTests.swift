// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxCatalogue

@Suite("Words of the search index") struct SearchWordsTests {
    private static func words(_ text: String) -> [String] { SearchWords.indexed(text, limit: 100) }

    @Test(
        "Case, accents and width don't matter",
        arguments: [
            ("RED Shoes!", ["red", "shoes"]), ("Crème brûlée", ["creme", "brulee"]), ("Straße", ["strasse"]), ("ＡＢＣ１２", ["abc12"]),
            ("Ёлка", ["елка"]), ("Ελλάς", ["ελλασ"]), ("مُحَمَّد", ["محمد"]), ("e\u{301}te\u{301}", ["ete"]),
            ("a_b-c#d", ["a", "b", "c", "d"]),
            ("हिन्दी", ["हिन्दी"]), ("", []), ("*** \u{E000}\u{1} 🎉", []),
        ])
    func folding(text: String, words: [String]) { #expect(Self.words(text) == words) }

    @Test(
        "Scripts without spaces are split into pairs",
        arguments: [
            ("東京都", ["東京", "京都", "都"]), ("猫", ["猫"]), ("iPhone東京15", ["iphone", "東京", "京", "15"]), ("서울역", ["서울", "울역", "역"]),
            ("がっこう", ["がっ", "っこ", "こう", "う"]),
        ])
    func unspaced(text: String, words: [String]) { #expect(Self.words(text) == words) }

    @Test("A word with any number of letters or marks is cut") func hostile() {
        for text in [String(repeating: "a", count: 100_000), "अ" + String(repeating: "\u{93C}", count: 100_000)] {
            let words = Self.words(text)
            #expect(words.count == 1)
            #expect(words.allSatisfy { $0.utf8.count <= SearchWords.longestWord * 4 })
        }
        let pairs = Self.words("か" + String(repeating: "\u{3099}", count: 1000) + "き")
        #expect(pairs.allSatisfy { $0.utf8.count < 64 })
        #expect(SearchWords.indexed(String(repeating: "a ", count: 1000), limit: 7).count == 7)
    }

    @Test("A query has no syntax of a database, and only its last word may be incomplete") func query() {
        func sqlite(_ text: String) -> String? { SearchQuery(text)?.expression.sqlite(in: .title) }
        func postgres(_ text: String) -> String? { SearchQuery(text)?.expression.postgres }
        #expect(sqlite(#"  "Red* shoes'  (or) & !"#) == #"(title : "red" AND title : "shoes" AND (title : "or" OR marks : "or\#u{E000}"))"#)
        #expect(sqlite("red shoe") == "(title : \"red\" AND (title : \"shoe\" OR marks : \"shoe\u{E000}\"))")
        #expect(sqlite("internationali") == #"(title : "internationali" *)"#)
        #expect(postgres("été 足球") == "(('ete') & ('足球'))")
        #expect(postgres("東京都 shoe") == "(('東京' <-> '京都') & (('shoe') | 'shoe\u{E000}'))")
        #expect(postgres("internationali") == "(('internationali':*))")
        #expect(postgres("猫") == "((('猫') | '猫\u{E000}'))")
        #expect(SearchQuery("--'\"*") == nil)
        #expect(SearchQuery(String(repeating: "a ", count: 400))?.terms.count == 12)
    }

    @Test(
        "Slips are recognised by leaving out a letter",
        arguments: [
            ("shoes", "shoe", 1), ("shoes", "shoess", 1), ("shoes", "shxes", 1), ("shoes", "sheos", 1), ("kitten", "sitting", 3),
            ("", "ab", 2),
        ])
    func distance(one: String, other: String, distance: Int) {
        #expect(Misspelling.distance(Array(one), Array(other)) == distance)
        guard distance == 1 else { return }
        #expect(!Set(Misspelling.forms(of: one)).isDisjoint(with: Misspelling.forms(of: other)))
        #expect(Misspelling.closest(to: one, among: [one, other, "else"], limit: 3) == [other])
    }

    @Test("Short words and numbers are not corrected") func exact() {
        for word in ["cat", "1080p", "v12345", String(repeating: "a", count: 25)] {
            #expect(Misspelling.forms(of: word).isEmpty, "\(word)")
        }
    }
}
