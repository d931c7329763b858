// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Audio and text selection")
struct SelectionTests {
    private let store = TransientMediaPreferences()
    private func stage() -> Stage {
        Stage("a", "b", configuration: PlayerConfiguration(userLanguages: ["en"]), preferences: store)
    }

    private func rendition(_ name: String, _ language: String, isForced: Bool = false) -> Presentation.Rendition {
        Presentation.Rendition(name: name, language: language, isDefault: name == "English", isForced: isForced)
    }

    private func show(_ stage: Stage, _ number: Int, audio: [String] = ["English", "Français"], text: [String] = ["English", "Français"]) {
        let tags = ["English": "en", "Français": "fr", "Italiano": "it"]
        let presentation = Presentation(
            variants: [.init(bandwidth: 1)], audio: audio.map { rendition($0, tags[$0]!) },
            subtitles: text.map { rendition($0, tags[$0]!) } + [rendition("forced", "en", isForced: true)], contentTypes: [.main])
        stage.send(.presentation(ItemID(number), presentation))
        stage.send(.timeline(ItemID(number), .onDemand(100)))
        stage.send(.ready(ItemID(number), position: 0))
        stage.send(.paused, number)
    }

    private func selects(_ stage: Stage) -> [String] { stage.engine.takeLog().filter { $0.hasPrefix("select") } }

    private func track(_ name: String, _ characteristic: MediaCharacteristic, _ stage: Stage) -> MediaSelectionOption {
        stage.player.mediaSelectionOptions(for: characteristic).first { option in
            if case .on(let track) = option { track.name == name } else { false }
        } ?? .off
    }

    @Test("PB-41: the selected option can differ from the current one: automatic shows as off, even with forced text")
    func automatic() {
        let stage = stage()
        #expect(stage.player.mediaSelectionOptions(for: .legible) == [])
        show(stage, 1)
        #expect(stage.player.selectedMediaOption(for: .legible) == .automatic)
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
        #expect(selects(stage) == ["select audio(Optional(0)) #1", "select subtitles(Optional(2)) #1"], "forced subtitles")
    }

    @Test("An application sets its preferred languages and can read them back until the user chooses")
    func languages() {
        let stage = stage()
        stage.player.audioLanguages = ["it", "fr"]
        stage.player.subtitleLanguages = ["fr"]
        show(stage, 1)
        #expect(selects(stage) == ["select audio(Optional(1)) #1", "select subtitles(Optional(1)) #1"])
        #expect(stage.player.audioLanguages == ["it", "fr"])
        #expect(stage.player.subtitleLanguages == ["fr"])
        stage.player.select(track("English", .audible, stage), for: .audible)
        #expect(stage.player.audioLanguages == [])
        #expect(stage.player.subtitleLanguages == ["fr"])
        stage.player.subtitleLanguages = []
        #expect(stage.player.selectedMediaOption(for: .legible) == .automatic)
    }

    @Test("PB-40: the user's choice applies, carries over to later items and is stored in the preferences")
    func choosing() {
        let stage = stage()
        show(stage, 1)
        _ = selects(stage)
        let french = track("Français", .audible, stage)
        stage.player.select(french, for: .audible)
        #expect(selects(stage) == ["select audio(Optional(1)) #1", "select subtitles(Optional(0)) #1"], "the audio is now foreign")
        #expect(stage.player.selectedMediaOption(for: .audible) == french)
        stage.player.select(track("Français", .legible, stage), for: .legible)
        #expect(selects(stage) == ["select subtitles(Optional(1)) #1"])
        #expect(store.preferences.audibleLanguages == ["fr"])
        #expect(store.preferences.legible == .always)
        stage.player.advanceToNextItem()
        show(stage, 2)
        #expect(selects(stage) == ["select audio(Optional(1)) #2", "select subtitles(Optional(1)) #2"])
        stage.player.select(.off, for: .legible)
        #expect(stage.player.selectedMediaOption(for: .legible) == .off)
        #expect(store.preferences.legible == .off)
        stage.player.select(.automatic, for: .legible)
        #expect(stage.player.selectedMediaOption(for: .legible) == .automatic)
        #expect(track("English", .legible, stage) == stage.player.currentMediaOption(for: .legible))
    }

    @Test("PB-40: options that an item does not offer are ignored, and so are off and automatic for audio")
    func ignored() {
        let stage = stage()
        show(stage, 1)
        let french = track("Français", .audible, stage)
        stage.player.advanceToNextItem()
        show(stage, 2, audio: ["English", "Italiano"])
        _ = selects(stage)
        stage.player.select(french, for: .audible)
        stage.player.select(.off, for: .audible)
        stage.player.select(.automatic, for: .audible)
        #expect(selects(stage) == [])
        #expect(store.preferences == MediaPreferences())
    }

    @Test("PB-42: an application's preference overrides the user's choice until the user chooses again")
    func application() {
        let stage = stage()
        stage.player.setMediaSelectionPreference(.on(languages: ["it"]), for: .legible)
        show(stage, 1)
        #expect(selects(stage).last == "select subtitles(nil) #1" || stage.player.currentMediaOption(for: .legible) == .off)
        stage.player.advanceToNextItem()
        show(stage, 2, text: ["English", "Italiano"])
        #expect(stage.player.currentMediaOption(for: .legible) == track("Italiano", .legible, stage))
        stage.player.returnToPreviousItem()
        stage.player.select(.off, for: .legible)
        #expect(stage.player.selectedMediaOption(for: .legible) == .off)
    }

    @Test("PB-42: the newest preference replaces earlier ones: an item without its language shows no text")
    func newest() {
        let stage = stage()
        stage.player.setMediaSelectionPreference(.on(languages: ["en"]), for: .legible)
        show(stage, 1, text: ["English", "Italiano"])
        #expect(stage.player.currentMediaOption(for: .legible) == track("English", .legible, stage))
        stage.player.setMediaSelectionPreference(.on(languages: ["it"]), for: .legible)
        #expect(stage.player.currentMediaOption(for: .legible) == track("Italiano", .legible, stage))
        stage.player.advanceToNextItem()
        show(stage, 2)
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
    }

    private func captions(_ number: Int, at time: Double, _ pairs: (UInt8, UInt8)...) -> EngineFact {
        .captions(ItemID(number), EmbeddedCaptions(time: time, bytes: pairs.flatMap { [0xFC, $0.0, $0.1] }))
    }

    @Test("PB-39: embedded closed captions are offered once found; when selected, they are shown and no other text is loaded")
    func closedCaptions() throws {
        let stage = stage()
        show(stage, 1)
        stage.send(captions(1, at: 1, (0x14, 0x20), (0x14, 0x70), (0x41, 0x42)))
        _ = selects(stage)
        let track = track("Closed Captions (CC1)", .legible, stage)
        guard case .on(let option) = track else { return #expect(Bool(false), "closed captions are not offered") }
        let service = try #require(ClosedCaptionService(channel: 1))
        #expect(option.closedCaptions == service)
        #expect(option.describesSound)
        #expect(option.language == nil)
        #expect(stage.player.mediaSelectionOptions(for: .legible).last != track, "sorted by name among the others")
        stage.player.select(track, for: .legible)
        #expect(selects(stage) == ["select subtitles(nil) #1"])
        #expect(stage.player.currentMediaOption(for: .legible) == track)
        stage.send(captions(1, at: 2, (0x14, 0x2F)))
        #expect(stage.player.closedCaptions.shown(of: service, at: MediaTime(seconds: 2)).cues.map(\.text) == ["AB"])
        #expect(selects(stage) == [], "nothing new was found")
    }

    @Test("Captions sent in both formats are offered once, even if a playlist declares one of them")
    func bothFormats() {
        // Pop-on captions in CC1; a CEA-708 packet with a block of service 1.
        let both = EmbeddedCaptions(time: 1, bytes: [0xFC, 0x14, 0x20, 0xFF, 0x02, 0x21, 0xFE, 0x41, 0x00])
        for declared in [nil, "CC1", "SERVICE1"] {
            let stage = stage()
            show(stage, 1, text: [])
            var presentation = Presentation(variants: [.init(bandwidth: 1)], contentTypes: [.main])
            presentation.closedCaptions = declared.map { [.init(name: "English", language: "en", channel: $0)] } ?? []
            stage.send(.presentation(ItemID(1), presentation))
            stage.send(.captions(ItemID(1), both))
            #expect(stage.player.closedCaptions.services.map(\.name) == ["CC1", "SERVICE1"])
            #expect(stage.player.mediaSelectionOptions(for: .legible).count == 3, "automatic, off and one track")
        }
    }

    @Test("PB-40: closed captions belong to one item, but selecting them carries over to the next, even if prepared")
    func closedCaptionsOfNext() {
        let stage = stage()
        show(stage, 1, text: [])
        stage.send(captions(1, at: 1, (0x14, 0x20)))
        stage.player.select(track("Closed Captions (CC1)", .legible, stage), for: .legible)
        let found = captions(2, at: 1, (0x1C, 0x20))
        stage.send(found)
        #expect(track("Closed Captions (CC2)", .legible, stage) == .off)
        stage.player.advanceToNextItem()
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
        show(stage, 2, text: [])
        stage.send(found)
        #expect(stage.player.currentMediaOption(for: .legible) == track("Closed Captions (CC2)", .legible, stage))
        #expect(track("Closed Captions (CC1)", .legible, stage) == .off)
    }

    @Test("PB-43: captions declared in a playlist are chosen by language, as subtitles are")
    func declaredClosedCaptions() {
        let stage = Stage("a", configuration: PlayerConfiguration(userLanguages: ["fr"]), preferences: store)
        var presentation = Presentation(
            variants: [.init(bandwidth: 1)], audio: [rendition("English", "en")],
            closedCaptions: [
                .init(name: "Français", language: "fr", channel: "CC3"), .init(name: "Unknown", channel: "XX1"),
                .init(name: "English", language: "en", channel: "CC1"),
            ], contentTypes: [.main])
        stage.send(.presentation(ItemID(1), presentation))
        #expect(stage.player.currentMediaOption(for: .legible) == track("Français", .legible, stage))
        #expect(stage.player.mediaSelectionOptions(for: .legible).count == 4, "automatic, off and two tracks")
        presentation.closedCaptions[0].language = "de"
        stage.send(.presentation(ItemID(1), presentation))
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
    }

    @Test("VK-8: after a short seek back, captions are shown for ten seconds unless text is off")
    func replay() {
        let stage = stage()
        stage.player.showsReplayCaptions = true
        stage.player.play()
        show(stage, 1)
        stage.send(.status(ItemID(1), .playing))
        stage.play(for: 60)
        _ = selects(stage)
        stage.player.seek(.at(50), .immediate)
        #expect(selects(stage) == ["select subtitles(Optional(0)) #1"])
        #expect(stage.player.currentMediaOption(for: .legible) == track("English", .legible, stage))
        #expect(stage.player.selectedMediaOption(for: .legible) == .automatic)
        stage.engine.land(at: 50)
        stage.play(for: 9)
        #expect(selects(stage) == [])
        stage.play(for: 2)
        #expect(selects(stage) == ["select subtitles(Optional(2)) #1"], "forced subtitles")
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
        // Viewers who seek further back, or forwards, are looking for something else.
        stage.player.seek(.at(5), .immediate)
        stage.engine.land(at: 5)
        stage.player.seek(.at(20), .immediate)
        stage.engine.land(at: 20)
        #expect(selects(stage) == [])
        stage.player.select(.off, for: .legible)
        _ = selects(stage)
        stage.player.seek(.at(15), .immediate)
        #expect(stage.player.currentMediaOption(for: .legible) == .off)
        #expect(!selects(stage).contains("select subtitles(Optional(0)) #1"))
    }

    @Test("The prepared item gets its tracks before it plays")
    func prepared() {
        let stage = stage()
        stage.player.setMediaSelectionPreference(.on(languages: ["fr"]), for: .audible)
        show(stage, 1)
        _ = stage.engine.takeLog()
        let presentation = Presentation(
            variants: [.init(bandwidth: 1)], audio: [rendition("English", "en"), rendition("Français", "fr")], contentTypes: [.main])
        stage.send(.presentation(ItemID(2), presentation))
        #expect(selects(stage) == ["select audio(Optional(1)) #2"])
    }

    @Test("PB-41: observers are notified of selection changes, even between off and automatic")
    func observed() {
        let stage = stage()
        show(stage, 1)
        let changes = Mutex(0)
        func observe() {
            withObservationTracking {
                _ = stage.player.selectedMediaOption(for: .legible)
            } onChange: {
                changes.withLock { $0 += 1 }
            }
        }
        observe()
        stage.player.select(.off, for: .legible)
        observe()
        stage.player.select(.automatic, for: .legible)
        #expect(changes.withLock { $0 } == 2)
    }
}
