// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// Pictures of the feed views in their states, for people to look at: into the folder that `WINDOWBOX_GALLERY` names.
    @MainActor struct FeedGallery {
        private nonisolated static let folder = ProcessInfo.processInfo.environment["WINDOWBOX_GALLERY"]
        private static let captions = [
            "Morning by the lake", "Three ways to fold a shirt", "<b>Not bold</b> & <i>not italic</i>", "Bread in ten minutes",
            "A very long title that says more than there is room for on two lines of a thumbnail of this width", "How paper is made",
        ]

        private func keep(_ view: WindowboxGTK.Widget, as name: String) async throws {
            await settle()
            await rest(seconds: 0.4)
            try #require(await eventually { Pixels(of: view) != nil })
            let pixels = try #require(Pixels(of: view))
            try Data(pixels.png ?? []).write(to: URL(filePath: Self.folder!).appending(path: name + ".png"))
        }

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

        private func takeGrids() async throws {
            let stage = try await FeedStage()
            var look = VideoFeedConfiguration()
            look.itemView.sponsored.isHidden = false
            for (name, isDark) in [("light", false), ("dark", true)] {
                StyleSheet.show(dark: isDark)
                let grid = VideoFeedView(try await feed(stage, .videoFeed(look, layout: .grid(columns: 4))), host: stage.host)
                try await withWindow(grid, width: 900, height: 640) { _ in
                    #expect(await eventually { grid.list?.cell(at: 3)?.still.picture != nil })
                    try await keep(grid, as: "feed-grid-\(name)")
                }
            }
            look.itemView.title.position = .stacked
            let row = VideoFeedView(try await feed(stage, .videoFeed(look)), host: stage.host)
            try await withWindow(row, width: 900, height: 260) { _ in
                #expect(await eventually { row.list?.cell(at: 2)?.still.picture != nil })
                try await keep(row, as: "feed-row")
            }
            let circles = CircleStoryView(try await feed(stage, .circleStory()), host: stage.host)
            try await withWindow(circles, width: 900, height: 120) { _ in
                #expect(await eventually { circles.list?.cell(at: 2)?.still.picture != nil })
                try await keep(circles, as: "feed-circles")
            }
            let deck = PlayerDeckView(try await feed(stage, .playerDeck()), host: stage.host)
            try await withWindow(deck, width: 900, height: 560) { _ in
                #expect(await eventually { deck.list?.inline?.playback.player?.rate ?? 0 > 0 })
                try await keep(deck, as: "feed-deck")
            }
        }

        private func takePlayer(_ name: String, width: Int, height: Int, language: String = "en") async throws {
            let stage = try await FeedStage(language: language)
            var configuration = FeedStage.staying
            configuration.ctaButton.delay = .constant(0)
            configuration.ctaButton.highlightDelay = .constant(0)
            let page = FeedPlayerPage(try await feed(stage), host: stage.host, configuration: configuration)
            try await withWindow(page, width: width, height: height) { _ in
                #expect(await eventually { page.state.hasPicture && page.playback.callToAction == .highlighted })
                page.playback.pause()
                try await keep(page, as: name)
            }
        }

        @Test("Feeds and their player in their states", .enabled(if: folder != nil, "set WINDOWBOX_GALLERY"))
        func pictures() async throws {
            try await takeGrids()
            try await takePlayer("feed-player", width: 390, height: 700)
            try await takePlayer("feed-player-wide", width: 1000, height: 600)
            try await takePlayer("feed-player-arabic", width: 390, height: 700, language: "ar")
            let stage = try await FeedStage()
            let empty = FeedPlayerPage(try await stage.feed(0), host: stage.host)
            try await withWindow(empty, width: 390, height: 500) { _ in try await keep(empty, as: "feed-player-empty") }
            StyleSheet.preferDark()
        }
    }
}
