// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

@MainActor @Suite("Interstitials in a player")
struct InterstitialTests {
    private let event = ScheduledInterstitial(id: "ad", place: .time(10), asset: .playlist("http://ads/ad.m3u8"))

    @Test("The item's time stands while another plays in its break, and the player says which")
    func standing() {
        let stage = Stage.playing("a", "b")
        stage.play(for: 2)
        stage.tell(.interstitial(ItemID(1), .began(event)))
        #expect(stage.player.interstitial == event)
        #expect(stage.player.rate == 0 && stage.player.playbackState == .playing)
        let time = stage.player.time
        stage.clock.advance(by: 5)
        #expect(stage.player.time == time)
        stage.player.skipInterstitial()
        #expect(stage.engine.takeLog().contains("skip"))
        stage.tell(.interstitial(ItemID(1), .ended(event, .played)))
        #expect(stage.player.interstitial == nil && stage.player.rate == 1)
    }

    @Test("What interrupted an item is forgotten with it")
    func left() {
        let stage = Stage.playing("a", "b")
        stage.tell(.interstitial(ItemID(2), .began(event)))
        #expect(stage.player.interstitial == nil, "an item that waits is not interrupted")
        stage.tell(.interstitial(ItemID(1), .began(event)))
        stage.player.advanceToNextItem()
        #expect(stage.player.interstitial == nil)
    }
}
