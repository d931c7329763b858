// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

@MainActor @Suite("Selections for the current and the next item")
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

    @Test("The user's choice goes to the engine and the preferences, and applies to the prepared item")
    func choice() {
        let controller = controller()
        _ = controller.handle(presentation, of: id)
        guard let french = controller.state.menu(.audible).last else {
            Issue.record("no options are offered")
            return
        }
        #expect(controller.select(french, for: .audible).contains(.audio(1)))
        #expect(store.preferences.audibleLanguages == ["fr"])
        #expect(controller.choices(ahead: presentation).contains(.audio(1)))
        let before = controller.state
        _ = controller.choices(ahead: presentation)
        #expect(controller.state == before, "choices for the next item leave this state alone")
    }

    @Test("An application's choice does not change the user's preferences")
    func application() {
        let controller = controller()
        _ = controller.handle(presentation, of: id)
        #expect(controller.prefer(.on(languages: ["fr"]), for: .legible).contains(.subtitles(1)))
        #expect(store.preferences == MediaPreferences())
    }

    @Test("A short seek back shows captions for ten seconds of the timeline")
    func replay() {
        let controller = controller()
        _ = controller.handle(presentation, of: id)
        controller.seeked(from: 50, to: 40)
        #expect(controller.followReplay(isEnabled: false) { 41 } == [], "disabled")
        #expect(controller.followReplay(isEnabled: true) { 41 }.contains(.subtitles(0)))
        #expect(controller.followReplay(isEnabled: true) { 45 } == [], "already shown")
        #expect(controller.followReplay(isEnabled: true) { 51 }.contains(.subtitles(nil)))
        controller.seeked(from: 50, to: 40)
        _ = controller.followReplay(isEnabled: true) { 41 }
        #expect(controller.followReplay(isEnabled: false) { 42 }.contains(.subtitles(nil)), "disabled in the meantime")
    }

    @Test("Leaving an item clears its options")
    func left() {
        let controller = controller()
        _ = controller.handle(presentation, of: id)
        controller.leave()
        #expect(controller.state.presentation == nil)
        #expect(controller.state.menu(.audible) == [])
    }
}
