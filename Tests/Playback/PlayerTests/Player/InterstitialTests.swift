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

    @Test("The item's time stands still during an interstitial, and the player reports the current asset")
    func standing() {
        let stage = Stage.playing("a", "b")
        stage.play(for: 2)
        stage.send(.interstitial(ItemID(1), .began(event)))
        #expect(stage.player.interstitial == event)
        #expect(stage.player.interstitialAsset == nil, "no asset plays yet")
        let asset = InterstitialAsset(index: 1, asset: AssetList.Asset(uri: "http://ads/2.m3u8", duration: 8))
        stage.send(.interstitial(ItemID(1), .asset(event, asset)))
        #expect(stage.player.interstitial == event)
        #expect(stage.player.interstitialAsset == asset)
        #expect(stage.player.rate == 0)
        #expect(stage.player.playbackState == .playing)
        let time = stage.player.time
        stage.clock.advance(by: 5)
        #expect(stage.player.time == time)
        stage.player.skipInterstitial()
        #expect(stage.engine.takeLog().contains("skip"))
        stage.send(.interstitial(ItemID(1), .ended(event, .played, elapsed: 1)))
        #expect(stage.player.interstitial == nil)
        #expect(stage.player.interstitialAsset == nil)
        #expect(stage.player.rate == 1)
    }

    @Test("3.8 (2) An interstitial's progress and skip offset are reported while it plays, and its position is known in advance")
    func progress() async {
        let stage = Stage.playing("a", "b")
        var schedule = InterstitialSchedule()
        schedule.finished("other")
        stage.send(.interstitials(ItemID(1), schedule))
        #expect(stage.player.interstitialSchedule == schedule)
        var updates = stage.player.interstitialUpdates.makeAsyncIterator()
        #expect(await updates.next() == .some(nil))
        stage.send(.interstitial(ItemID(1), .began(event)))
        let playing = PlayingInterstitial(event: event, elapsed: 2, skipControl: .init(offset: 5))
        #expect(!playing.canSkip)
        stage.engine.set(interstitial: playing)
        stage.clock.advance(by: 0.5)
        #expect(await updates.next() == playing)
        stage.send(.interstitial(ItemID(1), .ended(event, .played, elapsed: 1)))
        #expect(await updates.next() == .some(nil))
        stage.player.advanceToNextItem()
        #expect(stage.player.interstitialSchedule == InterstitialSchedule())
    }

    @Test("Changing the item clears its interstitial")
    func left() {
        let stage = Stage.playing("a", "b")
        stage.send(.interstitial(ItemID(2), .began(event)))
        #expect(stage.player.interstitial == nil, "a waiting item has no interstitial")
        stage.send(.interstitial(ItemID(1), .began(event)))
        stage.player.advanceToNextItem()
        #expect(stage.player.interstitial == nil)
    }
}
