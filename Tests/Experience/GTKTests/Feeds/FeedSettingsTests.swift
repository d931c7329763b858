// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import Testing
import WindowboxContract
import WindowboxFeedKit
import WindowboxMedia

@testable import WindowboxFeed
@testable import WindowboxFeedViews
@testable import WindowboxGTK

extension OnDisplay {
    /// The visible effects of rarely used settings.
    @MainActor struct FeedSettings {
        private func across(_ widget: WindowboxGTK.Widget?, in view: WindowboxGTK.Widget) -> Double {
            widget.flatMap { view.place(of: $0, x: 0, y: 0)?.x } ?? .nan
        }

        @Test("A deck follows its configuration for ad badge, initial muting and button order", arguments: [false, true])
        func deck(_ isTold: Bool) async throws {
            let stage = try await FeedStage()
            var look = PlayerDeckConfiguration()
            if isTold {
                (look.isAdBadgeShown, look.onFirstDisplayMuteState) = (true, .unmuted)
                look.subtitles.swapMuteAndSubtitleButtons = true
            }
            let feed = try await stage.feed(2, stream: "vod-cmaf", configuration: .playerDeck(look)) { $0.type = $1 == 1 ? .ad : .video }
            let deck = PlayerDeckView(feed, host: stage.host)
            try await withWindow(deck, width: 700, height: 560) { _ in
                #expect(await eventually { button("Captions", below: deck) != nil })
                let playback = try #require(deck.list?.inline?.playback)
                #expect(playback.isMuted != isTold)
                #expect(texts(below: deck).contains("Sponsored") == isTold)
                let card = try #require(deck.list?.inline?.index.flatMap { deck.list?.cell(at: $0) })
                let sound = button("Turn sound on", below: card) ?? button("Turn sound off", below: card)
                let captions = button("Captions", below: card)
                // Once there is room for both.
                #expect(
                    await eventually {
                        let (first, second) = isTold ? (captions, sound) : (sound, captions)
                        return across(first, in: deck) + 30 < across(second, in: deck)
                    })
            }
        }

        @Test("A story block follows its configuration for muting, spacing and compact size") func storyBlock() async throws {
            let stage = try await FeedStage()
            var look = StoryBlockConfiguration()
            (look.onFirstDisplay, look.isCompactModeEnabled, look.bottomPadding) = (.unmuted, true, 40)
            (look.additionalControlsInset.top, look.additionalControlsInset.bottom) = (30, 50)
            let plain = StoryBlockView(try await stage.feed(1, configuration: .storyBlock()), host: stage.host)
            let styled = StoryBlockView(try await stage.feed(1, configuration: .storyBlock(look)), host: stage.host)
            var places: [Double] = []
            for block in [plain, styled] {
                try await withWindow(block, width: 360, height: 480) { _ in
                    #expect(await eventually { block.page?.state.hasPicture == true && button("Share", below: block) != nil })
                    let page = try #require(block.page)
                    let isTold = block === styled
                    #expect(page.playback.isMuted != isTold)
                    #expect(page.isCompact == isTold)
                    #expect(block.height - page.height == (isTold ? 40 : 0))
                    places.append(button("Share", below: block).flatMap { block.place(of: $0, x: 0, y: 0)?.y } ?? .nan)
                }
            }
            #expect(places.count == 2 && places[0] - places[1] == 90)
        }

        @Test("The wheel moves to a block's next video only if enabled and vertical") func scrolling() {
            var look = StoryBlockConfiguration()
            func scrolls() -> Bool { WidgetConfiguration.storyBlock(look).isScrollEnabled }
            #expect(!scrolls())
            look.isScrollEnabledForVertical = true
            #expect(!scrolls())
            look.playerView.scrollDirection = .vertical
            #expect(scrolls())
            #expect(WidgetConfiguration.videoFeed().isScrollEnabled)
        }

        @Test("A playing thumbnail hides its title if configured", arguments: [false, true])
        func titleWhilePlaying(_ isHidden: Bool) async throws {
            let stage = try await FeedStage()
            var look = VideoFeedConfiguration()
            look.itemView.autoplay = ThumbnailConfiguration.Autoplay(isEnabled: true)
            look.itemView.autoplay.isTitleHiddenWhenAutoplay = isHidden
            let feed = try await stage.feed(2, stream: "vod-cmaf", configuration: .videoFeed(look, layout: .grid(columns: 2)))
            let view = VideoFeedView(feed, host: stage.host)
            try await withWindow(view, width: 480, height: 400) { _ in
                #expect(await eventually { view.list?.inline?.index.flatMap { view.list?.cell(at: $0)?.slide } != nil })
                let playing = try #require(view.list?.inline?.index)
                #expect(texts(below: view).contains("Video v\(playing)") != isHidden)
                #expect(texts(below: view).contains("Video v\(1 - playing)"))
            }
        }

        @Test("A list starts at its layout's insets", arguments: [10.0, 60])
        func insets(_ inset: Double) async throws {
            let stage = try await FeedStage()
            var layout = FeedLayout.grid(columns: 2)
            layout.contentInsets = FeedInsets(all: inset)
            let view = VideoFeedView(try await stage.feed(2, configuration: .videoFeed(layout: layout)), host: stage.host)
            try await withWindow(view, width: 500, height: 400) { _ in
                #expect(await eventually { view.list?.cell(at: 1)?.still.picture != nil })
                #expect(across(view.list?.cell(at: 0), in: view) == inset)
            }
        }

        @Test("A player hides its ad badge, more button and loading indicator if configured", arguments: [false, true])
        func player(_ isTold: Bool) async throws {
            let stage = try await FeedStage()
            var look = FeedStage.staying
            if isTold {
                (look.isAdBadgeHidden, look.isLoadingIndicatorHidden) = (true, true)
                look.logo = LogoConfiguration(.creator(encodedID: "c1"))
            }
            // The response never arrives, so it keeps waiting.
            let feed = try await stage.feed(1) { video, _ in (video.type, video.hlsURL) = (.ad, "/never/answers.m3u8") }
            let page = FeedPlayerPage(feed, host: stage.host, configuration: look)
            try await withWindow(page, width: 400, height: 600) { _ in
                #expect(await eventually { page.state.shown != nil && page.isMapped })
                #expect(await eventually { texts(below: page).contains("Sponsored") != isTold })
                var more: MoreButton?
                var sign: LoadingSign?
                BindingCounts.visit(page) {
                    more = more ?? $0 as? MoreButton
                    sign = sign ?? $0 as? LoadingSign
                }
                #expect(more?.isVisible == !isTold)
                #expect(sign != nil)
                #expect((sign?.isVisible == true ? !isTold : true))
            }
        }

        @Test("A product card has its price first, its colours and line limit, and is hidden for unavailable products")
        func productCard() async throws {
            let stage = try await FeedStage()
            let texts = stage.host.sdk.language
            var look = ProductCardConfiguration()
            look.numberOfNameLines = 0
            #expect(look.numberOfNameLines == 1)
            (look.price.isPriceFirst, look.nameColor, look.price.originalColor) = (true, Color(0x00FF00), Color(0x0000FF))
            (look.discountColor, look.backgroundColor, look.iconCornerRadius) = (Color(0xFF00FF), Color(0x000000), 0)
            // With several variants, it is unknown whose former price applies.
            var shirt = LayerStage.shirt()
            shirt.units.removeLast()
            let shown = ShownProduct(product: shirt)
            let card = ProductCard(texts, look, posters: stage.host.posters) { _ in }
            card.show(shown, hidesOriginal: false)
            try await withWindow(card, width: 320, height: 160) { _ in
                try #require(await eventually { Pixels(of: card) != nil && card.height > 40 })
                var rows: [String: Double] = [:]
                BindingCounts.visit(card) {
                    if let label = $0 as? Label, let y = card.place(of: label, x: 0, y: 0)?.y { rows[label.text] = y }
                }
                let (price, name) = (try #require(rows["€10.00"]), try #require(rows["Shirt <b>bold</b>"]))
                #expect(price < name)
                let pixels = try #require(Pixels(of: card))
                // Letters are antialiased at their edges.
                var seen: Set<UInt32> = []
                for y in 0..<pixels.height { for x in 0..<pixels.width { seen.insert((pixels[x, y] & 0xC0C0C0) >> 6) } }
                #expect(seen.isSuperset(of: [0x000300, 0x000003, 0x030003]))
                #expect(GTKTests.texts(below: card).contains("50 % off"))
                card.show(shown, hidesOriginal: true)
                #expect(!GTKTests.texts(below: card).contains("50 % off"))
            }
            var gone = LayerStage.shirt("p2")
            for index in gone.units.indices { gone.units[index].isAvailable = false }
            for isHidden in [false, true] {
                look.isHiddenForNoAvailableVariant = isHidden
                let content = ProductStripContent([ShownProduct(product: gone), shown], look)
                #expect(content.cards.map(\.id) == [isHidden ? "p1" : "p2"])
                #expect(content.count == 2)
                #expect(ProductStripContent([ShownProduct(product: gone)], look).cards.isEmpty == isHidden)
            }
        }
    }
}
