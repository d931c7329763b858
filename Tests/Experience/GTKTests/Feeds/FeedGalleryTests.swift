// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// Screenshots of the feed views in their states, for review, in the folder `WINDOWBOX_GALLERY`.
    @MainActor struct FeedGallery {
        private static let captions = [
            "Morning by the lake", "Three ways to fold a shirt", "<b>Not bold</b> & <i>not italic</i>", "Bread in ten minutes",
            "A very long title that says more than there is room for on two lines of a thumbnail of this width", "How paper is made",
        ]

        private func feed(_ stage: FeedStage, _ configuration: WidgetConfiguration = .videoFeed()) async throws -> Feed {
            let posters = ([0xFF8A_4F3B, 0xFF3B_6EA5, 0xFF7A_8F4B, 0xFF9A_5FA0, 0xFFD9_B26A, 0xFF2F_7F79] as [UInt32]).map { color in
                let file = PicturePool(capacity: 0).quarters(
                    PixelSize(width: 90, height: 160), [color, color &- 0x101010, color &- 0x202020, color]
                ).png
                return "data:image/png;base64," + Data(file ?? []).base64EncodedString()
            }
            return try await stage.feed(24, stream: "vod-cmaf", configuration: configuration) { video, index in
                video.caption = Self.captions[index % Self.captions.count]
                video.hashtags = ["calm", "morning"]
                video.posterURL = posters[index % posters.count]
                if index % 5 == 1 { video.type = .ad }
                if index % 4 == 2 { video.products = [.init(id: "p1", position: 0)] }
                if index % 7 == 3 { (video.type, video.liveStatus) = (.liveStream, .live) }
                video.cta = CallToAction(type: .shopNow, title: "", url: "https://shop.example")
                video.aiGenerated = index == 0
            }
        }

        private func takeLists(_ look: GalleryLook) async throws {
            let stage = try await FeedStage(language: look.language)
            let width = look.page.width
            var grid = VideoFeedConfiguration()
            grid.itemView.sponsored.isHidden = false
            let columns = look.isWide ? 4 : 2
            let grids = VideoFeedView(try await feed(stage, .videoFeed(grid, layout: .grid(columns: columns))), host: stage.host)
            try await look.take("feed-grid", grids) { await eventually { grids.list?.cell(at: 3)?.still.picture != nil } }
            grid.itemView.title.position = .stacked
            let row = VideoFeedView(try await feed(stage, .videoFeed(grid)), host: stage.host)
            try await look.take("feed-row", row, width: width, height: 260) {
                await eventually { row.list?.cell(at: 1)?.still.picture != nil }
            }
            let circles = CircleStoryView(try await feed(stage, .circleStory()), host: stage.host)
            try await look.take("feed-circles", circles, width: width, height: 120) {
                await eventually { circles.list?.cell(at: 2)?.still.picture != nil }
            }
            let deck = PlayerDeckView(try await feed(stage, .playerDeck()), host: stage.host)
            try await look.take("feed-deck", deck, width: width, height: 560) {
                await eventually { deck.list?.inline?.playback.player?.rate ?? 0 > 0 }
            }
            let block = StoryBlockView(try await feed(stage, .storyBlock()), host: stage.host)
            try await look.take("feed-story-block", block, width: width, height: 560) {
                await eventually { block.page?.state.hasPicture == true }
            }
        }

        private func takePlayer(_ look: GalleryLook) async throws {
            let stage = try await FeedStage(language: look.language)
            var channel = VideoChannel(id: "c1", businessID: "b1", name: "Calm mornings", slug: "calm")
            channel.avatarURL = FeedStage.poster
            stage.service.answer("/v1/channels/c1", channel)
            var configuration = FeedStage.staying
            configuration.ctaButton.delay = .constant(0)
            configuration.ctaButton.highlightDelay = .constant(0)
            configuration.logo = LogoConfiguration(.channelAggregator(encodedID: "c1"))
            let videos = try await feed(stage)
            videos.isPictureInPictureEnabled = true
            let page = FeedPlayerPage(videos, host: stage.host, configuration: configuration)
            try await look.take("feed-player", page) {
                let isThere = await eventually { page.state.hasPicture && page.playback.callToAction == .highlighted }
                page.playback.pause()
                return isThere
            }
            try await takeTroubles(look, configuration)
        }

        /// Each has its own service, which responds once.
        private func takeTroubles(_ look: GalleryLook, _ configuration: PlayerViewConfiguration) async throws {
            let broken = try await FeedStage(language: look.language)
            let nowhere = try await broken.feed(1) { video, _ in video.hlsURL = "/nowhere/at/all.m3u8" }
            let failing = FeedPlayerPage(nowhere, host: broken.host, configuration: configuration)
            try await look.take("feed-player-failed", failing) { await eventually { failing.state.failure != nil } }
            let deserted = try await FeedStage(language: look.language)
            let empty = FeedPlayerPage(try await deserted.feed(0), host: deserted.host)
            try await look.take("feed-player-empty", empty, height: 500) { true }
            let whole = try await FeedStage(language: look.language)
            _ = try await feed(whole)
            let browser = FeedBrowser(whole.host, source: .channelVideos("c1"))
            try await look.take("feed-browser", browser) {
                await eventually { browser.feedView?.list?.cell(at: 1)?.still.picture != nil }
            }
        }

        @Test(
            "Feeds and their player in all states", .enabled(if: GalleryLook.folder != nil, "set WINDOWBOX_GALLERY"),
            arguments: GalleryLook.allCases)
        func pictures(_ look: GalleryLook) async throws {
            try await takeLists(look)
            try await takePlayer(look)
            GTKStyleSheet.preferDark()
        }
    }
}
