// SPDX-License-Identifier: Apache-2.0

import CGTK
import Observation
import Testing
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

/// Plays what the test says, and records calls.
@MainActor @Observable private final class NotedAds: AdPresenting {
    let player = Player()
    var showing: AdPresentation?
    var breaks: [TimeRange] = []
    var isSeekable = true
    var isCovered = false
    private(set) var asked: [String] = []

    func click() { asked.append("click") }
    func clickCompanion(_ index: Int) { asked.append("companion \(index)") }
    func iconShown(_ icon: AdIcon) { asked.append("seen \(icon.index)") }
    func clickIcon(_ icon: AdIcon) { asked.append("icon \(icon.index)") }
    func skip() { asked.append("skip") }
    func skip(_ direction: SkipDirection) { asked.append("\(direction)") }
    func seek(to time: Double) { asked.append("seek \(time)") }
    func preview(at time: Double) { asked.append("preview \(time)") }
    func togglePlayPause() { asked.append("toggle") }
}

@Suite("Ads in the player view") @MainActor struct AdFaceTests {
    private static let spot = AdPresentation(
        id: "1", title: "Spot", position: 1, total: 2, duration: 10, elapsed: 2.2, left: 17.8, skipOffset: 5,
        clickThrough: "https://example.com/",
        companions: [AdCompanion(slot: 0, width: 300, height: 250, image: "https://example.com/a.png")])

    @Test("An ad is numbered within its break, except a single one or slate")
    func text() {
        #expect(PlayingBreak(remaining: 12, place: .init(1, of: 2)).text == "Ad 1 of 2 · 0:12")
        #expect(PlayingBreak(remaining: 12, place: .init(2)).text == "Ad 2 · 0:12")
        #expect(PlayingBreak(remaining: 12, place: .init(1, of: 1)).text == "Ad · 0:12")
        #expect(PlayingBreak(remaining: 12).text == "Ad · 0:12")
        #expect(PlayingBreak().text == "Ad")
    }

    @Test("An ad in a stitched stream has its own skip time, and in an interstitial the interstitial's")
    func skipping() throws {
        let stitched = try #require(PlayingBreak(Self.spot, in: nil))
        #expect(stitched.skippableIn == 3)
        #expect(stitched.remaining == 18)
        #expect(stitched.place == .init(1, of: 2))
        #expect(stitched.hasPage)
        #expect(stitched.companions.count == 1)
        let inserted = try #require(PlayingBreak(Self.spot, in: PlayingBreak(remaining: 30)))
        #expect(inserted.skippableIn == nil)
        #expect(inserted.remaining == 18)
        #expect(inserted.hasPage)
        #expect(PlayingBreak(nil, in: PlayingBreak(remaining: 30)) == PlayingBreak(remaining: 30))
        #expect(PlayingBreak(nil, in: nil) == nil)
    }

    @Test("2.4 During ads the interface allows no seeking, and play, pause and seek go through the ad player")
    func through() {
        let ads = NotedAds()
        let model = PlayerModel(ads.player)
        model.ads = ads
        ads.breaks = [TimeRange(start: 10, end: 25)]
        #expect(model.marks == [SeekMark(.interruption, TimeRange(start: 10, end: 25))])
        #expect(model.playingBreak == nil)
        #expect(model.canSeek)
        model.seek(to: 30)
        model.preview(at: 31)
        model.togglePlayPause()
        ads.showing = Self.spot
        ads.isSeekable = false
        #expect(model.playingBreak?.text == "Ad 1 of 2 · 0:18")
        #expect(!model.canSeek)
        #expect(!model.canSkip(.forward))
        model.seek(to: 40)
        model.preview(at: 40)
        model.skip(.forward)
        model.openBreakPage()
        model.openCompanion(0)
        let icon = AdIcon(ad: "1", index: 2, width: 20, height: 20, x: .end, y: .pixels(0), image: "https://example.com/i.png")
        model.iconShown(icon)
        model.openIcon(icon)
        model.skipBreak()
        #expect(ads.asked == ["seek 30.0", "preview 31.0", "toggle", "click", "companion 0", "seen 2", "icon 2", "skip"])
    }
}

extension OnDisplay {
    @MainActor struct AdPanels {
        private let player = ClockPlayer()

        @Test("An ad's page opens from the video, and the viewer's seek target is kept")
        func learnMore() async throws {
            var playing = PlayingBreak(remaining: 12, place: .init(1, of: 2))
            (playing.hasPage, playing.returnsTo) = (true, 750)
            player.playingBreak = playing
            player.canSeek = false
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: 960, height: 540) { _ in
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let outline = await process.outline
                #expect(Set(outline.keys).isSuperset(of: ["label: Ad 1 of 2 · 0:12", "label: Then 12:30", "button: Learn More"]))
                await outline["button: Learn More"]?.press()
                #expect(await eventually { player.openedPages == 1 })
                #expect(!view.controls.seekBar.isEnabled)
                view.pressed(.right, [])
                view.pressed(.home, [])
                #expect(player.seeks.isEmpty)
                (player.playingBreak, player.canSeek) = (nil, true)
                #expect(await eventually { view.controls.seekBar.isEnabled })
                #expect(await !process.outline.keys.contains("button: Learn More"))
            }
        }

        @Test("1.6 An ad's icon appears at its position, reports its view, and opens its page")
        func icons() async throws {
            let picture = PicturePool().plain(0xFFFF_CC00, PixelSize(width: 20, height: 16))
            player.images["https://a/c.png"] = picture.png
            let mailbox = PictureMailbox()
            let view = PlayerView(player, pictures: mailbox)
            try await withWindow(view, width: 960, height: 640) { _ in
                mailbox.post(PicturePool().plain(0x336699))
                #expect(await eventually { view.video.pictureRectangle != nil })
                let icon = AdIcon(
                    ad: "1", index: 3, width: 20, height: 16, x: .end, y: .pixels(12), image: "https://a/c.png",
                    alternativeText: "Why this ad", isClickable: true)
                let large = AdIcon(ad: "1", index: 4, width: 2000, height: 16, x: .end, y: .end, image: "https://a/c.png")
                var playing = PlayingBreak(remaining: 12)
                playing.icons = [icon, large]
                player.playingBreak = playing
                #expect(await eventually { player.shownIcons == [icon] })
                let rectangle = try #require(view.video.pictureRectangle)
                let (x, y) = (Int(rectangle.x + rectangle.width) - 10, Int(rectangle.y) + 12 + 8)
                #expect(await eventually { Pixels(of: view).map { $0[x, y] == 0xFFCC00 } ?? false })
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let button = await process.outline["button: Why this ad"]
                await button?.press()
                #expect(await eventually { player.openedIcons == [icon] })
                // The next ad's icon is reported again, although the image is the same.
                playing.icons[0].ad = "2"
                player.playingBreak = playing
                #expect(await eventually { player.shownIcons.map(\.ad) == ["1", "2"] })
                player.playingBreak = nil
                await settle()
                #expect(await !process.outline.keys.contains("button: Why this ad"))
            }
        }

        @Test("An overlay ad appears over the content, leads to its page, and can be closed")
        func overlay() async throws {
            player.images["https://a/o.png"] = PicturePool().plain(0xFFFF_CC00, PixelSize(width: 480, height: 70)).png
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: 960, height: 540) { _ in
                player.adOverlay = AdOverlay(id: "0", image: "https://a/o.png", width: 480, height: 70, isClickable: true)
                #expect(await eventually { player.overlayAsked.contains("shown") })
                await settle()
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let outline = await process.outline
                await outline["button: Advertisement"]?.press()
                #expect(await eventually { player.overlayAsked.last == "open" })
                await outline["button: Close Ad"]?.press()
                #expect(await eventually { player.overlayAsked.last == "close" })
                await settle()
                #expect(await !process.outline.keys.contains("button: Close Ad"))
            }
        }

        @Test("2.5 An ad card covers the video, fits any view size, leads to its page, and disappears when playback continues")
        func card() async throws {
            player.images["https://a/end.png"] = PicturePool().plain(0xFFFF_CC00, PixelSize(width: 1280, height: 720)).png
            let view = PlayerView(player, pictures: PictureMailbox())
            try await withWindow(view, width: 640, height: 400) { _ in
                let size = (view.width, view.height)
                player.adCard = AdCard(
                    id: "1", kind: .ending, image: "https://a/end.png", width: 1280, height: 720, alternativeText: "Shoes",
                    isClickable: true)
                #expect(await eventually { player.cardAsked.contains("shown") })
                #expect(await eventually { Pixels(of: view).map { $0[320, 150] == 0xFFCC00 && $0[5, 150] == 0 } ?? false })
                #expect((view.width, view.height) == size, "was \(size)")
                let process = try #require(await AccessibilityTree.ofThisProcess(), "run with dbus-run-session and at-spi2-core")
                let outline = await process.outline
                await outline["button: Shoes"]?.press()
                #expect(await eventually { player.cardAsked.last == "open" })
                await outline["button: Continue"]?.press()
                #expect(await eventually { player.cardAsked.last == "close" })
                await settle()
                #expect(await !process.outline.keys.contains("button: Continue"))
            }
        }

        @Test("2.5 Ad measurement gets the frame's position and the covering parts of the view")
        func sight() async throws {
            let mailbox = PictureMailbox()
            let view = PlayerView(player, pictures: mailbox)
            #expect(view.pictureVisibility == nil)
            try await withWindow(view, width: 960, height: 640) { _ in
                mailbox.post(PicturePool().plain(0x336699))
                #expect(await eventually { view.video.pictureRectangle != nil })
                view.visibility.hold(.pointer)
                #expect(await eventually { view.pictureVisibility?.covers.contains { $0.part == .controls } ?? false })
                let sight = try #require(view.pictureVisibility)
                #expect(sight.isShown)
                #expect(sight.isActive)
                #expect(sight.picture == view.video.pictureRectangle)
                #expect(sight.view.width == Double(view.video.width))
                #expect(sight.view.height == Double(view.video.height))
                let bar = try #require(sight.covers.map(\.frame).max { $0.y < $1.y })
                #expect(bar.y > 400)
                #expect(abs(bar.y + bar.height - sight.view.height) < 1)
                #expect(bar.width > 600)
            }
        }

        @Test("A locked seek bar follows the player, and does not seek")
        func locked() {
            let bar = SeekBar()
            var (seeks, holds): ([Double], [Bool]) = ([], [])
            bar.onSeek = { seeks.append($0) }
            bar.onHold = { holds.append($0) }
            bar.range = TimeRange(start: 0, end: 100)
            bar.position = 25
            bar.isLocked = true
            #expect(!bar.isEnabled)
            #expect(bar.shownPosition == 25)
            bar.position = 30
            #expect(bar.shownPosition == 30)
            bar.isLocked = false
            #expect(bar.isEnabled)
            #expect(seeks.isEmpty)
            #expect(holds.isEmpty)
        }
    }
}
