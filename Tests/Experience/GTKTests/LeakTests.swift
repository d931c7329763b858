// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxCaptions
import WindowboxKit
import WindowboxMedia
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxGTK

private final class Probe {}

extension OnDisplay {
    @MainActor struct Leaks {
        private let census = Census()

        @Test("An unowned widget is released")
        func unparented() {
            census.watch(Label("x"))
            #expect(census.alive == 0)
        }

        @Test("A widget lives as long as its parent, with its Swift state")
        func parentKeepsChild() {
            var box: Box? = Box(.vertical)
            box?.append(census.watch(VideoView(PictureMailbox())))
            #expect(census.alive == 1)
            box = nil
            #expect(census.alive == 0)
        }

        @Test("There is one Swift object per GObject")
        func identity() {
            let label = Label("x")
            #expect(Object.existing(label.raw, as: Label.self) === label)
        }

        @Test("A handler's captures are released with its widget")
        func handlerGoesWithWidget() {
            func make() { _ = Button("x") { [probe = census.watch(Probe())] in _ = probe } }
            make()
            #expect(census.alive == 0)
        }

        @Test("Disconnecting releases the handler's captures")
        func disconnect() {
            let label = Label("x")
            func connect() -> Connection {
                label.on("notify::label") { [probe = census.watch(Probe())] (_: UnsafeMutableRawPointer) in _ = probe }
            }
            let connection = connect()
            #expect(census.alive == 1)
            connection.disconnect()
            connection.disconnect()
            #expect(census.alive == 0)
        }

        @Test("A closed player window leaks nothing")
        func playerWindow() async throws {
            let player = ClockPlayer()
            let mailbox = PictureMailbox()
            func open() async -> Bool {
                let window = census.watch(PlayerWindow(player, pictures: mailbox))
                census.watch(window.view)
                census.watch(window.view.video)
                census.watch(window.view.controls)
                census.watch(window.view.controls.seekBar)
                census.watch(window.view.messages.note)
                window.present()
                let isShown = await eventually { window.view.video.isMapped }
                window.view.messages.note.show("x")
                player.isBusy = true
                window.close()
                return isShown
            }
            #expect(await open())
            #expect(await eventually { census.alive == 0 })
        }

        @Test("A window may close with its menu open")
        func openMenu() async throws {
            func open() async -> Bool {
                let window = census.watch(PlayerWindow(ClockPlayer(), pictures: PictureMailbox()))
                window.present()
                let isShown = await eventually { window.view.video.isMapped }
                window.view.controls.settings.isOpen = true
                window.view.controls.settings.show(.speed)
                await settle()
                window.close()
                return isShown
            }
            #expect(await open())
            #expect(await eventually { census.alive == 0 })
        }

        @Test("Closing the window of a playing player leaks nothing, including its views")
        func playing() async throws {
            let stream = try GeneratedStreams.named("vod-cmaf")
            let mailbox = PictureMailbox()
            func open() async -> Bool {
                let player = census.watch(
                    Player(items: [.simple(url: stream.address)], videoOutputs: [MailboxOutput(mailbox)], transport: RoutingTransport()))
                let window = census.watch(PlayerWindow(census.watch(PlayerModel(player)), pictures: mailbox))
                watchAll(window)
                window.present()
                player.play()
                let isShown = await eventually { window.view.video.presentedFrames > 1 }
                for isOpen in [true, false] {
                    window.view.controls.settings.isOpen = isOpen
                    await settle()
                    window.view.controls.speed.isOpen = isOpen
                    await settle()
                }
                window.view.hovered(3)
                window.view.upNext = UpNext(title: "Another", remaining: 5)
                window.view.show(.resumed)
                await settle()
                window.close()
                return isShown
            }
            #expect(await open())
            mailbox.clear()
            _ = await eventually { census.alive == 0 }
            #expect(census.rest == [])
        }

        @Test("No view outlives its window")
        func eachView() async throws {
            let player = ClockPlayer()
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 1)
            let televisions = TwoTelevisions()
            func open() async -> Bool {
                let seekBar = SeekBar()
                seekBar.range = TimeRange(start: 0, end: 9)
                let captions = CaptionOverlay()
                captions.cues = ActiveCues(webVTT: "00:00.000 --> 00:09.000\n<ruby>x<rt>y</ruby>")
                let preview = PreviewBubble(player)
                let upNext = UpNextPanel { await player.imageBytes(of: $0) }
                upNext.upNext = UpNext(title: "Another", remaining: 5)
                let views: [Widget] = [
                    VideoView(PictureMailbox()), seekBar, captions, preview, upNext, PlayButton(player), SpeedButton(player),
                    SettingsMenu(player, PictureAdjustments()), CastButton(televisions), CastPanel(televisions), VolumeControl(player),
                    LiveButton(player),
                    BusyIndicator(player), SkipCreditsButton(player), BreakPanel(player), StartCountdown(player), AudioPoster(player),
                ]
                let box = Box(.vertical) { for view in views { view } }
                let window = census.watch(Window(title: "Views", width: 400, height: 400))
                for view in views { census.watch(view) }
                census.watch(BindingCounts(of: box))
                window.setContent(box)
                window.present()
                let isShown = await eventually { seekBar.isMapped && seekBar.width > 0 }
                preview.show(3, x: 10, bottom: 10)
                player.isLive = true
                player.isBusy = true
                await settle()
                window.close()
                return isShown
            }
            #expect(await open())
            #expect(await eventually { census.alive == 0 })
        }

        @Test("No dialog outlives its closing")
        func dialogs() async throws {
            func open() async -> Bool {
                let parent = census.watch(Window(title: "Parent", width: 300, height: 200))
                parent.setContent(census.watch(Box(.vertical)))
                parent.present()
                let preferences = census.watch(PreferencesWindow(above: parent))
                let rows: [Widget] = [
                    SwitchRow("Switch", isOn: true) { [probe = census.watch(Probe())] _ in _ = probe },
                    ChoiceRow("Choice", ["One", "Two"], selection: 1) { [probe = census.watch(Probe())] _ in _ = probe },
                    WidgetRow("Text", Entry(name: "Text")),
                ]
                for row in rows { census.watch(row) }
                preferences.add(page: "Page", icon: "emblem-system-symbolic", [PreferencesGroup("Group") { for row in rows { row } }])
                let entry = census.watch(Entry(name: "Address"))
                let dialog = census.watch(MessageDialog(above: parent, heading: "?", body: "?", answer: "Yes", content: entry) {})
                preferences.present()
                dialog.present()
                let isShown = await eventually { preferences.isMapped && dialog.isMapped }
                gtk_window_close(dialog.cast())
                preferences.close()
                parent.close()
                await settle()
                return isShown
            }
            #expect(await open())
            _ = await eventually { census.alive == 0 }
            #expect(census.rest == [])
        }

        private func watchAll(_ window: PlayerWindow) {
            let view = window.view
            let parts: [AnyObject] = [
                view, view.video, view.captions, view.controls, view.controls.seekBar, view.controls.speed, view.controls.settings,
                view.panels.preview, view.panels.upNext, view.panels.failure, view.messages.note, view.messages.notice,
                view.gestures.skipBubble, view.visibility, view.gestures.tapSkips,
            ]
            for part in parts { census.watch(part) }
            BindingCounts.visit(view) { _ = census.watch($0) }
        }

        @Test("A released timer does not fire")
        func timer() async {
            var fired: [String] = []
            _ = MainLoop.after(seconds: 0) { fired.append("released") }
            let kept = MainLoop.after(seconds: 0) { fired.append("kept") }
            #expect(await eventually { !fired.isEmpty })
            #expect(fired == ["kept"])
            kept.cancel()
        }
    }
}
