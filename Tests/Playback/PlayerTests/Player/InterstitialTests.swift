// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

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
        #expect(stage.player.interstitialAsset == nil, "none is on air yet")
        let asset = InterstitialAsset(index: 1, asset: AssetList.Asset(uri: "http://ads/2.m3u8", duration: 8))
        stage.tell(.interstitial(ItemID(1), .asset(event, asset)))
        #expect(stage.player.interstitial == event && stage.player.interstitialAsset == asset)
        #expect(stage.player.rate == 0 && stage.player.playbackState == .playing)
        let time = stage.player.time
        stage.clock.advance(by: 5)
        #expect(stage.player.time == time)
        stage.player.skipInterstitial()
        #expect(stage.engine.takeLog().contains("skip"))
        stage.tell(.interstitial(ItemID(1), .ended(event, .played, elapsed: 1)))
        #expect(stage.player.interstitial == nil && stage.player.interstitialAsset == nil && stage.player.rate == 1)
    }

    @Test("3.8 (2) How far what interrupts is, and when it may be skipped, is told while it plays; where it comes can be marked before")
    func progress() async {
        let stage = Stage.playing("a", "b")
        var schedule = InterstitialSchedule()
        schedule.finished("other")
        stage.tell(.interstitials(ItemID(1), schedule))
        #expect(stage.player.interstitialSchedule == schedule)
        var told = stage.player.interstitialUpdates.makeAsyncIterator()
        #expect(await told.next() == .some(nil))
        stage.tell(.interstitial(ItemID(1), .began(event)))
        let playing = PlayingInterstitial(event: event, elapsed: 2, skipControl: .init(offset: 5))
        #expect(!playing.canSkip)
        stage.engine.set(interstitial: playing)
        stage.clock.advance(by: 0.5)
        #expect(await told.next() == playing)
        stage.tell(.interstitial(ItemID(1), .ended(event, .played, elapsed: 1)))
        #expect(await told.next() == .some(nil))
        stage.player.advanceToNextItem()
        #expect(stage.player.interstitialSchedule == InterstitialSchedule())
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
