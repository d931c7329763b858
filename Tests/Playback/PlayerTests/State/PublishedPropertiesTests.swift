// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxHLS
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

@MainActor @Suite("Published state of a player's parts")
struct PublishedPropertiesTests {
    @Test("Properties are published when they change, and new listeners get the latest")
    func publishing() async {
        let output = PublishedProperties(speed: SpeedController(speeds: 0.5...2))
        var next = PlayerProperties()
        #expect(!output.publish(next))
        (next.isBuffering, next.duration) = (true, 9)
        #expect(output.publish(next))
        #expect(!output.publish(next))
        #expect(output.isBuffering)
        #expect(output.duration == 9)
        var listener = output.propertiesUpdates.makeAsyncIterator()
        #expect(await listener.next() == next)
    }

    @Test("A changed setting returns its previous value, an unchanged one nothing")
    func settings() {
        let settings = PlayerSettings(limits: .none)
        #expect(settings.change(\.volume, to: 1) == nil)
        #expect(settings.change(\.volume, to: 0.5) == 1)
        #expect(settings.volume == 0.5)
        #expect(settings.change(\.networkConditions, to: NetworkConditions(isReachable: false)) == NetworkConditions())
    }

    @Test("A speed takes effect only once published, as far as the stream permits it")
    func speed() {
        let speed = SpeedController(speeds: 0.5...2)
        #expect(speed.request(3))
        #expect(speed.requested == 1)
        #expect(speed.publish() == nil, "nothing is loaded")
        #expect(speed.requested == 3)
        var properties = PlayerProperties()
        properties.streamType = .onDemand
        speed.follow(properties, time: 0)
        #expect(speed.permitted == 2)
        #expect(speed.effective == 1)
        #expect(speed.publish() == 2)
        #expect(speed.publish() == nil)
        #expect(speed.range == 0.5...2)
        speed.empty()
        #expect(speed.publish() == 1)
        #expect(speed.requested == 3)
        speed.reset()
        _ = speed.publish()
        #expect(speed.requested == 1)
    }

    @Test("Ending an interstitial or leaving its item clears its asset and progress")
    func interstitials() async {
        let state = InterstitialState()
        let event = ScheduledInterstitial(id: "ad", place: .time(10), asset: .playlist("http://ads/ad.m3u8"))
        let asset = InterstitialAsset(index: 0, asset: AssetList.Asset(uri: "http://ads/1.m3u8", duration: 8))
        for leave in [{ state.handle(.ended(event, .played, elapsed: 1)) }, { state.leave() }] {
            state.handle(.began(event))
            state.handle(.asset(event, asset))
            #expect(state.event == event)
            #expect(state.asset == asset)
            let playing = PlayingInterstitial(event: event, elapsed: 2, skipControl: .init(offset: 5))
            state.report(playing)
            var progress = state.updates.makeAsyncIterator()
            #expect(await progress.next() == playing)
            leave()
            #expect(state.event == nil)
            #expect(state.asset == nil)
            #expect(await progress.next() == .some(nil))
        }
    }
}
