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
        #expect(live.badge == .live && live.panel == .none && live.showsViewers && live.showsHearts && live.showsChat && live.showsGames)
        #expect(live.showsProducts && live.showsAnnouncement && !live.showsCartIcon)
        let replay = layers(.replay(startMS: 0))
        #expect(replay.badge == .replay && !replay.showsViewers && replay.showsHearts && replay.showsChat)
        for (presentation, panel) in [(LivePresentation.locked, ItemLayers.Panel.code), (.regionRestricted, .regionRestricted)] {
            var only = ItemLayers()
            only.panel = panel
            #expect(layers(presentation) == only)
        }
        #expect(layers(.hostPaused).panel == .hostPaused && layers(.ended).panel == .ended && !layers(.ended).showsHearts)
    }

    @Test("A small block shows only the live badge and the viewers") func compact() {
        let small = ItemLayers(video(.liveStream), .live, hasChat: true, hasGames: true, hasProducts: true, isCompact: true)
        #expect(small.badge == .live && small.showsViewers)
        #expect(![small.showsChat, small.showsGames, small.showsHearts, small.showsProducts, small.showsAnnouncement].contains(true))
        let ended = ItemLayers(video(.liveStream), .ended, isCompact: true)
        #expect(ended.panel == .ended)
    }

    @Test("Before the start there is a countdown, unless the hosts or the app hide it") func countdown() {
        let start = LivePresentation.countdown(.seconds(90), trailer: nil)
        #expect(layers(start).panel == .countdown(.seconds(90), canRemind: true))
        #expect(layers(start, isCountdownHidden: true).panel == .countdown(nil, canRemind: false))
        #expect(layers(nil).panel == .connecting && layers(nil, video(.liveStream) { $0.locked = true }).panel == .code)
    }

    @Test("A short video has products and polls if any, an ad or no item has none") func short() {
        let own = video()
        let short = ItemLayers(own, nil, hasChat: true, hasGames: true, hasProducts: true)
        #expect(short.showsGames && short.showsProducts && !short.showsChat && !short.showsHearts && short.badge == .none)
        #expect(ItemLayers(nil, nil, hasGames: true, hasProducts: true) == ItemLayers())
        #expect(ItemLayers(video(.ad), nil, hasGames: true, hasProducts: true) == ItemLayers())
        var hidden = PlayerViewConfiguration()
        hidden.isProductCardHidden = true
        #expect(!ItemLayers(own, nil, hasProducts: true, player: hidden).showsProducts)
        var icon = CartIcon()
        icon.isHidden = false
        #expect(ItemLayers(own, nil, hasProducts: true, icon: icon).showsCartIcon && !ItemLayers(own, nil, icon: icon).showsCartIcon)
    }
}
