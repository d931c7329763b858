// SPDX-License-Identifier: Apache-2.0

import CGTK
import Observation
import Testing
import WindowboxCodec
import WindowboxEngine
import WindowboxPlayer

@testable import WindowboxGTK

/// Simulated loudspeakers.
private final class TwoDevices: AudioDeviceChoosing, Sendable {
    private let output = SilentOutput()
    let chosen = AsyncStream.makeStream(of: AudioDevice.ID?.self)

    var format: AudioFormat { output.format }
    func start() {}
    func pause() {}
    func flush() {}
    func write(_ samples: UnsafeBufferPointer<Float>) -> Int { output.write(samples) }
    var framesPlayed: Int64? { nil }

    func devices() throws(SoundServerError) -> [AudioDevice] {
        [AudioDevice(id: "a", name: "Loudspeakers", isDefault: true), AudioDevice(id: "b", name: "Headphones")]
    }
    var device: AudioDevice.ID? { "a" }
    func use(_ device: AudioDevice.ID?) { chosen.continuation.yield(device) }
}

/// Simulated televisions.
@MainActor @Observable final class TwoTelevisions: CastControlling {
    var targets: [CastTarget] = []
    var target: CastTarget?
    var failure: String?
    private(set) var looks = 0

    func look() {
        looks += 1
        targets = [CastTarget(id: "1", name: "Living Room"), CastTarget(id: "2", name: "Kitchen")]
    }
    func cast(to target: CastTarget) {
        self.target = target
        failure = nil
    }
    func stop() { target = nil }
}

extension OnDisplay {
    @MainActor struct Settings {
        private let player = ClockPlayer()

        init() {
            player.offered = [
                .quality: Choices(["Automatic (720p)", "360p"], selection: 0), .audio: Choices(["Deutsch", "English"], selection: 1),
                .captionSize: Choices(["Normal", "Large"], selection: 0), .captionLook: Choices(["Standard", "Yellow"], selection: 1),
                .soundDevice: Choices(["Automatic", "Headphones"], selection: 0),
            ]
        }

        private func withMenu(_ body: (SettingsMenu, AccessibilityTree.Element) async throws -> Void) async throws {
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: 960, height: 540) { _ in
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                await process.outline["button: Settings"]?.press()
                let menu = view.controls.settings
                try #require(await eventually { menu.isOpen && menu.isMapped })
                await settle()
                try await body(menu, process)
                menu.isOpen = false
                await settle()
            }
        }

        @Test("A video without subtitles says so in the settings")
        func withoutSubtitles() {
            #expect(SettingsPage.subtitles.value(of: player, PictureAdjustments()) == "None")
        }

        @Test("MP-10: The settings are one menu with current values and a page for each entry")
        func pages() async throws {
            try await withMenu { menu, process in
                let names = Set(await process.outline.keys)
                let entries = [
                    "Speed: 1×", "Quality: Automatic (720p)", "Audio: English", "Subtitle Style: Normal, Yellow", "Audio Output: Automatic",
                ]
                #expect(names.isSuperset(of: entries.map { "button: \($0)" }))
                #expect(!names.contains { $0.hasPrefix("button: Subtitles") })
                await process.outline["button: Quality: Automatic (720p)"]?.press()
                #expect(await eventually { menu.page == .quality })
                await settle()
                await process.outline["radio: 360p"]?.press()
                #expect(await eventually { player.offered[.quality]?.selection == 1 })
                #expect(menu.isOpen)
                await process.outline["button: Back to Settings"]?.press()
                #expect(await eventually { menu.page == nil })
                await settle()
                #expect(await process.outline.keys.contains("button: Quality: 360p"))
                await process.outline["button: Speed: 1×"]?.press()
                #expect(await eventually { menu.page == .speed })
                await settle()
                await process.outline["radio: 1.5×"]?.press()
                #expect(await eventually { player.rate == 1.5 })
            }
            #expect(player.refreshes == 1)
        }

        @Test("MP-10: Keyboard focus goes to the selected choice, and back to its entry")
        func focus() async throws {
            try await withMenu { menu, _ in
                menu.show(.audio)
                let list = try #require(menu.lists[.choice(.audio)])
                #expect(await eventually { list.hasFocusWithin })
                menu.show(nil)
                #expect(await eventually { !list.hasFocusWithin })
                // Closed on a page, it reopens with the overview.
                menu.show(.speed)
                menu.isOpen = false
                #expect(await eventually { menu.page == nil })
            }
        }

        @Test("A subtitle file can be opened from the subtitle settings, even if a stream has none")
        func addingSubtitles() async throws {
            player.takesSubtitles = true
            var asked = 0
            try await withMenu { menu, process in
                menu.onAddSubtitles = { asked += 1 }
                await process.outline["button: Subtitles: None"]?.press()
                #expect(await eventually { menu.page == .subtitles })
                await settle()
                await process.outline["button: Add Subtitle File…"]?.press()
                #expect(await eventually { asked == 1 && !menu.isOpen })
            }
        }

        @Test("Subtitles can be searched, and choosing a result seeks to it")
        func search() async throws {
            player.said = [FoundCue(time: 12, text: "Good evening"), FoundCue(time: 75, text: "Good night")]
            try await withMenu { menu, process in
                await process.outline["button: Find in Subtitles"]?.press()
                #expect(await eventually { menu.page == .search })
                await settle()
                #expect(await process.outline.keys.contains { $0.hasSuffix(": Search Subtitles") })
                menu.search.write("Good")
                await settle()
                #expect(Set(await process.outline.keys).isSuperset(of: ["radio: 0:12  Good evening", "radio: 1:15  Good night"]))
                menu.search.write("morning")
                await settle()
                #expect(Set(await process.outline.keys).contains("label: No results"))
                menu.search.write("night")
                await settle()
                await process.outline["radio: 1:15  Good night"]?.press()
                #expect(await eventually { player.seeks == [75] })
            }
        }

        @Test("A second subtitle file and a file's scale can be chosen")
        func several() async throws {
            player.offered[.secondSubtitles] = Choices(["None", "film.de.srt"], selection: 0)
            player.offered[.captionScale] = Choices(["Original", "Made for 25, Played at 24"], selection: 0)
            try await withMenu { menu, process in
                await process.outline["button: Second Subtitles: None"]?.press()
                #expect(await eventually { menu.page == .secondSubtitles })
                await settle()
                await process.outline["radio: film.de.srt"]?.press()
                #expect(await eventually { player.offered[.secondSubtitles]?.selection == 1 })
                await process.outline["button: Back to Settings"]?.press()
                #expect(await eventually { menu.page == nil })
                await settle()
                await process.outline["button: Subtitle Frame Rate: Original"]?.press()
                #expect(await eventually { menu.page == .captionScale })
                await settle()
                await process.outline["radio: Made for 25, Played at 24"]?.press()
                #expect(await eventually { player.offered[.captionScale]?.selection == 1 })
            }
        }

        @Test("Delays of subtitles and audio are set in small steps or typed, and reset")
        func delays() async throws {
            player.delays = [.captions: -0.5, .audio: 0]
            try await withMenu { menu, process in
                var names = Set(await process.outline.keys)
                #expect(names.isSuperset(of: ["button: Subtitle Delay: −0.5 s", "button: Audio Delay: None"]))
                await process.outline["button: Audio Delay: None"]?.press()
                #expect(await eventually { menu.page == .audioDelay })
                await settle()
                let field = try #require(await process.outline["spin button: Audio Delay"])
                await field.set(value: 0.35)
                #expect(await eventually { player.delays[.audio] == 0.35 })
                await settle()
                await process.outline["button: Reset"]?.press()
                #expect(await eventually { player.delays[.audio] == 0 })
                await process.outline["button: Back to Settings"]?.press()
                #expect(await eventually { menu.page == nil })
                player.delays[.audio] = nil
                await settle()
                names = Set(await process.outline.keys)
                #expect(!names.contains { $0.hasPrefix("button: Audio Delay") })
            }
        }

        @Test("1.10: A speed other than normal is shown, and leads to the list")
        func speed() async throws {
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: 960, height: 540) { _ in
                await settle()
                #expect(!view.controls.speed.isVisible)
                player.rate = 1.25
                #expect(await eventually { view.controls.speed.isMapped })
            }
        }

        @Test("1.24, LB-19: Cast targets are listed when opened, playback moves there and back, and failures are shown")
        func casting() async throws {
            let televisions = TwoTelevisions()
            let view = PlayerView(player, pictures: PictureMailbox())
            view.cast = televisions
            try await withWindow(view, width: 960, height: 540) { _ in
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                #expect(televisions.looks == 0)
                await process.outline["button: Play on Device"]?.press()
                #expect(await eventually { televisions.looks == 1 })
                await settle()
                #expect(view.controls.castButton?.list.selection == 0)
                await process.outline["radio: Living Room"]?.press()
                #expect(await eventually { televisions.target?.name == "Living Room" })
                await settle()
                var names = Set(await process.outline.keys)
                #expect(names.isSuperset(of: ["label: Playing on Living Room", "button: Playing on Living Room"]))
                await process.outline["button: Play Here"]?.press()
                #expect(await eventually { televisions.target == nil })
                televisions.failure = "Kitchen does not answer"
                await settle()
                names = Set(await process.outline.keys)
                #expect(names.contains("label: Kitchen does not answer"))
                #expect(!names.contains("button: Play Here"))
                view.controls.castButton?.isOpen = false
                await settle()
            }
        }

        @Test("LB-19: The audio device can be chosen from those available, during any playback")
        func soundDevice() async throws {
            let sound = TwoDevices()
            let model = PlayerModel(Player(), audioDevices: sound)
            #expect(model.choices(of: .soundDevice) == Choices(["Automatic"], selection: 0))
            model.refreshChoices()
            let known = ["Automatic (Loudspeakers)", "Loudspeakers", "Headphones"]
            #expect(await eventually { model.choices(of: .soundDevice) == Choices(known, selection: 0) })
            model.choose(2, of: .soundDevice)
            var chosen = sound.chosen.stream.makeAsyncIterator()
            #expect(await chosen.next() == "b")
            #expect(await eventually { model.choices(of: .soundDevice).selection == 2 })
            model.choose(0, of: .soundDevice)
            #expect(await chosen.next() == .some(nil))
            #expect(PlayerModel(Player()).choices(of: .soundDevice).isEmpty)
        }

        @Test("The chosen audio device is used again, and if it is missing, the user is notified and the default plays")
        func soundDeviceAgain() async throws {
            let sound = TwoDevices()
            let model = PlayerModel(Player(), audioDevices: sound)
            model.useAgain(AudioDevice(id: "b", name: "Headphones"))
            var chosen = sound.chosen.stream.makeAsyncIterator()
            #expect(await chosen.next() == "b")
            #expect(await eventually { model.choices(of: .soundDevice).selection == 2 })
            var notices = model.notices.makeAsyncIterator()
            model.useAgain(AudioDevice(id: "tv", name: "Television"))
            #expect(await notices.next()?.text.contains("Television") == true)
            // The choice is kept until the television is available.
            #expect(model.preferredDevice?.id == "tv")
            #expect(model.choices(of: .soundDevice).selection == 2)
        }
    }
}

extension Widget {
    /// Whether it or one of its descendants has the keyboard focus.
    fileprivate var hasFocusWithin: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }
}
