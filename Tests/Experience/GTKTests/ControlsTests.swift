// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

extension OnDisplay {
    /// The ready-made player as a user meets it: by role and name, by keys and by taps.
    @MainActor struct Controls {
        private let player = ClockPlayer()

        private func withView(
            width: Int = 960, height: Int = 540, _ body: (PlayerView, AccessibilityTree.Element) async throws -> Void
        ) async throws {
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: width, height: height) { _ in
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                try await body(view, process)
            }
        }

        @Test("1.14: Hovering, an open menu and keyboard focus keep the controls visible, and a click ends the focus hold")
        func holds() async throws {
            player.isPlaying = true
            let view = PlayerView(player, pictures: PictureMailbox())
            await settle()
            for reason in [VisibilityTracker.Hold.pointer, .menu, .seeking] {
                view.hold(reason, true)
                view.visibility.pointerLeft()
                #expect(!view.visibility.isUserInterfaceHidden)
                view.hold(reason, false)
            }
            view.handle(.keyPressed)
            view.handle(.focusMoved(isInside: true))
            view.visibility.pointerLeft()
            #expect(!view.visibility.isUserInterfaceHidden)
            view.tapped(1, 480, .touch)
            #expect(view.visibility.isUserInterfaceHidden)
            view.handle(.focusMoved(isInside: true))
            #expect(view.visibility.isUserInterfaceHidden)
        }

        @Test("Captions appear at their time, above the controls while those are visible")
        func captions() async throws {
            player.isPlaying = true
            try await withView { view, process in
                player.cues = ActiveCues(webVTT: "00:00.000 --> 00:09.000\nGuten <i>Tag</i>\nzusammen")
                #expect(await eventually { view.captions.drawnBounds.count == 1 && view.captions.bottomInset > 0 })
                let top = try #require(view.place(of: view.controls.seekBar, x: 0, y: 0)).y
                #expect(view.captions.drawnBounds[0].y + view.captions.drawnBounds[0].height <= top)
                #expect(await process.outline.keys.contains { $0.hasSuffix(": Guten Tag\nzusammen") })
                view.visibility.pointerLeft()
                #expect(await eventually { view.captions.drawnBounds.first.map { $0.y + $0.height > 480 } ?? false })
                player.cues = .none
                #expect(await eventually { view.captions.drawnBounds.isEmpty })
            }
        }

        @Test("A button leads to the live edge and is lit there, and the time counts backwards from the edge")
        func live() async throws {
            player.isLive = true
            player.position = 100
            try await withView { view, process in
                let button = try #require(await process.outline["button: Go to Live"])
                #expect(TimeLine.text(of: player) == "−1:40")
                await button.press()
                #expect(await eventually { player.seeks == [200] })
                await settle()
                #expect(await process.outline.keys.contains("button: Live"))
                #expect(TimeLine.text(of: player) == "")
            }
        }

        @Test("MP-10: The parts of the controls work alone: playback, volume, speed, settings, live")
        func bricks() async throws {
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 0)
            player.isLive = true
            let volume = VolumeControl(player)
            let box = Box(.horizontal) {
                PlayButton(player)
                volume
                SpeedButton(player)
                SettingsMenu(player, PictureAdjustments())
                LiveButton(player)
            }
            try await withWindow(box) { _ in
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let outline = await process.outline
                let names = Set(outline.keys)
                #expect(names.isSuperset(of: ["button: Play", "button: Mute", "slider: Volume", "button: Speed", "button: Settings"]))
                await outline["button: Mute"]?.press()
                #expect(await eventually { player.isMuted })
                await outline["slider: Volume"]?.set(value: 0.25)
                #expect(await eventually { player.volume == 0.25 && !player.isMuted })
                await outline["slider: Volume"]?.set(value: 1.5)
                #expect(await eventually { player.volume == 1.5 })
                volume.showsSlider = false
                await settle()
                #expect(await !process.outline.keys.contains("slider: Volume"))
            }
        }

        @Test("A click on the time shows the remaining time instead of the duration, and its button says so")
        func remainingTime() async throws {
            player.position = 65.9
            try await withView { view, process in
                #expect(view.controls.time.text == "1:05 / 3:20")
                await process.outline["button: Show Remaining Time"]?.press()
                #expect(await eventually { view.controls.time.text == "1:05 / −2:15" })
                #expect(view.timeDisplay.showsRemaining)
                player.position = 200
                #expect(await eventually { view.controls.time.text == "3:20 / −0:00" })
                await settle()
                await process.outline["button: Show Duration"]?.press()
                #expect(await eventually { view.controls.time.text == "3:20 / 3:20" })
            }
        }

        @Test("Audio tracks and subtitles have a button of their own while there is a choice")
        func tracks() async throws {
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 0)
            player.offered[.subtitles] = Choices(["Off"], selection: 0)
            try await withView { view, process in
                await process.outline["button: Audio and Subtitles"]?.press()
                var names: Set<String> = []
                for _ in 0..<100 where !names.contains("radio: English") {
                    await settle()
                    names = Set(await process.outline.keys)
                }
                #expect(names.contains("radio: English"))
                #expect(!names.contains("radio: Off"))
                #expect(view.visibility.isUserInterfaceHidden == false)
                player.offered[.subtitles] = Choices(["Off", "French"], selection: 0)
                await settle()
                await process.outline["radio: French"]?.press()
                #expect(await eventually { player.offered[.subtitles]?.selection == 1 })
                await process.outline["radio: English"]?.press()
                #expect(await eventually { player.offered[.audio]?.selection == 1 })
                player.offered = [:]
                await settle()
                names = Set(await process.outline.keys)
                #expect(!names.contains("button: Audio and Subtitles"))
            }
        }

        @Test("A live stream without DVR has no seek bar")
        func liveOnly() async throws {
            player.isLive = true
            player.seekable = nil
            try await withView { view, process in
                let names = await process.outline.keys
                #expect(names.contains("button: Live"))
                #expect(!names.contains("slider: Position"))
            }
        }

        @Test("1.15: Taps at the sides skip from the second on and add up, and a double tap in the middle toggles full screen")
        func taps() async throws {
            player.position = 100
            try await withView { view, _ in
                var wishes: [Bool] = []
                view.onFullScreen = { wishes.append($0) }
                view.tapped(1, 900, .touch)
                #expect(player.seeks == [])
                view.tapped(2, 900, .touch)
                view.tapped(3, 900, .touch)
                #expect(player.seeks == [110, 120])
                #expect(await eventually { view.gestures.skipBubble.text == "+20 s" && view.gestures.skipBubble.isShown })
                #expect(await eventually { !view.gestures.skipBubble.isShown })
                view.tapped(1, 50, .pointer)
                view.tapped(2, 50, .pointer)
                #expect(player.seeks == [110, 120, 110])
                #expect(!player.isPlaying)
                #expect(wishes == [])
                view.tapped(1, 480, .touch)
                view.tapped(2, 480, .touch)
                #expect(wishes == [true])
            }
        }

        @Test("1.15: The arrow keys skip at once, add up and show it")
        func keySkips() async throws {
            player.position = 100
            let view = PlayerView(player, pictures: PictureMailbox())
            view.pressed(.left, [])
            view.pressed(.left, [])
            await settle()
            #expect(player.seeks == [90, 80])
            #expect(view.gestures.skipBubble.text == "−20 s")
        }

        @Test("Z and pinching switch between filling and fitting the view")
        func gravity() {
            let view = PlayerView(player, pictures: PictureMailbox())
            view.pressed(KeyboardKey("z"), [])
            #expect(view.video.gravity == .fill)
            view.pinched(0.9)
            #expect(view.video.gravity == .fill)
            view.pinched(0.8)
            #expect(view.video.gravity == .fit)
            view.pinched(1.2)
            #expect(view.video.gravity == .fill)
        }

        @Test("1.26: Keys look around in 360° video, and do nothing otherwise")
        func looking() async {
            let view = PlayerView(player, pictures: PictureMailbox())
            #expect(!view.pressed(KeyboardKey("d"), []))
            player.viewport = .monoscopic
            await settle()
            for _ in 0..<3 { view.pressed(KeyboardKey("d"), []) }
            view.pressed(KeyboardKey("w"), [])
            let (yaw, pitch) = view.video.orientation.angles
            #expect(abs(yaw - 0.3) < 1e-6)
            #expect(abs(pitch - 0.1) < 1e-6)
        }

        @Test("LB-5, LB-6: The next item is announced, and can be played now or cancelled")
        func upNext() async throws {
            try await withView { view, process in
                var answers: [UpNextAnswer] = []
                view.onUpNext = { answers.append($0) }
                let next = UpNext(title: "Part Two", subtitle: "The series", remaining: 30)
                view.upNext = next
                await settle()
                let outline = await process.outline
                #expect(outline.keys.contains("label: Part Two"))
                #expect(outline.keys.contains { $0.hasPrefix("label: Up next in ") })
                await outline["button: Cancel"]?.press()
                #expect(await eventually { answers == [.cancel] })
                #expect(view.upNext == nil)
                view.upNext = next
                await settle()
                await process.outline["button: Play Now"]?.press()
                #expect(await eventually { answers == [.cancel, .playNow] })
                await settle()
                #expect(await !process.outline.keys.contains("button: Play Now"))
            }
        }

        @Test("The countdown reaches its end, and stays until its owner removes it")
        func countdown() async {
            let panel = UpNextPanel { _ in nil }
            panel.upNext = UpNext(title: "x", remaining: 0.05)
            #expect(panel.headingText == "Up next in 1 s")
            #expect(await eventually { panel.headingText == "Up next" })
            #expect(panel.isVisible)
        }

        @Test("1.20: Skipping credits is offered while they play")
        func credits() async throws {
            player.marks = [
                SeekMark(.openingCredits, TimeRange(start: 0, end: 20)), SeekMark(.closingCredits, TimeRange(start: 180, end: 200)),
            ]
            player.position = 5
            try await withView { view, process in
                await process.outline["button: Skip Intro"]?.press()
                #expect(await eventually { player.seeks == [20] })
                await settle()
                #expect(await process.outline.keys.filter { $0.contains("Skip") } == [])
                player.position = 181
                await settle()
                #expect(await process.outline.keys.contains("button: Skip Credits"))
            }
        }

        @Test("A break shows its remaining time, can be skipped when allowed, and hides the credits button")
        func breaks() async throws {
            player.marks = [SeekMark(.openingCredits, TimeRange(start: 0, end: 20)), SeekMark(.interruption, TimeRange(start: 5, end: 5))]
            player.position = 5
            player.playingBreak = PlayingBreak(remaining: 15, skippableIn: 3)
            player.cues = ActiveCues(webVTT: "00:00.000 --> 00:09.000\nOf the film")
            try await withView { view, process in
                #expect(view.captions.cues == .none)
                let names = await process.outline.keys
                #expect(Set(names).isSuperset(of: ["label: Ad · 0:15", "label: Skip in 3 s"]))
                #expect(!names.contains("button: Skip Ad"))
                #expect(!names.contains("button: Skip Intro"))
                player.playingBreak = PlayingBreak(remaining: 12, skippableIn: 0)
                await settle()
                await process.outline["button: Skip Ad"]?.press()
                #expect(await eventually { player.playingBreak == nil })
                await settle()
                #expect(await process.outline.keys.contains("button: Skip Intro"))
                #expect(view.captions.cues == player.cues)
            }
        }

        @Test("1.20: Named chapters can be selected in the settings")
        func chapters() async throws {
            player.marks = [
                SeekMark(.chapter("One"), TimeRange(start: 0, end: 60)), SeekMark(.chapter("Two"), TimeRange(start: 60, end: 200)),
            ]
            player.position = 70
            try await withView { view, process in
                let settings = view.controls.settings
                settings.isOpen = true
                try #require(await eventually { settings.content.isMapped })
                await settle()
                await process.outline["button: Chapters"]?.press()
                #expect(await eventually { settings.page == .chapters })
                #expect(settings.lists[.chapters]?.selection == 1)
                await settle()
                await process.outline["radio: 0:00  One"]?.press()
                #expect(await eventually { player.seeks == [0] })
                settings.isOpen = false
                await settle()
            }
        }

        @Test("Automatic actions of the player are announced briefly")
        func notices() async throws {
            try await withView { view, process in
                player.noticing.yield(.segmentSkipped)
                let label = "label: " + PlayerNotice.segmentSkipped.text
                await settle()
                #expect(await process.outline.keys.contains(label))
            }
        }

        @Test("LB-20: An unplayable item shows its title, image with copyright, and a retry button")
        func failure() async throws {
            player.artwork = .data(try #require(PicturePool().plain(0x336699, PixelSize(width: 160, height: 90)).png))
            player.imageCopyright = "© Somebody"
            player.errorMessage = "This content is not available outside Switzerland."
            try await withView { view, process in
                #expect(await eventually { view.panels.failure.artwork.hasImage })
                await settle()
                let outline = await process.outline
                #expect(Set(outline.keys).isSuperset(of: ["label: A Film", "label: © Somebody", "label: " + player.errorMessage!]))
                await outline["button: Try Again"]?.press()
                #expect(await eventually { player.retries == 1 })
                await settle()
                #expect(await !process.outline.keys.contains("button: Try Again"))
            }
        }

        @Test("PB-15, LB-8: After a failure the next item is offered, and an item that is too early shows its start")
        func failureInAList() async throws {
            player.errorMessage = "This content is not available yet."
            player.availableFrom = Date.now + 3 * 86_400
            try await withView { view, process in
                var names = await process.outline.keys
                #expect(!names.contains("button: Play Next"))
                #expect(names.contains { $0.hasPrefix("label: Starts in ") })
                player.canGoToNext = true
                player.availableFrom = nil
                await settle()
                names = await process.outline.keys
                #expect(!names.contains { $0.hasPrefix("label: Starts in ") })
                await process.outline["button: Play Next"]?.press()
                #expect(await eventually { player.moves == ["next"] })
            }
        }

        @Test("The preview has chapter, time and thumbnail, and disappears with the pointer")
        func preview() async throws {
            player.marks = [SeekMark(.chapter("Beginning"), TimeRange(start: 0, end: 100))]
            player.picture = PicturePool().plain(0x336699, PixelSize(width: 160, height: 90))
            try await withView { view, _ in
                view.hovered(65)
                #expect(view.panels.preview.lines == ["Beginning", "1:05"])
                #expect(await eventually { view.panels.preview.hasPicture })
                view.hovered(nil)
                #expect(view.panels.preview.lines == [])
                #expect(!view.panels.preview.hasPicture)
                #expect(player.thumbnailTimes == [65])
            }
        }

        @Test(
            "A view has the controls that fit its size",
            arguments: [(960, 540, ControlsSizeClass.full), (480, 270, .small), (220, 124, .tiny)])
        func room(_ width: Int, _ height: Int, _ room: ControlsSizeClass) async throws {
            player.canGoToNext = true
            player.rate = 2
            try await withView(width: width, height: height) { view, process in
                #expect(await eventually { view.controls.sizeClass == room })
                await settle()
                let names = Set(await process.outline.keys)
                #expect(names.contains("button: Play"))
                #expect(names.contains("button: Mute") == (room != .tiny))
                #expect(names.contains("slider: Position") == (room != .tiny))
                #expect(names.contains("slider: Volume") == (room == .full))
                #expect(names.contains("button: Next") == (room == .full))
                #expect(names.contains("button: Speed") == (room == .full))
                #expect(names.contains("button: Settings") == (room != .tiny))
                // Nothing requests more space than available: the window's frame takes the same on both axes.
                #expect(width - view.width == height - view.height)
            }
        }
    }
}
