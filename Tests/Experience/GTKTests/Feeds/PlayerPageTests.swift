// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxKit
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    @MainActor struct FeedPlayerPages {
        @Test("The poster stays until the first frame, and the next video has a frame before the swipe")
        func poster() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(4)
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            #expect(page.slide?.isPosterShown == true)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture && page.slide?.isPosterShown == false })
                #expect(await eventually { page.playback.player(at: 2)?.isBuffering == false })
                let next = try #require(page.pool.screen(of: page.playback.player(at: 1)))
                #expect(await eventually { next.slide.hasPicture })
                page.perform(.next)
                // It is shown at once, without a poster or a black frame in between.
                #expect(page.slide === next.slide)
                #expect(!next.slide.isPosterShown)
                #expect(page.state.hasPicture)
                #expect(page.state.shown?.index == 1)
                #expect(page.state.shown?.video?.id == "v1")
                #expect(page.pool.screens.count <= 4)
            }
            #expect(await eventually { page.playback.playerCount == 0 })
        }

        @Test("Assistive technology finds every control by role and name, and can use it")
        func controls() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(3) { video, _ in video.caption = "A walk" }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            var shared: [String] = []
            stage.host.onShare = { shared.append($0) }
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { page.state.hasPicture })
                guard let process = try await AccessibilityTree.ofThisProcess() else {
                    return withKnownIssue("no accessibility bus") { Issue.record("not tested") }
                }
                let outline = await process.outline
                let names = Set(outline.keys)
                #expect(
                    names.isSuperset(of: [
                        "button: Next video", "button: Previous video", "button: Share", "button: Close", "button: Turn sound off",
                    ]))
                await outline["button: Next video"]?.press()
                #expect(await eventually { page.state.shown?.index == 1 })
                await outline["button: Turn sound off"]?.press()
                #expect(await eventually { page.playback.isMuted && stage.host.silence == true })
                await outline["button: Share"]?.press()
                #expect(await eventually { shared.count == 1 && page.note.text == "Link copied" })
                #expect(ShareLink(shared.first ?? "")?.videoID == "v1")
                var isClosed = false
                page.onClose = { isClosed = true }
                await outline["button: Close"]?.press()
                #expect(await eventually { isClosed && page.playback.index == nil })
            }
        }

        @Test("The CTA button appears at its time, asks the host first, and opens no unsafe URL")
        func callToAction() async throws {
            let stage = try await FeedStage()
            var configuration = FeedStage.staying
            configuration.ctaButton.delay = .constant(0)
            let feed = try await stage.feed(2) { video, index in
                let url = index == 0 ? "https://shop.example/a" : "file:///etc/passwd"
                video.cta = CallToAction(type: .buy, title: "", url: url)
            }
            var (opened, asked): ([String], [String]) = ([], [])
            stage.host.onOpenAddress = { opened.append($0) }
            stage.host.onCTA = { cta, _ in
                asked.append(cta.url)
                return false
            }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: configuration)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { button("Buy now", below: page) != nil })
                page.clickedCTA()
                page.perform(.next)
                page.clickedCTA()
                #expect(opened == ["https://shop.example/a"])
                #expect(asked == ["https://shop.example/a", "file:///etc/passwd"])
            }
        }

        @Test("User text is not interpreted as markup")
        func hostile() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(1) { video, _ in
                video.caption = "<b>Buy</b> &amp; <a href=\"x\">\u{202E}more"
                video.hashtags = ["<i>tag"]
            }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { !page.chrome.title.text.isEmpty })
                #expect(page.chrome.title.text == "<b>Buy</b> &amp; <a href=\"x\">more")
                #expect(page.chrome.detail.text.contains("<i>tag"))
            }
        }

        @Test("An unplayable video shows the reason and a remedy, and the next item plays")
        func failure() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(3) { video, index in
                if index == 0 { video.hlsURL = "/nowhere/at/all.m3u8" }
                if index == 1 { video.regionBlocked = true }
            }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { button("Try again", below: page.failure) != nil })
                page.perform(.next)
                #expect(await eventually { texts(below: page.failure).contains("This video isn’t available in your region") })
                page.perform(.next)
                #expect(await eventually { !page.failure.isVisible && page.state.hasPicture })
            }
        }

        @Test("A failed video plays on retry once available, and one without a URL offers no retry")
        func again() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "wb-again-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let stream = URL(filePath: try GeneratedStreams.named("vod-cmaf").address)
            let link = folder.appending(path: "later")
            let stage = try await FeedStage()
            let feed = try await stage.feed(2) { video, index in
                video.hlsURL = index == 0 ? link.appending(path: stream.lastPathComponent).path : nil
            }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { button("Try again", below: page.failure) != nil })
                try FileManager.default.createSymbolicLink(at: link, withDestinationURL: stream.deletingLastPathComponent())
                button("Try again", below: page.failure)?.click()
                #expect(await eventually { !page.failure.isVisible && page.state.hasPicture })
                page.perform(.next)
                #expect(await eventually { texts(below: page.failure).contains("This video can’t be played") })
                #expect(button("Try again", below: page.failure) == nil)
            }
        }

        @Test("The end of the feed closes the page, and an empty feed says so")
        func ends() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(1)
            let page = FeedPlayerPage(feed, host: stage.host)
            var isClosed = false
            page.onClose = { isClosed = true }
            try await withWindow(page, width: 360, height: 640) { _ in #expect(await eventually { isClosed }) }

            let empty = try await FeedStage()
            let nothing = try await empty.feed(0)
            let other = FeedPlayerPage(nothing, host: empty.host)
            try await withWindow(other, width: 360, height: 640) { _ in
                #expect(await eventually { texts(below: other).contains("There is nothing to watch yet") })
            }
        }

        @Test("A feed that is reloaded starts at its first item and plays, wherever and however it started first")
        func reloaded() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(3)
            let page = FeedPlayerPage(
                feed, at: 2, position: 0.5, host: stage.host, placement: .embedded, configuration: FeedStage.staying, isPlayedAtOnce: false)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture && page.playback.player?.time ?? 0 >= 0.4 })
                #expect(page.state.shown?.index == 2)
                #expect(page.playback.player?.shouldPlay == false)
                feed.refresh()
                #expect(await eventually { page.state.shown?.index == 0 && page.state.hasPicture })
                #expect(page.playback.index == 0)
                #expect(page.playback.player?.shouldPlay == true)
            }
        }

        @Test("A covered page is paused, and plays again when it is uncovered unless the user had paused it")
        func covered() async throws {
            let stage = try await FeedStage()
            let page = FeedPlayerPage(try await stage.feed(3), host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture && page.playback.player?.shouldPlay == true })
                page.setCovered(true)
                #expect(page.playback.player?.shouldPlay == false)
                #expect(page.smallWindowCandidate?.isPausedByUser == false)
                page.setCovered(false)
                #expect(page.playback.player?.shouldPlay == true)
                // What the user paused stays paused.
                page.perform(.togglePlayPause)
                page.setCovered(true)
                page.setCovered(false)
                #expect(page.playback.player?.shouldPlay == false)
                #expect(page.smallWindowCandidate?.isPausedByUser == true)
            }
        }

        @Test("Captions stay above the widgets at the bottom and out of an open drawer, and high widgets lift the controls in the middle")
        func room() async throws {
            let stage = try await FeedStage()
            let page = FeedPlayerPage(try await stage.feed(1), host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 360, height: 640) { _ in
                #expect(await eventually { page.state.hasPicture && page.state.size.height > 300 })
                let captions = try #require(page.slide).captions.overlay
                page.keepCaptionsFree(100)
                #expect(captions.bottomInset == 100)
                #expect(page.state.bottom == 100)
                #expect(page.middleLift == 0)
                page.keepCaptionsFree(300)
                #expect(captions.bottomInset == 300)
                #expect(page.middleLift == 300)
                page.cover("cart", true)
                #expect(captions.bottomInset == max(300, Double(page.state.size.height) * DrawerShape.part))
                page.cover("cart", false)
                #expect(captions.bottomInset == 300)
            }
        }

        @Test("In right-to-left layout the next item is at the left, and all texts are in that language")
        func rightToLeft() async throws {
            let stage = try await FeedStage(language: "ar")
            let feed = try await stage.feed(3)
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 600, height: 600) { _ in
                let language = FeedLanguage.arabic
                #expect(await eventually { button(language.text(.next), below: page) != nil })
                let next = try #require(button(language.text(.next), below: page))
                let previous = try #require(button(language.text(.previous), below: page))
                let places = (page.place(of: next, x: 0, y: 0), page.place(of: previous, x: 0, y: 0))
                #expect(try #require(places.0).x < #require(places.1).x)
                #expect(page.isRightToLeft)
            }
        }
    }
}
