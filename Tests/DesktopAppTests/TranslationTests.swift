// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxTranslations

@testable import WindowboxGTK
@testable import windowbox_desktop

@Suite("Translations of the app") struct TranslationTests {
    private static let languages = ["ar", "de", "es", "fr", "ja"]

    private func app(_ language: String) -> Translator { Translator([language], windowbox_desktop.EmbeddedCatalogues.find) }
    private func player(_ language: String) -> Translator { Translator([language], WindowboxGTK.EmbeddedCatalogues.find) }

    @Test("The app and the player's widgets are there in the languages of the feeds") func catalogues() {
        #expect(windowbox_desktop.EmbeddedCatalogues.languages == ["ar", "de", "en", "es", "fr", "ja"])
        #expect(WindowboxGTK.EmbeddedCatalogues.languages == windowbox_desktop.EmbeddedCatalogues.languages)
        #expect(Self.languages.map { app($0)("Preferences") } == ["التفضيلات", "Einstellungen", "Preferencias", "Préférences", "設定"])
        #expect(Self.languages.map { player($0)("Play") } == ["شغّل", "Wiedergeben", "Reproducir", "Lire", "再生"])
        #expect(app("ar").isRightToLeft)
        #expect(!app("ja").isRightToLeft)
    }

    @Test("The same English word is translated by what it belongs to") func contexts() {
        #expect(player("fr")("None", context: "rotation") == "Aucune")
        #expect(player("fr")("None", context: "delay") == "Aucun")
    }

    @Test("Numbers choose the form of the language") func plurals() {
        func texts(_ language: String, _ counts: [Int]) -> [String] {
            counts.map { player(language)("{count} minute", plural: "{count} minutes", count: $0) }
        }
        #expect(texts("de", [0, 1, 2]) == ["0 Minuten", "1 Minute", "2 Minuten"])
        #expect(texts("fr", [0, 1, 2]) == ["0 minute", "1 minute", "2 minutes"])
        #expect(texts("ar", [1, 2, 3, 11, 100]) == ["دقيقة", "دقيقتان", "3 دقائق", "11 دقيقة", "100 دقيقة"])
        #expect(texts("ja", [1, 2]) == ["1 分", "2 分"])
        let title = ["title": "{count}"]
        let others = app("de")(
            "“{title}” and {count} other can’t be played", plural: "“{title}” and {count} others can’t be played", count: 3, title)
        #expect(others == "„{count}“ und 3 weitere können nicht wiedergegeben werden")
    }

    @Test("Without a translation the text is English") @MainActor func english() {
        #expect(app("tlh")("Preferences") == "Preferences")
        #expect(player("en-GB")("Play") == "Play")
        // The tests run in English.
        #expect(SkippedItemsNotice.text(["a", "b", "c"]) == "“a” and 2 others can’t be played")
        #expect(TimeText.spoken(3725) == "1 hour 2 minutes 5 seconds")
        #expect(TimeText.spoken(-1) == "minus 1 second")
        #expect(TimeText.spoken(0) == "0 seconds")
        #expect(TimeText.spoken(1, of: 60) == "1 second of 1 minute")
    }
}
