// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct Accessibility {
        @Test("Assistive technology finds every control by role and name, and can use it")
        func controls() async throws {
            let player = ClockPlayer()
            player.position = 20
            let window = PlayerWindow(player, pictures: PictureMailbox())
            window.present()
            defer { gtk_window_destroy(window.cast()) }
            #expect(await eventually { window.view.video.isMapped })
            guard let process = try await AccessibilityTree.ofThisProcess() else {
                return withKnownIssue("no accessibility bus: run with dbus-run-session and at-spi2-core") { Issue.record("not tested") }
            }
            let outline = await process.outline
            let names = Set(outline.keys)
            #expect(names.isSuperset(of: ["button: Play", "button: Mute", "button: Settings", "button: Full Screen"]))
            #expect(names.isSuperset(of: ["slider: Position", "slider: Volume"]))

            let position = try #require(outline["slider: Position"])
            #expect(await position.value == 20)
            await position.set(value: 50)
            #expect(player.seeks == [50])

            await outline["slider: Volume"]?.set(value: 0.5)
            #expect(player.volume == 0.5)

            let play = try #require(outline["button: Play"])
            await play.press()
            #expect(await eventually { player.isPlaying })
            await settle()
            #expect(await play.name == "Pause")
        }

        @Test("Controls stay visible while a screen reader runs")
        func screenReader() async throws {
            let player = ClockPlayer()
            player.isPlaying = true
            let view = PlayerView(player, pictures: PictureMailbox())
            func hides() async -> Bool {
                await settle()
                view.visibility.show()
                view.visibility.pointerLeft()
                return view.visibility.isUserInterfaceHidden
            }
            #expect(await hides())
            guard let session = AccessibilityTree.ofSession() else {
                return withKnownIssue("no session bus: run with dbus-run-session") { Issue.record("not tested") }
            }
            await session.setScreenReader(true)
            #expect(await eventually { !view.visibility.isUserInterfaceHidden })
            #expect(await !hides())
            await session.setScreenReader(false)
            #expect(
                await eventually {
                    view.visibility.pointerLeft()
                    return view.visibility.isUserInterfaceHidden
                })
        }
    }
}
