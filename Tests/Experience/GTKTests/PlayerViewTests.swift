// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct PlayerViews {
        private let player = ClockPlayer()
        private let view: PlayerView

        init() { view = PlayerView(player, pictures: PictureMailbox()) }

        @Test("Keys trigger their commands")
        func keys() {
            player.position = 50
            view.pressed(.space, [])
            #expect(player.isPlaying)
            view.pressed(.right, [])
            view.pressed(.left, [])
            view.pressed(.left, [])
            #expect(player.seeks == [60, 50, 40])
            view.pressed(.down, [])
            #expect(player.volume == 0.95)
            #expect(view.messages.note.text == "Volume 95 %")
            view.pressed(KeyboardKey("m"), [])
            #expect(player.isMuted)
            view.pressed(.up, [])
            #expect(!player.isMuted)
            #expect(player.volume == 0.05)
            view.pressed(KeyboardKey("."), [])
            view.pressed(KeyboardKey(","), [])
            #expect(player.steps == [1, -1])
            #expect(!player.isPlaying)
            view.pressed(KeyboardKey("]"), [])
            #expect(player.rate == 1.1)
            view.pressed(KeyboardKey("["), [])
            view.pressed(KeyboardKey("["), [])
            #expect(player.rate == 0.9)
            view.pressed(KeyboardKey("\\"), [])
            #expect(player.rate == 1)
            view.pressed(.end, [])
            view.pressed(.home, [])
            #expect(player.seeks.suffix(2) == [200, 0])
        }

        @Test("Volume stays within its limits, and skips within the seekable range")
        func bounds() {
            view.pressed(.up, [])
            #expect(player.volume == 1.05)
            #expect(view.messages.note.text == "Volume 105 %")
            for _ in 0..<30 { view.pressed(.up, []) }
            #expect(player.volume == 2)
            for _ in 0..<50 { view.pressed(.down, []) }
            #expect(player.volume == 0)
            player.position = 195
            view.pressed(.right, [])
            #expect(player.seeks == [200])
            player.seekable = nil
            view.pressed(.right, [])
            #expect(player.seeks == [200])
        }

        @Test("Full screen is requested from the owner, and Escape works only there")
        func fullScreen() {
            var wishes: [Bool] = []
            view.onFullScreen = { wishes.append($0) }
            #expect(!view.pressed(.escape, []))
            view.pressed(KeyboardKey("f"), [])
            view.isFullScreen = true
            #expect(view.controls.fullScreen.name == "Leave Full Screen")
            view.pressed(.escape, [])
            #expect(wishes == [true, false])
        }

        @Test("The q key asks the owner to quit")
        func quits() {
            var quits = 0
            view.onQuit = { quits += 1 }
            view.pressed(KeyboardKey("q"), [])
            #expect(quits == 1)
        }

        @Test("Controls hide during playback, appear when paused, and are replaced by an error")
        func visibility() async {
            player.isPlaying = true
            await settle()
            view.visibility.pointerLeft()
            #expect(view.visibility.isUserInterfaceHidden)
            await settle()
            #expect(view.cursor == "none")
            player.isPlaying = false
            await settle()
            #expect(!view.visibility.isUserInterfaceHidden)
            #expect(view.cursor == nil)
            player.errorMessage = "404 Not Found"
            #expect(await eventually { !view.controls.isVisible })
            player.retry()
            #expect(await eventually { view.controls.isVisible })
        }

        @Test("Controls don't hide while an item opens, however long it takes")
        func opening() {
            (player.isPlaying, player.isBusy, player.seekable) = (true, true, nil)
            #expect(player.playbackState == .idle)
            player.isLive = true
            #expect(player.playbackState == .playing, "A live stream stalls")
            (player.isLive, player.seekable) = (false, TimeRange(start: 0, end: 200))
            #expect(player.playbackState == .playing, "A film stalls")
            (player.isBusy, player.seekable) = (false, nil)
            #expect(player.playbackState == .playing)
        }

        @Test("Dragging the seek bar previews, and releasing it seeks")
        func scrubbing() {
            view.controls.seekBar.onPreview?(30)
            view.controls.seekBar.onSeek?(31)
            #expect(player.previews == [30])
            #expect(player.seeks == [31])
        }

        @Test("A time change does not update views that do not show it")
        func timeIsApart() async {
            player.isPlaying = true
            await settle()
            view.visibility.pointerLeft()
            for _ in 0..<10 { player.advance(by: 0.1) }
            #expect(await eventually { view.controls.seekBar.shownPosition == player.position })
            #expect(view.visibility.isUserInterfaceHidden)
        }

        @Test("A small window is compact")
        func compact() async throws {
            try await withWindow(view, width: 480, height: 270) { _ in
                #expect(await eventually { view.hasCSSClass("compact") })
            }
        }

        @Test("A window's title follows the player's")
        func window() async throws {
            let window = PlayerWindow(player, pictures: PictureMailbox())
            #expect(window.title == "A Film")
            player.title = ""
            #expect(await eventually { window.title == "Windowbox" })
            window.close()
        }

        @Test("Hiding a window puts the player in the background, and showing it brings it back")
        func background() async throws {
            let window = PlayerWindow(player, pictures: PictureMailbox())
            window.present()
            defer { window.close() }
            #expect(await eventually { window.view.video.isMapped })
            window.minimize()
            #expect(await eventually { player.isInBackground })
            window.present()
            #expect(await eventually { !player.isInBackground })
        }

        @Test("1.29: A time change updates only the views bound to it")
        func bodyCounter() async throws {
            player.marks = [SeekMark(.chapter("Beginning"), TimeRange(start: 0, end: 100))]
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 1)
            try await withWindow(view, width: 960, height: 540) { _ in
                player.isPlaying = true
                await settle()
                let before = BindingCounts.evaluations(below: view)
                #expect(before.count > 20)
                for _ in 0..<5 {
                    player.advance(by: 1)
                    #expect(await eventually { view.controls.seekBar.shownPosition == player.position })
                    await settle()
                }
                let after = BindingCounts.evaluations(below: view)
                let changed = after.filter { before[$0.key] != $0.value }
                #expect(Set(changed.keys) == [ObjectIdentifier(view.controls.seekBar), ObjectIdentifier(view.controls.time)])
                #expect(changed.values.allSatisfy { $0 > 0 })
            }
        }

        @Test("1.29: The update counter draws a border and a number on bound views")
        func counterIsDrawn() async throws {
            let counts = BindingCounts(of: view)
            view.add(counts)
            try await withWindow(view, width: 960, height: 540) { _ in
                #expect(await eventually { counts.drawn.contains { $0.widget == ObjectIdentifier(view.controls.time) } })
                let count = { counts.drawn.first { $0.widget == ObjectIdentifier(view.controls.time) }?.count ?? 0 }
                let before = count()
                player.position = 100
                #expect(await eventually { count() == before + 1 })
            }
        }

        @Test("1.27: The settings have a page for each kind of choice, and a choice reaches the player")
        func choices() async throws {
            let settings = view.controls.settings
            (player.isLive, player.seekable) = (true, nil)
            func pages() -> [SettingsPage] { SettingsPage.allCases.filter { $0.isOffered(by: player, view.video.adjustments) } }
            // For any video, and for any audio.
            #expect(pages() == [.picture, .volume])
            player.isAudioOnly = true
            #expect(pages() == [.volume])
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 1)
            #expect(pages() == [.audio, .volume])
            #expect(await eventually { settings.isVisible })
            let list = settings.lists[.choice(.audio)]!
            #expect(await eventually { list.titles == ["Deutsch", "English"] })
            #expect(list.selection == 1)
            list.onChoose?(0)
            #expect(player.offered[.audio]?.selection == 0)
            #expect(await eventually { list.selection == 0 })
            #expect(settings.lists[.choice(.quality)]!.titles == [])
            #expect(settings.lists[.speed]!.titles == [])
        }

        @Test("1.5: The n and p keys change the item if there are others")
        func items() {
            view.pressed(KeyboardKey("n"), [])
            #expect(player.moves == [])
            (player.canGoToNext, player.canGoToPrevious) = (true, true)
            view.pressed(KeyboardKey("n"), [])
            view.pressed(KeyboardKey("p"), [])
            #expect(player.moves == ["next", "previous"])
        }
    }
}
