// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxContract
import WindowboxTranslations

@testable import WindowboxFeed

@Suite("Feed languages") struct LanguageTests {
    private func places(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
                $0.split(separator: "}").first.map(String.init)
            })
    }

    @Test("Every language has all phrases, with the placeholders of the English ones", arguments: FeedLanguage.known)
    func complete(language: FeedLanguage) throws {
        let catalogue = try #require(language.catalogue)
        let english = try #require(FeedLanguage.english.catalogue)
        for phrase in Phrase.allCases {
            let text = try #require(catalogue.text(phrase.catalogueKey), "\(phrase)")
            let original = try #require(english.text(phrase.catalogueKey))
            #expect(!text.isEmpty, "\(phrase)")
            #expect(places(text) == places(original), "\(phrase)")
        }
        for phrase in CountedPhrase.allCases {
            for count in Array(0...200) + [1_000_000] {
                let text = try #require(catalogue.text(phrase.catalogueKey, count: count), "\(phrase)")
                #expect(!text.isEmpty, "\(phrase)")
            }
        }
        if language != .english {
            let same = Phrase.allCases.filter { language.text($0) == FeedLanguage.english.text($0) }
            #expect(same.count < 8, "\(same)")
        }
    }

    @Test("Numbers use the plural forms of each language") func plurals() {
        func texts(_ language: FeedLanguage, _ counts: [Int]) -> [String] { counts.map { language.text(.products, count: $0) } }
        #expect(texts(.english, [0, 1, 2, 21]) == ["0 products", "1 product", "2 products", "21 products"])
        #expect(
            texts(.french, [0, 1, 2, 1_000_000, 1_000_001]) == [
                "0 produit", "1 produit", "2 produits", "1M de produits", "1M produits",
            ])
        #expect(texts(.spanish, [0, 1, 2_000_000]) == ["0 productos", "1 producto", "2M de productos"])
        #expect(
            texts(.arabic, [0, 1, 2, 3, 10, 11, 99, 100, 102, 103]) == [
                "لا منتجات", "منتج واحد", "منتجان", "3 منتجات", "10 منتجات", "11 منتجًا", "99 منتجًا", "100 منتج", "102 منتج", "103 منتجات",
            ])
        #expect(texts(.japanese, [0, 1, 2]) == ["商品0点", "商品1点", "商品2点"])
        #expect(FeedLanguage.english.text(.viewers, count: 1) == "1 viewer")
        #expect(FeedLanguage.german.text(.products, count: 2) == "2 Produkte")
        #expect(FeedLanguage.arabic.text(.viewers, count: 2) == "مشاهدان")
    }

    @Test("Counts are shortened without rounding up") func counts() {
        let english = FeedLanguage.english
        let shortened = [0, 999, 1000, 1200, 1999, 12_345, 999_999, 1_000_000, 5_650_000].map(english.shortened)
        #expect(shortened == ["0", "999", "1K", "1.2K", "1.9K", "12.3K", "999K", "1M", "5.6M"])
        #expect(FeedLanguage.german.shortened(1200) == "1,2K")
        #expect(english.shortened(-4) == "0")
    }

    @Test("The app's choice precedes the user's languages, and English is the fallback") func choice() {
        #expect(FeedLanguage.choose("de-AT", of: ["fr"]) == .german)
        #expect(FeedLanguage.choose("", of: ["xx", "fr_FR"]) == .french)
        #expect(FeedLanguage.choose(nil, of: []) == .english)
        #expect(FeedLanguage.choose("tlh", of: ["es-MX"]) == .spanish)
        #expect(FeedLanguage.known.filter(\.isRightToLeft) == [.arabic])
    }

    @Test("A name with braces is not expanded, and a button's title comes from the service, the host or the SDK") func filling() {
        let text = FeedLanguage.english.text(.joinedTwo, ["first": "{second}", "second": "Bo"])
        #expect(text == "{second} and Bo are here")
        let own = CallToAction(type: .custom, title: "  Get\u{202E} it ", titleKey: "get", url: "")
        #expect(FeedLanguage.german.title(of: own) == "Get it")
        #expect(FeedLanguage.german.title(of: own, titles: ["get": "Hol es"]) == "Hol es")
        #expect(FeedLanguage.german.title(of: CallToAction(type: .book, title: "x", url: "")) == "Jetzt buchen")
        #expect(FeedLanguage.french.title(of: CallToAction(type: .custom, title: "\u{200B}", url: "")) == "En savoir plus")
    }

    @Test("User names can't change the text direction or fill the page") func display() {
        #expect(DisplayText.clean("  a\u{0}\n\tb ", limit: 10) == "a b")
        #expect(DisplayText.clean("\u{202E}evil\u{202C}", limit: 10) == "evil")
        #expect(DisplayText.clean("<b>x</b>", limit: 20) == "<b>x</b>")
        let family = "👨‍👩‍👧‍👦"
        #expect(DisplayText.clean(family, limit: 5) == family)
        #expect(DisplayText.clean(String(repeating: family, count: 100), limit: 4).count == 4)
        let stacked = "a" + String(repeating: "\u{0301}", count: 5000)
        #expect(DisplayText.clean(stacked, limit: 5).unicodeScalars.count <= 12)
        #expect(DisplayText.clean("\u{200B}\u{200D}\u{FEFF}", limit: 5).isEmpty)
        #expect(DisplayText.clean("abc", limit: 0).isEmpty)
        #expect(DisplayText.clean("abcdef", limit: 4) == "abc…")
        #expect(DisplayText.clean("abcd", limit: 4) == "abcd")
        #expect(DisplayText.clean("a\u{E0068}\u{E0069}b", limit: 9) == "ab")
        let scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        #expect(DisplayText.clean(scotland, limit: 9) == scotland)
        #expect(DisplayText.clean("שלום", limit: 9) == "שלום")
        #expect(DisplayText.isolated("x") == "\u{2068}x\u{2069}")
    }
}
