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
    /// What a configuration removes is missing, and what it keeps works.
    @MainActor struct ConfiguredFeeds {
        @Test("A deck's button toggles captions, and is where it is configured") func deckCaptions() async throws {
            let stage = try await FeedStage()
            func deck(_ change: (inout PlayerDeckConfiguration) -> Void = { _ in }) async throws -> PlayerDeckView {
                var look = PlayerDeckConfiguration()
                change(&look)
                return PlayerDeckView(try await stage.feed(2, stream: "vod-cmaf", configuration: .playerDeck(look)), host: stage.host)
            }
            let whole = try await deck()
            try await withWindow(whole, width: 700, height: 600) { _ in
                #expect(await eventually { button("Captions", below: whole) != nil })
                let model = try #require(whole.list?.inline?.model)
                let areOff = { model.choices(of: .subtitles).titles[model.choices(of: .subtitles).selection ?? 0] == "Off" }
                let before = areOff()
                button("Captions", below: whole)?.click()
                #expect(await eventually { areOff() != before })
                button("Captions", below: whole)?.click()
                #expect(await eventually { areOff() == before })
                #expect(["Share", "Full screen", "Turn sound on"].allSatisfy { button($0, below: whole) != nil })
            }
            let bare = try await deck {
                ($0.muteButton.isHidden, $0.shareButton.isHidden, $0.closedCaptionButton.isHidden) = (true, true, true)
                $0.isFullScreenEnabled = false
            }
            try await withWindow(bare, width: 700, height: 600) { _ in
                #expect(await eventually { (bare.list?.inline?.model?.choices(of: .subtitles).titles.count ?? 0) > 1 })
                await settle()
                #expect(["Captions", "Share", "Full screen", "Turn sound on"].allSatisfy { button($0, below: bare) == nil })
            }
        }

        @Test("A block leads to its live stream, unless that is hidden") func enterLive() async throws {
            let stage = try await FeedStage()
            for isHidden in [false, true] {
                var look = StoryBlockConfiguration()
                look.isTapToEnterHidden = isHidden
                let feed = try await stage.feed(1, configuration: .storyBlock(look)) { video, _ in
                    (video.type, video.liveStatus, video.liveStreamID) = (.liveStream, .live, "l1")
                }
                let block = StoryBlockView(feed, host: stage.host)
                var entered = 0
                block.onFullScreen = { _, _ in entered += 1 }
                try await withWindow(block, width: 360, height: 480) { _ in
                    #expect(await eventually { block.page?.state.hasPicture == true })
                    let name = stage.host.sdk.language.text(.enterLive)
                    #expect((button(name, below: block) == nil) == isHidden)
                    button(name, below: block)?.click()
                    #expect(await eventually { entered == (isHidden ? 0 : 1) })
                }
            }
        }

        @Test("A thumbnail has the title, shopping bag and aspect ratio of its configuration") func thumbnails() async throws {
            let stage = try await FeedStage()
            func cell(_ change: (inout ThumbnailConfiguration) -> Void, _ look: (FeedCard) -> Void) async throws {
                var configuration = VideoFeedConfiguration()
                change(&configuration.itemView)
                let feed = try await stage.feed(1, configuration: .videoFeed(configuration)) { video, _ in
                    (video.caption, video.products) = ("Lake", [.init(id: "p1", position: 0)])
                }
                let view = VideoFeedView(feed, host: stage.host)
                try await withWindow(view, width: 400, height: 260) { _ in
                    #expect(await eventually { view.list?.cell(at: 0)?.still.picture != nil })
                    look(try #require(view.list?.cell(at: 0) as? FeedCard))
                }
            }
            func bag(_ card: FeedCard) -> Bool {
                var isThere = false
                BindingCounts.visit(card) { if ($0 as? LineIcon)?.drawing == .bag, $0.isMapped { isThere = true } }
                return isThere
            }
            try await cell({ _ in }) { card in
                #expect(texts(below: card).contains("Lake"))
                #expect(bag(card))
                #expect(card.still.gravity == .fill)
            }
            try await cell({ ($0.title.isHidden, $0.shoppingBag.isHidden, $0.displayMode) = (true, true, .fit) }) { card in
                #expect(!texts(below: card).contains("Lake"))
                #expect(!bag(card))
                #expect(card.still.gravity == .fit)
            }
        }

        @Test("A thumbnail's title has the configured gradient, and its shopping bag the configured icon and size")
        func gradientAndBag() async throws {
            let stage = try await FeedStage()
            let file = FileManager.default.temporaryDirectory.appending(path: "bag-\(UUID().uuidString).png")
            try Data(PicturePool(capacity: 0).plain(0xFF22_CC22).png ?? []).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            var configuration = VideoFeedConfiguration()
            configuration.itemView.title.gradient = .init(top: Color(0x00FF00), bottom: Color(0x0000FF))
            configuration.itemView.shoppingBag.size = 40
            for (image, isOwn) in [(ButtonImage.file(file.path), true), (.themed("starred-symbolic"), true), (.file("/nowhere"), false)] {
                configuration.itemView.shoppingBag.image = image
                let feed = try await stage.feed(1, configuration: .videoFeed(configuration)) { video, _ in
                    (video.caption, video.products) = ("Lake", [.init(id: "p1", position: 0)])
                }
                let view = VideoFeedView(feed, host: stage.host)
                try await withWindow(view, width: 400, height: 300) { _ in
                    #expect(await eventually { view.list?.cell(at: 0)?.still.picture != nil })
                    let card = try #require(view.list?.cell(at: 0) as? FeedCard)
                    try #require(await eventually { Pixels(of: card) != nil && card.height > 100 })
                    let pixels = try #require(Pixels(of: card))
                    // Next to the text: none of the red poster, green above and blue below.
                    let (low, high) = (pixels[card.width / 4, card.height - 4], pixels[card.width / 4, card.height - 24])
                    #expect(low >> 16 == 0)
                    #expect(high >> 16 == 0)
                    #expect(low & 0xFF > low >> 8)
                    #expect(high & 0xFF < high >> 8)
                    var (icons, bags): ([Int], [Int]) = ([], [])
                    BindingCounts.visit(card) {
                        guard $0.isMapped else { return }
                        if ($0 as? LineIcon)?.drawing == .bag {
                            bags.append($0.width)
                        } else if let icon = $0 as? Icon, icon.name != "media-playback-start-symbolic" {
                            icons.append(icon.width)
                        }
                    }
                    #expect(icons == (isOwn ? [24] : []))
                    #expect(bags == (isOwn ? [] : [24]))
                }
            }
        }

        @Test("A player has no button, title or hashtags that its configuration hides") func player() async throws {
            let stage = try await FeedStage()
            func shown(_ change: (inout PlayerViewConfiguration) -> Void) async throws -> [String] {
                var configuration = FeedStage.staying
                change(&configuration)
                let feed = try await stage.feed(2) { video, index in
                    (video.caption, video.hashtags) = ("Lake", ["calm"])
                    video.socialAttribution = SocialAttribution(platform: "Elsewhere", handle: "@<b>ann</b>", url: "javascript:alert(1)")
                }
                let page = FeedPlayerPage(feed, host: stage.host, configuration: configuration)
                var found: [String] = []
                try await withWindow(page, width: 400, height: 700) { _ in
                    #expect(await eventually { page.state.hasPicture })
                    page.playback.pause()
                    _ = await eventually { texts(below: page).contains("Play") || configuration.isPlaybackButtonHidden }
                    found = texts(below: page)
                    // A URL that could run code is not a link.
                    #expect(button("\u{2068}@<b>ann</b>\u{2069} · \u{2068}Elsewhere\u{2069}", below: page) == nil)
                }
                return found
            }
            let maker = "\u{2068}@<b>ann</b>\u{2069} · \u{2068}Elsewhere\u{2069}"
            let parts = ["Lake", "#\u{2068}calm\u{2069}", "Play", "Close", "Share", maker]
            let whole = try await shown { _ in }
            #expect(parts.filter { !whole.contains($0) } == [])
            let bare = try await shown {
                ($0.isTitleHidden, $0.isCaptionHidden, $0.isPlaybackButtonHidden, $0.isCloseButtonHidden) = (true, true, true, true)
                $0.isShareButtonHidden = true
            }
            #expect(parts.filter(bare.contains) == [])
        }

        @Test("A shared link is inserted into the app's URL template, and the app may replace it")
        func shareTemplate() async throws {
            let stage = try await FeedStage()
            let feed = try await stage.feed(1)
            let video = try #require(feed.items.first?.video)
            var settings = stage.host.sdk.settings
            settings.shareTemplate = ShareTemplate("https://own.example/?v=_fw_video_id")
            let host = FeedHost(FeedSDK(stage.service, settings: settings, clock: .still), serviceAddress: "https://s.example")
            func link() -> String? { host.shareLink(to: video, of: feed, configuration: PlayerViewConfiguration()) }
            #expect(link() == "https://own.example/?v=v0")
            host.onShareLink = { address, video in "\(address)&by=\(video.id)" }
            #expect(link() == "https://own.example/?v=v0&by=v0")
        }

        @Test("The creator of a video is a link if it has a valid URL") func attribution() async throws {
            var opened: [String] = []
            let link = AttributionButton { opened.append($0) }
            link.show(SocialAttribution(platform: "", handle: "@ann", url: "https://social.example/@ann"))
            try await withWindow(link, width: 300, height: 60) { _ in
                #expect(await eventually { button("\u{2068}@ann\u{2069}", below: link) != nil })
                button("\u{2068}@ann\u{2069}", below: link)?.click()
                #expect(await eventually { opened == ["https://social.example/@ann"] })
                link.show(nil)
                #expect(!link.isVisible)
            }
        }
    }
}
