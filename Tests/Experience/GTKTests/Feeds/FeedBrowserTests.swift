// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension Entry {
    /// The selected character range.
    fileprivate var selection: Range<Int> {
        var (start, end) = (Int32(0), Int32(0))
        gtk_editable_get_selection_bounds(opaque, &start, &end)
        return Int(start)..<Int(end)
    }
}

extension OnDisplay {
    @MainActor struct FeedBrowsers {
        @Test("The feed page opens the player at the item and returns to the grid, and hashtags make another feed")
        func page() async throws {
            let stage = try await FeedStage()
            _ = try await stage.feed(5)
            let page = FeedBrowser(stage.host, channel: "c1")
            var made = 0
            stage.host.onPage = { _ in made += 1 }
            try await withWindow(page, width: 700, height: 600) { window in
                #expect(await eventually { page.feedView?.list?.cell(at: 3) != nil })
                // As after a click there.
                page.feedView?.grabFocus()
                page.feedView?.list?.choose(3)
                let player = try #require(page.player)
                #expect(await eventually { player.state.shown?.index == 3 && player.isMapped })
                // Keys go to the player, and to none of its buttons.
                #expect(await eventually { gtk_window_get_focus(window.cast()) == player.widget })
                #expect(player.pressed(.left, .alt))
                #expect(page.player == nil)
                // Back in the grid, the arrow keys go on from the item.
                #expect(
                    await eventually {
                        page.feedView?.list?.cell(at: 3).flatMap { gtk_widget_get_parent($0.widget) }
                            == gtk_window_get_focus(window.cast())
                    })
                #expect(made == 1)
                #expect(await eventually { page.feedView?.isMapped == true && player.playback.playerCount == 0 })
                page.search(" (and sport run) ")
                #expect(page.feedView?.feed.source == .hashtagPlaylist(channel: "c1", filter: "(and sport run)"))
                #expect(page.entry.isClearShown)
                // The button in the entry clears it, and returns to the feed as it was.
                emit(page.entry, "icon-release", Int32(1))
                #expect(page.entry.text.isEmpty)
                #expect(!page.entry.isClearShown)
                #expect(page.feedView?.feed.source == .discover)
                // Words are searched in everything that viewers read.
                page.search("coffee ")
                #expect(page.feedView?.feed.source == .search(words: "coffee", channel: "c1"))
            }
        }

        @Test("Words find videos, page by page, also without a channel; the field names what viewers would type")
        func words() async throws {
            let stage = try await FeedStage()
            stage.service.answer("/v1/feeds", FeedPage.sample([]))
            let found = (1...2).map { Video(id: "v\($0)", channelID: "c1") }
            stage.service.answer(
                "/v1/search?q=coffee%20beans&page_size=10",
                ResourceList(data: [found[0]], paging: Paging(next: "/v1/search?q=coffee%20beans&cursor=2")))
            stage.service.answer("/v1/search?q=coffee%20beans&cursor=2", ResourceList(data: [found[1]]))
            let page = FeedBrowser(stage.host)
            try await withWindow(page, width: 700, height: 600) { _ in
                #expect(await eventually { page.feedView?.feed.loadResult != nil })
                #expect(page.entry.placeholder.contains("coffee"))
                page.focusSearch()
                page.search("coffee beans")
                #expect(await eventually { page.feedView?.feed.items.compactMap { $0.video?.id } == ["v1", "v2"] })
                #expect(page.feedView?.feed.sessionID == nil)
            }
        }

        @Test("An error in an expression is shown and selected in the field") func wrongExpression() async throws {
            let stage = try await FeedStage()
            stage.service.answer("/v1/feeds", FeedPage.sample([]))
            stage.service.fail(
                "/v1/feeds", ServiceError(APIError(.invalidFilterExpression, "A tag is missing.", field: "source.filter", offset: 7)))
            let page = FeedBrowser(stage.host, channel: "c1")
            try await withWindow(page, width: 600, height: 500) { _ in
                #expect(await eventually { page.feedView?.feed.loadResult != nil })
                page.search("(and é(x")
                #expect(
                    await eventually {
                        texts(below: page).contains("This hashtag expression has an error at character 7. A tag is missing.")
                    })
                #expect(await eventually { page.entry.selection == 6..<8 })
            }
        }

        @Test("Without a service the page shows the error, and a retry works once the service is back")
        func noService() async throws {
            let service = ScriptedService()
            service.fail("/v1/auth/guest", .dead)
            let sdk = FeedSDK(service, settings: FeedSDK.Settings(appID: AppIDLookup(argument: "a1")), clock: .still)
            let host = FeedHost(sdk, serviceAddress: "https://s.example")
            sdk.changeLanguage("en")
            let page = FeedBrowser(host)
            try await withWindow(page, width: 600, height: 500) { _ in
                #expect(await eventually { button("Try again", below: page) != nil })
                #expect(texts(below: page).contains("Couldn’t load the videos"))
            }
        }

        @Test("A missing or unknown app ID is reported, without a retry")
        func noApp() async throws {
            for isMissing in [true, false] {
                let service = ScriptedService()
                service.fail("/v1/auth/guest", ServiceError(APIError(.invalidApp, "No.")))
                let lookup = isMissing ? AppIDLookup(keyFile: "WindowboxAppId = a1") : AppIDLookup(argument: "a1")
                let sdk = FeedSDK(service, settings: FeedSDK.Settings(appID: lookup), clock: .still)
                sdk.changeLanguage("en")
                let page = FeedBrowser(FeedHost(sdk, serviceAddress: "https://s.example"))
                try await withWindow(page, width: 600, height: 500) { _ in
                    let start = isMissing ? "There is no app ID: give one" : "The service doesn’t know this app."
                    #expect(await eventually { texts(below: page).contains { $0.hasPrefix(start) } })
                    #expect(texts(below: page).contains { $0.contains("The key file has WindowboxAppId, which is ignored.") } == isMissing)
                }
            }
        }

        @Test("A story block plays in place, and full screen continues at its position")
        func storyBlock() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(3, stream: "vod-cmaf", configuration: .storyBlock())
            let block = StoryBlockView(feed, host: stage.host)
            var wish: (Int, Double?)?
            block.onFullScreen = { wish = ($0, $1) }
            try await withWindow(block, width: 360, height: 480) { _ in
                let page = try #require(block.page)
                #expect(await eventually { page.playback.player?.rate ?? 0 > 0 })
                // Audio is off until requested.
                #expect(page.playback.isMuted)
                block.enterFullScreen()
                #expect(wish?.0 == 0)
                #expect(page.playback.player?.shouldPlay == false)
                block.play()
                #expect(page.playback.player?.shouldPlay == false)
                block.comeBack(at: 1, position: nil)
                #expect(page.playback.index == 1)
                #expect(page.playback.player?.shouldPlay == true)
            }
        }

        @Test("A deck's most visible player plays, and its button unmutes it")
        func deck() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(3, stream: "vod-cmaf", configuration: .playerDeck())
            let deck = PlayerDeckView(feed, host: stage.host)
            try await withWindow(deck, width: 700, height: 600) { _ in
                #expect(await eventually { deck.list?.inline?.playback.player?.rate ?? 0 > 0 })
                let playback = try #require(deck.list?.inline?.playback)
                #expect(playback.isMuted)
                let sound = try #require(button("Turn sound on", below: deck))
                gtk_widget_activate(sound.widget)
                #expect(await eventually { !playback.isMuted && stage.host.silence == false })
            }
        }

        @Test("Circles are as wide as high")
        func circles() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(8, configuration: .circleStory())
            let view = CircleStoryView(feed, host: stage.host)
            try await withWindow(view, width: 600, height: 110) { _ in
                #expect(
                    await eventually {
                        guard let still = view.list?.cell(at: 0)?.still, still.width > 20 else { return false }
                        return abs(still.width - still.height) <= 2
                    })
            }
        }
    }
}
