// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxTranslations

@Suite("Translated texts") struct TranslatorTests {
    private static let german = Catalogue(
        language: "de", plural: "nplurals=2; plural=(n != 1);",
        messages: [
            ["Play", "Wiedergeben"], ["{count} day", "{count} Tag", "{count} Tage"], ["size\u{4}Normal", "Normal groß"],
            ["Playing on {name}", "Wiedergabe auf {name}"],
        ])
    private func translator(_ languages: String...) -> Translator {
        Translator(languages) {
            $0 == "de" ? Self.german : $0 == "ar" ? Catalogue(language: "ar", plural: "nplurals=1; plural=0;", messages: []) : nil
        }
    }

    @Test("A text is given in the first language that there is, and in English if it isn't translated") func choice() {
        #expect(translator("de-AT")("Play") == "Wiedergeben")
        #expect(translator("tlh", "de")("Play") == "Wiedergeben")
        #expect(translator("en-GB", "de")("Play") == "Play")
        #expect(translator()("Play") == "Play")
        #expect(translator("tlh")("Play") == "Play")
        #expect(translator("de")("Pause") == "Pause")
        #expect(translator("DE_de").language == "de")
        #expect(translator("fr").language == "en")
    }

    @Test("Contexts tell the same English words apart") func contexts() {
        #expect(translator("de")("Normal") == "Normal")
        #expect(translator("de")("Normal", context: "size") == "Normal groß")
    }

    @Test("A number chooses the form, also in English, and values are filled in once") func values() {
        let days = { (language: String, count: Int) in translator(language)("{count} day", plural: "{count} days", count: count) }
        #expect(days("de", 1) == "1 Tag")
        #expect(days("de", 2) == "2 Tage")
        #expect(days("en", 1) == "1 day")
        #expect(days("en", 0) == "0 days")
        #expect(translator("de")("Playing on {name}", ["name": "{name} {x}"]) == "Wiedergabe auf {name} {x}")
        #expect(translator("en")("{a} {b}", ["a": "{b}", "b": "2"]) == "{b} 2")
        #expect(translator("en")("{a") == "{a")
    }

    @Test("Numbers have the decimal sign of the language") func numbers() {
        #expect(translator("de-AT").number("1.25") == "1,25")
        #expect(translator("en").number("1.25") == "1.25")
        #expect(translator("fr").number("1.25") == "1.25", "the texts are in English then")
    }

    @Test("The direction is that of the language which is shown") func direction() {
        #expect(translator("ar-EG").isRightToLeft)
        #expect(!translator("de").isRightToLeft)
        #expect(!translator("he").isRightToLeft)
    }
}
