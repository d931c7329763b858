// SPDX-License-Identifier: Apache-2.0

import CGTK
import Testing
import WindowboxContract
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// The small window of feeds, of which there is one on a desktop.
    @MainActor @Suite(.serialized) struct PictureInPictureControllers {
        private func open(_ stage: FeedStage, _ page: FeedBrowser, at index: Int) async throws -> FeedPlayerPage {
            #expect(await eventually { page.feedView?.list?.cell(at: index) != nil })
            page.feedView?.list?.choose(index)
            let player = try #require(page.player)
            #expect(await eventually { player.state.hasPicture && player.isMapped && player.state.shown?.index == index })
            return player
        }

        @Test("The player continues in picture in picture while the grid is shown, and returns") func roundTrip() async throws {
            let stage = try await FeedStage()
            _ = try await stage.feed(4, stream: "vod-cmaf")
            let browser = FeedBrowser(stage.host)
            try await withWindow(browser, width: 700, height: 600) { _ in
                let page = try await open(stage, browser, at: 1)
                page.perform(.smallWindow)
                #expect(await eventually { page.isInSmallWindow && browser.player == nil && browser.smallPlayer === page })
                #expect(stage.host.sdk.isPictureInPictureShown)
                #expect(browser.feedView?.isMapped == true)
                // The page is not visible, but plays; so does the next item, in the same window.
                #expect(page.playback.player?.shouldPlay == true)
                #expect(page.playback.next())
                #expect(await eventually { page.state.shown?.index == 2 && page.playback.player?.shouldPlay == true })
                try stage.host.stopPictureInPicture()
                #expect(await eventually { browser.player === page && !page.isInSmallWindow && page.isMapped })
                #expect(!stage.host.sdk.isPictureInPictureShown)
                #expect(page.state.shown?.index == 2)
            }
        }

        @Test("Closing picture in picture ends its player, and another video replaces it") func closing() async throws {
            let stage = try await FeedStage()
            _ = try await stage.feed(4, stream: "vod-cmaf")
            let browser = FeedBrowser(stage.host)
            var reasons: [FinishReason] = []
            stage.host.onNotice = { notice, _ in if case .closed(let reason) = notice { reasons.append(reason) } }
            try await withWindow(browser, width: 700, height: 600) { _ in
                let page = try await open(stage, browser, at: 0)
                page.perform(.smallWindow)
                #expect(await eventually { browser.smallPlayer === page })
                stage.host.sdk.handlePictureInPicture(.closed(restores: false))
                #expect(await eventually { browser.smallPlayer == nil && page.playback.playerCount == 0 })
                #expect(reasons.isEmpty || reasons == [.pictureInPictureClosed])
                let other = try await open(stage, browser, at: 1)
                other.perform(.smallWindow)
                #expect(await eventually { browser.smallPlayer === other })
                let third = try await open(stage, browser, at: 2)
                #expect(browser.smallPlayer == nil)
                #expect(third.playback.index == 2)
                #expect(!stage.host.sdk.isPictureInPictureShown)
            }
        }

        @Test("A player that can't enter picture in picture shows the reason") func refused() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(2) { video, index in if index == 0 { video.type = .ad } }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: FeedStage.staying)
            try await withWindow(page, width: 400, height: 700) { _ in
                #expect(await eventually { page.state.hasPicture })
                // The feed's setting is off: there is no button, and the key does nothing.
                #expect(button("Picture in picture", below: page) == nil)
                page.perform(.smallWindow)
                #expect(page.note.text.isEmpty)
                feed.isPictureInPictureEnabled = true
                #expect(await eventually { button("Picture in picture", below: page) != nil })
                button("Picture in picture", below: page)?.click()
                #expect(await eventually { page.note.text.hasPrefix("Picture in picture isn’t available:") })
                #expect(!page.isInSmallWindow)
            }
        }
    }
}
