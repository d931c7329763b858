// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite struct LanguageTagTests {
    @Test(
        "Tags are put into canonical case",
        arguments: [
            ("EN", "en"), ("en-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("sl-ROZAJ-biske", "sl-rozaj-biske"),
            ("de_AT", "de-AT"), ("en-US-U-HC-H12", "en-US-u-hc-h12"), ("eng", "en"), ("GER", "de"), ("fre", "fr"), ("deu-CH", "de-CH"),
            ("x-private", "x-private"), ("i-klingon", "i-klingon"), ("yue", "yue"), ("es-419", "es-419"), ("und", "und"),
        ])
    func canonical(_ text: String, _ expected: String) { #expect(LanguageTag(text)?.description == expected) }

    @Test("Invalid tags are refused", arguments: ["", "e", "en-", "-en", "en--US", "en us", "abcdefghi", "1a", "en-é", "x"])
    func refused(_ text: String) { #expect(LanguageTag(text) == nil) }

    @Test func `Script and region are found outside extensions`() {
        let tag = LanguageTag("zh-Hant-TW")
        #expect(tag?.script == "Hant")
        #expect(tag?.region == "TW")
        #expect(LanguageTag("en-x-latn-gb")?.region == nil)
        #expect(LanguageTag("es-419")?.region == "419")
        #expect(LanguageTag("de-1996")?.script == nil)
    }

    @Test(
        "Extended filtering follows RFC 4647 section 3.3.2",
        arguments: [
            ("de-DE", true), ("de-de", true), ("de-Latn-DE", true), ("de-Latf-DE", true), ("de-DE-x-goethe", true),
            ("de-Latn-DE-1996", true), ("de-Deva-DE", true), ("de", false), ("de-x-DE", false), ("de-Deva", false),
        ])
    func filter(_ tag: String, _ isMatch: Bool) {
        #expect(LanguageTag(tag)?.isIn(range: "de-*-DE") == isMatch)
        #expect(LanguageTag(tag)?.isIn(range: "de-DE") == isMatch)
    }

    @Test func `The widest range matches every tag`() {
        #expect(LanguageTag("ja")?.isIn(range: "*") == true)
        #expect(LanguageTag("de-CH")?.isIn(range: "*-CH") == true)
        #expect(LanguageTag("de-AT")?.isIn(range: "*-CH") == false)
    }

    @Test(
        "The best track is the closest to the first preference available",
        arguments: [
            (["de-CH"], ["en", "de", "de-AT"], 1), (["de"], ["en", "de-AT-1996", "de-AT"], 2), (["fr", "en-GB"], ["de", "en-US"], 1),
            (["zh-Hant"], ["zh-Hans", "zh"], 1), (["zh-Hant-TW"], ["zh-Hans-CN", "zh-Hant-HK"], 1), (["pt-BR"], ["pt-PT", "pt-BR"], 1),
            (["it"], ["en", "fr"], nil), (["en-x-a-b"], ["en-x-a", "en"], 0), ([], ["en"], nil),
        ] as [([String], [String], Int?)])
    func best(_ wishes: [String], _ candidates: [String], _ expected: Int?) {
        let found = LanguageTag.best(for: wishes.compactMap { LanguageTag($0) }, among: candidates.compactMap { LanguageTag($0) })
        #expect(found == expected)
    }
}
