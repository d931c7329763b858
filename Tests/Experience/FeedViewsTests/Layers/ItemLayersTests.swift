// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxFeed

@testable import WindowboxFeedViews

@Suite("Layers of items") struct ItemLayersTests {
    private func video(_ type: VideoType = .video, _ change: (inout FeedVideo) -> Void = { _ in }) -> FeedVideo {
        var source = Video(id: "v1", channelID: "c1")
        source.type = type
        var video = FeedVideo(source)
        if type == .liveStream { video.liveStreamID = "l1" }
        change(&video)
        return video
    }

    private func layers(_ presentation: LivePresentation?, _ video: FeedVideo? = nil, isCountdownHidden: Bool = false) -> ItemLayers {
        var player = PlayerViewConfiguration()
        var countdown = CountdownTimerConfiguration()
        countdown.isHidden = isCountdownHidden
        player.countdownTimer = countdown
        return ItemLayers(
            video ?? self.video(.liveStream), presentation, hasChat: true, hasGames: true, hasProducts: true, canRemind: true,
            player: player)
    }

    @Test("LIVE-3 A live stream has all layers, its replay no viewers, and a locked or blocked one only its message")
    func live() {
        let live = layers(.live)
        #expect(live.badge == .live)
        #expect(live.panel == .none)
        #expect(live.showsViewers)
        #expect(live.showsHearts)
        #expect(live.showsChat)
        #expect(live.showsGames)
        #expect(live.showsProducts)
        #expect(live.showsAnnouncement)
        #expect(!live.showsCartIcon)
        let replay = layers(.replay(startMS: 0))
        #expect(replay.badge == .replay)
        #expect(!replay.showsViewers)
        #expect(replay.showsHearts)
        #expect(replay.showsChat)
        for (presentation, panel) in [(LivePresentation.locked, ItemLayers.Panel.code), (.regionRestricted, .regionRestricted)] {
            var only = ItemLayers()
            only.panel = panel
            #expect(layers(presentation) == only)
        }
        #expect(layers(.hostPaused).panel == .hostPaused)
        #expect(layers(.ended).panel == .ended)
        #expect(!layers(.ended).showsHearts)
    }

    @Test("A small block shows only the live badge and the viewers") func compact() {
        let small = ItemLayers(video(.liveStream), .live, hasChat: true, hasGames: true, hasProducts: true, isCompact: true)
        #expect(small.badge == .live)
        #expect(small.showsViewers)
        #expect(![small.showsChat, small.showsGames, small.showsHearts, small.showsProducts, small.showsAnnouncement].contains(true))
        let ended = ItemLayers(video(.liveStream), .ended, isCompact: true)
        #expect(ended.panel == .ended)
    }

    @Test("Before the start there is a countdown, unless the hosts or the app hide it") func countdown() {
        let start = LivePresentation.countdown(.seconds(90), trailer: nil)
        #expect(layers(start).panel == .countdown(.seconds(90), canRemind: true))
        #expect(layers(start, isCountdownHidden: true).panel == .countdown(nil, canRemind: false))
        #expect(layers(nil).panel == .connecting)
        #expect(layers(nil, video(.liveStream) { $0.locked = true }).panel == .code)
    }

    @Test("A short video has products and polls if any, an ad or no item has none") func short() {
        let own = video()
        let short = ItemLayers(own, nil, hasChat: true, hasGames: true, hasProducts: true)
        #expect(short.showsGames)
        #expect(short.showsProducts)
        #expect(!short.showsChat)
        #expect(!short.showsHearts)
        #expect(short.badge == .none)
        #expect(ItemLayers(nil, nil, hasGames: true, hasProducts: true) == ItemLayers())
        #expect(ItemLayers(video(.ad), nil, hasGames: true, hasProducts: true) == ItemLayers())
        var hidden = PlayerViewConfiguration()
        hidden.isProductCardHidden = true
        #expect(!ItemLayers(own, nil, hasProducts: true, player: hidden).showsProducts)
        var icon = CartIcon()
        icon.isHidden = false
        #expect(ItemLayers(own, nil, hasProducts: true, icon: icon).showsCartIcon)
        #expect(!ItemLayers(own, nil, icon: icon).showsCartIcon)
    }
}
