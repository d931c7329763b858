// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxStreaming

@testable import WindowboxPlayer

@Suite("Media selection rules")
struct MediaSelectionRuleTests {
    private static let describesVideo = "public.accessibility.describes-video"
    private static let describesSound = "public.accessibility.transcribes-spoken-dialog"

    private func rendition(
        _ name: String, _ language: String?, _ characteristics: String..., isDefault: Bool = false, isForced: Bool = false
    ) -> Presentation.Rendition {
        Presentation.Rendition(
            name: name, language: language, characteristics: characteristics, isDefault: isDefault, isForced: isForced)
    }

    private var film: Presentation {
        Presentation(
            variants: [],
            audio: [
                rendition("English", "en", isDefault: true), rendition("english described", "en", Self.describesVideo),
                rendition("Deutsch", "de"), rendition("Suomi", "fi", "public.original-content"),
            ],
            subtitles: [
                rendition("English", "en"), rendition("English SDH", "en", Self.describesSound), rendition("Deutsch", "de"),
                rendition("English forced", "en", isForced: true), rendition("Deutsch forced", "de", isForced: true),
            ], contentTypes: [.main])
    }

    private func names(_ menu: [MediaSelectionOption]) -> [String] {
        menu.map { option in
            switch option {
            case .automatic: "automatic"
            case .off: "off"
            case .on(let track): track.name
            }
        }
    }

    private func taken(_ rule: MediaSelectionRule, of presentation: Presentation? = nil) -> [String?] {
        let (audible, legible) = rule.tracks(of: presentation ?? film)
        return [audible?.name, legible?.name]
    }

    @Test("PB-39: audio tracks are listed in order, original content first, and not at all for a single track")
    func audibleMenu() {
        let rule = MediaSelectionRule()
        #expect(names(rule.menu(.audible, of: film)) == ["Suomi", "Deutsch", "English", "english described"])
        var lone = film
        lone.audio.removeLast(3)
        #expect(rule.menu(.audible, of: lone) == [])
        #expect(rule.menu(.audible, of: nil) == [])
    }

    @Test("PB-39: text is listed once per language, as preferred by the user, without forced subtitles")
    func legibleMenu() {
        var rule = MediaSelectionRule()
        #expect(names(rule.menu(.legible, of: film)) == ["automatic", "off", "Deutsch", "English"])
        rule.preferences.prefersDescribedSound = true
        #expect(names(rule.menu(.legible, of: film)) == ["automatic", "off", "Deutsch", "English SDH"])
        var forced = film
        forced.subtitles.removeFirst(3)
        #expect(rule.menu(.legible, of: forced) == [])
    }

    @Test("A track of signs and songs is offered beside the dialogue in its language, even if it is forced", arguments: [false, true])
    func signs(isForced: Bool) {
        var anime = film
        anime.subtitles.insert(rendition("Signs & Songs", "en", isForced: isForced), at: 0)
        anime.subtitles.append(rendition("Commentary", "en"))
        var rule = MediaSelectionRule()
        let dialogue = ["automatic", "off", "Commentary", "Deutsch", "English", "Signs & Songs"]
        #expect(names(rule.menu(.legible, of: anime)) == dialogue)
        rule.preferences.prefersDescribedSound = true
        #expect(names(rule.menu(.legible, of: anime)) == dialogue.map { $0 == "English" ? "English SDH" : $0 })
        // It is not taken for the dialogue.
        rule = MediaSelectionRule(userLanguages: ["en"])
        rule.preferences.legible = .always
        #expect(taken(rule, of: anime)[1] == "English")
    }

    @Test("A chosen track of signs is shown, and not preferred for later items")
    func chosenSigns() throws {
        var anime = film
        anime.subtitles.append(rendition("Signs", "de", isForced: true))
        var state = SelectionState()
        _ = state.handle(anime)
        let last = state.menu(.legible).last
        let signs = try #require(last)
        #expect(names([signs]) == ["Signs"])
        #expect(state.select(signs, for: .legible) == [.subtitles(5)])
        #expect(state.current(.legible) == signs)
        #expect(state.rule.preferences == MediaPreferences())
        let options = MediaSelectionRule.options(.legible, of: anime)
        let first = options.first { $0.isForced }
        let forced = try #require(first)
        #expect(state.select(.on(forced), for: .legible) == [], "other forced subtitles stay automatic")
    }

    @Test("PB-39: of subtitles with the same kind and language only one is listed: the selected, the default or the first")
    func oneOfAKind() throws {
        let rule = MediaSelectionRule()
        var film = film
        film.subtitles += [
            rendition("English 2", "en"), rendition("Deutsch 2", "de", isDefault: true),
            rendition("English easy", "en", "public.easy-to-read"),
            rendition("Unknown 1", nil), rendition("Unknown 2", nil),
        ]
        let usual = ["automatic", "off", "Deutsch 2", "English", "English easy", "Unknown 1", "Unknown 2"]
        #expect(names(rule.menu(.legible, of: film)) == usual)
        let second = try #require(MediaSelectionRule.options(.legible, of: film).first { $0.name == "English 2" })
        #expect(names(rule.menu(.legible, of: film, including: second)) == usual.map { $0 == "English" ? "English 2" : $0 })
        let described = try #require(MediaSelectionRule.options(.legible, of: film).first { $0.name == "English SDH" })
        #expect(!names(rule.menu(.legible, of: film, including: described)).contains("English 2"))
    }

    @Test("PB-43, MP-7: Text appears if the audio is in a language unknown to the user, otherwise forced text in that language")
    func automatic() {
        var rule = MediaSelectionRule()
        rule.userLanguages = ["de-CH", "en"]
        #expect(taken(rule) == ["Deutsch", "Deutsch forced"])
        rule.preferences.audibleLanguages = ["fi"]
        #expect(taken(rule) == ["Suomi", "Deutsch"])
        rule.userLanguages = ["fr"]
        #expect(taken(rule) == ["Suomi", nil])
        rule.preferences.audibleLanguages = []
        #expect(taken(rule) == [nil, "English forced"], "the stream's default audio is English")
    }

    @Test("PB-40, MP-7: the user's languages and track kinds apply to later items")
    func preferences() {
        var rule = MediaSelectionRule()
        rule.preferences = MediaPreferences(
            audibleLanguages: ["en"], prefersDescribedVideo: true, legible: .always, legibleLanguages: ["it", "en"],
            prefersDescribedSound: true)
        #expect(taken(rule) == ["english described", "English SDH"])
        rule.preferences.legible = .off
        #expect(taken(rule) == ["english described", "English forced"])
    }

    @Test("PB-42: an application's choice overrides the user's preferences, and missing languages are skipped")
    func applications() {
        var rule = MediaSelectionRule()
        rule.preferences = MediaPreferences(audibleLanguages: ["de"], legible: .always, legibleLanguages: ["de"])
        rule.applications = [.audible: .on(languages: ["it", "fi"]), .legible: .on(languages: ["it"])]
        #expect(taken(rule) == ["Suomi", nil], "the requested language is missing: off, not another language")
        rule.applications = [.audible: .off, .legible: .off]
        #expect(taken(rule) == [nil, "English forced"])
        rule.applications = [.audible: .automatic, .legible: .automatic]
        #expect(taken(rule) == ["Deutsch", "Deutsch forced"])
    }

    @Test("A described track is not chosen by language alone, and a plain one is chosen if there is no described one")
    func kinds() {
        var rule = MediaSelectionRule()
        rule.preferences.audibleLanguages = ["en"]
        #expect(taken(rule).first == "English")
        rule.preferences = MediaPreferences(audibleLanguages: ["de"], prefersDescribedVideo: true)
        #expect(taken(rule).first == "Deutsch")
    }

    @Test(
        "User languages are read from the environment as gettext does",
        arguments: [
            (["LANG": "de_CH.UTF-8"], ["de-CH"]), (["LANG": "C.UTF-8", "LANGUAGE": "fr"], []), ([:], []),
            (["LANG": "de_DE", "LC_ALL": "fr_FR@euro", "LANGUAGE": "it:en_GB:it"], ["it", "en-GB", "fr-FR"]),
            (["LANG": "en_US.UTF-8", "LC_ALL": ""], ["en-US"]), (["LANG": "not a locale"], []),
        ])
    func environment(variables: [String: String], languages: [String]) {
        #expect(UserLanguages.of { variables[$0] } == languages)
    }
}
