// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

extension OnDisplay {
    /// Screenshots of the view in its states, for review, in the folder `WINDOWBOX_GALLERY`.
    @MainActor struct Gallery {
        private static let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"]
        private let player = ClockPlayer()
        private let televisions = TwoTelevisions()

        /// Draws the whole window, including popups.
        private func keep(_ view: Widget, as name: String) async throws {
            try #require(await eventually { Pixels(of: view) != nil })
            let pixels = try #require(Pixels(of: view))
            try Data(pixels.png ?? []).write(to: URL(filePath: Self.folder!).appending(path: name + ".png"))
        }

        /// An open menu is a separate surface, drawn in its own size.
        private func takeMenus(rightToLeft: Bool = false) async throws {
            let view = PlayerView(player, pictures: PictureMailbox())
            let suffix = rightToLeft ? "-rtl" : ""
            func keepBubble(of content: Widget, as name: String) async throws {
                try await self.keepBubble(of: content, as: name + suffix)
            }
            try await withWindow(view, width: 960, height: 540) { _ in
                await settle()
                let settings = view.controls.settings
                settings.onAddSubtitles = {}
                settings.isOpen = true
                #expect(await eventually { settings.content.isMapped && settings.content.width > 0 })
                await settle()
                try await keepBubble(of: settings.content, as: "menu-settings")
                for (page, name) in [
                    (SettingsPage.chapters, "chapters"), (.speed, "speed"), (.subtitles, "subtitles"), (.captions, "captions"),
                ] {
                    settings.show(page)
                    await rest(seconds: 0.4)
                    try await keepBubble(of: settings.content, as: "menu-\(name)")
                }
                settings.isOpen = false
                televisions.look()
                televisions.target = televisions.targets[0]
                view.cast = televisions
                let button = try #require(view.controls.castButton)
                button.isOpen = true
                #expect(await eventually { button.list.isMapped && button.list.width > 0 })
                await settle()
                try await keepBubble(of: button.list, as: "menu-cast")
                televisions.failure = "The device can't play this kind of media; cast another format."
                await settle()
                try await keepBubble(of: button.list, as: "menu-cast-failed")
                televisions.failure = nil
                button.isOpen = false
                await rest(seconds: 0.4)
                try await keep(view, as: "elsewhere" + suffix)
            }
        }

        private func keepBubble(of content: Widget, as name: String) async throws {
            try await keep(Widget(borrowing: gtk_widget_get_ancestor(content.widget, gtk_popover_get_type())), as: name)
        }

        private func take(_ name: String, width: Int = 960, height: Int = 540, _ prepare: (PlayerView) -> Void = { _ in }) async throws {
            let mailbox = PictureMailbox()
            mailbox.post(PicturePool().quarters(PixelSize(width: 960, height: 540), [0x3B6EA5, 0xC7D3DD, 0x7A8F4B, 0xD9B26A]))
            let view = PlayerView(player, pictures: mailbox, header: HeaderBar(title: Label("A Film").cssClass("title")))
            try await withWindow(view, width: width, height: height) { _ in
                prepare(view)
                await settle()
                #expect(await eventually { view.captions.width > 0 })
                await settle()
                await rest(seconds: 0.4)
                try await keep(view, as: name)
            }
        }

        /// The picture-in-picture window with its controls.
        private func takeSmallWindow() async throws {
            final class Owner: PictureInPictureDelegate {
                func pictureInPicture(_: PictureInPicture, restore done: @escaping @MainActor () -> Void) { done() }
            }
            let mailbox = PictureMailbox()
            mailbox.post(PicturePool().quarters(PixelSize(width: 960, height: 540), [0x3B6EA5, 0xC7D3DD, 0x7A8F4B, 0xD9B26A]))
            let small = PictureInPicture(player, pictures: mailbox)
            let owner = Owner()
            small.delegate = owner
            small.start()
            #expect(await eventually { small.owner == .pictureInPicture })
            let window = try #require(small.window)
            await rest(seconds: 0.3)
            window.controls.isShown = true
            await rest(seconds: 0.5)
            try await keep(window, as: "picture-in-picture")
            small.close()
        }

        @Test("Gallery", .enabled("names no folder to draw to") { await Self.folder != nil })
        func pictures() async throws {
            player.position = 61
            player.bufferedRange = TimeRange(start: 50, end: 120)
            player.marks = [
                SeekMark(.chapter("Beginning"), TimeRange(start: 0, end: 100)), SeekMark(.chapter("End"), TimeRange(start: 100, end: 200)),
                SeekMark(.blocked, TimeRange(start: 150, end: 160)),
            ]
            player.cues = ActiveCues(webVTT: "00:00.000 --> 00:09.000\nNobody knew <i>why</i>\nthe lights had gone out\nthat night.")
            player.canGoToNext = true
            player.offered[.audio] = Choices(["Deutsch", "English"], selection: 0)
            player.picture = PicturePool().quarters(PixelSize(width: 160, height: 90), [0xAA4444, 0x44AA44, 0x4444AA, 0xAAAA44])
            try await take("paused") { $0.onFullScreen = { _ in } }
            player.isPlaying = true
            try await take("playing") { $0.onFullScreen = { _ in } }
            try await take("playing-alone") { $0.visibility.pointerLeft() }
            try await take("full-screen", width: 1280, height: 1024) {
                $0.onFullScreen = { _ in }
                $0.isFullScreen = true
            }
            try await take("counted") { $0.add(BindingCounts(of: $0)) }
            player.isPlaying = false
            player.isBusy = true
            try await take("busy")
            player.isBusy = false
            player.isMuted = true
            player.rate = 1.5
            try await take("muted-fast")
            (player.isMuted, player.rate) = (false, 1)
            player.offered[.quality] = Choices(["Automatic (720p)", "720p, 3 Mbit/s", "360p, 900 kbit/s"], selection: 0)
            player.offered[.subtitles] = Choices(["Automatic", "Off", "Deutsch"], selection: 1)
            player.offered[.captionSize] = Choices(["Small", "Normal", "Large", "Huge"], selection: 1)
            player.offered[.captionLook] = Choices(["Standard", "Outlined", "Yellow", "Black on White"], selection: 0)
            player.offered[.soundDevice] = Choices(["Automatic (Built-in Audio)", "Headphones"], selection: 0)
            try await takeMenus()
            // As on a desktop in a right-to-left language.
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            try await takeMenus(rightToLeft: true)
            try await take("playing-rtl") { $0.onFullScreen = { _ in } }
            gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR)
            try await takeSmallWindow()
            for look in CaptionPreference.Look.allCases {
                player.captionStyle.preference = CaptionPreference(size: .large, look: look)
                try await take("captions-\(look)") { $0.visibility.pointerLeft() }
            }
            player.captionStyle = CaptionStyle()
            player.offered = [.audio: player.offered[.audio]!]
            player.hasEnded = true
            try await take("ended")
            player.hasEnded = false
            GTKStyleSheet.show(dark: false)
            try await take("light")
            GTKStyleSheet.preferDark()
            try await take("dark")
            try await take("preview") { $0.hovered(80) }
            try await take("small", width: 480, height: 270)
            try await take("tiny", width: 220, height: 124)
            player.position = 5
            player.marks = [SeekMark(.openingCredits, TimeRange(start: 0, end: 20))]
            try await take("credits") {
                $0.perform(.skip(.forward)); player.position = 5
            }
            try await take("credits-small", width: 480, height: 270)
            player.marks += [
                SeekMark(.interruption, TimeRange(start: 60, end: 60)), SeekMark(.interruption, TimeRange(start: 120, end: 140)),
            ]
            player.playingBreak = PlayingBreak(remaining: 15, skippableIn: 3)
            try await take("break")
            player.playingBreak = PlayingBreak(remaining: 12, skippableIn: 0, place: .init(1, of: 2))
            player.playingBreak?.hasPage = true
            player.playingBreak?.returnsTo = 150
            player.images["badge"] = PicturePool().plain(0xFF00_AEEF, PixelSize(width: 24, height: 24)).png
            player.playingBreak?.icons = [
                AdIcon(ad: "1", index: 0, width: 24, height: 24, x: .end, y: .pixels(0), image: "badge", isClickable: true)
            ]
            player.canSeek = false
            try await take("break-skippable")
            player.canSeek = true
            try await take("break-small", width: 480, height: 270)
            player.playingBreak = nil
            player.images["banner"] = PicturePool().plain(0xFF00_AEEF, PixelSize(width: 480, height: 70)).png
            player.adOverlay = AdOverlay(id: "0", image: "banner", width: 480, height: 70, isClickable: true)
            try await take("ad-overlay")
            player.adOverlay = nil
            player.adCard = AdCard(
                id: "0", kind: .ending, image: "banner", width: 480, height: 70, isClickable: true)
            try await take("ad-card")
            try await take("ad-card-small", width: 480, height: 270)
            player.adCard = nil
            player.cues = .none
            player.isLive = true
            try await take("dvr")
            player.position = 198
            try await take("live")
            player.position = 5
            player.seekable = nil
            try await take("live-only", width: 480, height: 270) { $0.show(.networkLost) }
            player.isLive = false
            player.seekable = TimeRange(start: 0, end: 200)
            player.marks = []
            player.artwork = .data(
                PicturePool().quarters(PixelSize(width: 320, height: 180), [0xFFAA4444, 0xFF44AA44, 0xFF4444AA, 0xFFAAAA44]).png!)
            player.imageCopyright = "© Somebody"
            let next = UpNext(title: "Part Two: what came after", subtitle: "The Series", image: player.artwork, remaining: 8)
            try await take("up-next") { $0.upNext = next }
            try await take("up-next-small", width: 480, height: 270) { $0.upNext = next }
            try await take("up-next-tiny", width: 220, height: 124) { $0.upNext = next }
            player.errorMessage = "This content is not available outside Switzerland."
            try await take("failure")
            player.canGoToNext = true
            player.availableFrom = Date.now + 90_061
            try await take("failure-in-a-list")
            player.availableFrom = nil
            try await take("failure-small", width: 480, height: 270)
            try await take("failure-tiny", width: 220, height: 124)
        }
    }
}
