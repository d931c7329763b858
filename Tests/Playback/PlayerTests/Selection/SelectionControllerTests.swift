// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

@MainActor @Suite("Choices for the item that plays and the one that follows")
struct SelectionControllerTests {
    private let store = TransientMediaPreferences()
    private let id = ItemID(1)

    private func controller() -> SelectionController {
        let controller = SelectionController(store: store, userLanguages: ["en"])
        _ = controller.reloadPreferences()
        return controller
    }

    private let presentation = Presentation(
        variants: [.init(bandwidth: 1)],
        audio: [.init(name: "English", language: "en", isDefault: true), .init(name: "Français", language: "fr")],
        subtitles: [.init(name: "English", language: "en"), .init(name: "Français", language: "fr")], contentTypes: [.main])

    @Test("A person's choice goes to the engine and into the preferences, and holds for the item that is prepared")
    func choice() {
        let controller = controller()
        _ = controller.know(presentation, of: id)
        guard let french = controller.state.menu(.audible).last else {
            Issue.record("nothing is offered")
            return
        }
        #expect(controller.select(french, for: .audible).contains(.audio(1)))
        #expect(store.preferences.audibleLanguages == ["fr"])
        #expect(controller.choices(ahead: presentation).contains(.audio(1)))
        let before = controller.state
        _ = controller.choices(ahead: presentation)
        #expect(controller.state == before, "looking ahead changes nothing here")
    }

    @Test("An application's choice is no person's: the preferences stay")
    func application() {
        let controller = controller()
        _ = controller.know(presentation, of: id)
        #expect(controller.prefer(.on(languages: ["fr"]), for: .legible).contains(.subtitles(1)))
        #expect(store.preferences == MediaPreferences())
    }

    @Test("A short way back shows what was said, for ten seconds of the timeline")
    func replay() {
        let controller = controller()
        _ = controller.know(presentation, of: id)
        controller.seeked(from: 50, to: 40)
        #expect(controller.followReplay(isEnabled: false) { 41 } == [], "it is not wanted")
        #expect(controller.followReplay(isEnabled: true) { 41 }.contains(.subtitles(0)))
        #expect(controller.followReplay(isEnabled: true) { 45 } == [], "it is shown already")
        #expect(controller.followReplay(isEnabled: true) { 51 }.contains(.subtitles(nil)))
        controller.seeked(from: 50, to: 40)
        _ = controller.followReplay(isEnabled: true) { 41 }
        #expect(controller.followReplay(isEnabled: false) { 42 }.contains(.subtitles(nil)), "switched off meanwhile")
    }

    @Test("Leaving an item forgets what it offered")
    func left() {
        let controller = controller()
        _ = controller.know(presentation, of: id)
        controller.leave()
        #expect(controller.state.presentation == nil)
        #expect(controller.state.menu(.audible) == [])
    }
}
