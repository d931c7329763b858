// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

/// All commands that an engine receives, in order, in cases that involve several parts of a player.
@MainActor @Suite("Order of a player's commands and events")
struct OrderTests {
    private let loss = StreamingError(
        .unavailable, message: "no way", url: "a", underlying: LoadFailure(.connection, message: "refused"), isTransient: true)

    private func took(_ events: AsyncStream<PlayerEvent>, until last: PlayerEvent) async -> [PlayerEvent] {
        var received: [PlayerEvent] = []
        for await event in events {
            received.append(event)
            if event == last { break }
        }
        return received
    }

    @Test("A list plays through: load, prepare, seek, gapless advance and end")
    func list() async {
        let stage = Stage("a", "b")
        let events = stage.player.events
        stage.player.play()
        stage.show(1)
        #expect(stage.engine.takeLog() == ["load a #1", "play", "prepare b #2"])
        stage.player.seek(.at(100), .immediate)
        stage.engine.land()
        #expect(stage.engine.takeLog() == ["seek 100.0"])
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.engine.takeLog() == ["advanced #2"])
        stage.show(2)
        stage.send(.ended, 2)
        #expect(stage.engine.takeLog() == ["unload"])
        #expect(stage.player.currentItem == nil)
        let received = await took(events, until: .didEnd(stage.items[1]))
        #expect(received == [.willSeek(to: 100), .didSeek(to: 100), .didEnd(stage.items[0]), .didEnd(stage.items[1])])
    }

    @Test("A network loss during a seek and a stall ends both, and the item is retried at the seek target")
    func loss() async {
        let stage = Stage("a", "b")
        let events = stage.player.events
        stage.player.play()
        stage.show(1)
        stage.send(.stalled, 1)
        stage.player.seek(.at(50), .immediate)
        let seek = stage.player.seek(.at(60), .immediate)
        _ = stage.engine.takeLog()
        stage.fail(1, loss)
        #expect(seek.resultIfKnown == .refused)
        #expect(stage.engine.takeLog() == ["forget #2"])
        stage.clock.advance(by: 1.1)
        #expect(stage.engine.takeLog() == ["load a #3 at time(60.0)"])
        let received = await took(events, until: .didRetry(stage.items[0]))
        #expect(
            received == [
                .stalled, .willSeek(to: 50), .willSeek(to: 60), .didSeek(to: 0), .resumedAfterStall, .didFail(stage.items[0]),
                .didRetry(stage.items[0]),
            ])
    }

    @Test("Changing the item during scrubbing and an interstitial ends both, and the old item's seek")
    func scrubbing() async {
        let stage = Stage.playing("a", "b", "c")
        let events = stage.player.events
        let event = ScheduledInterstitial(id: "ad", place: .time(10), asset: .playlist("http://ads/ad.m3u8"))
        _ = stage.engine.takeLog()
        stage.player.beginScrubbing()
        let scrub = stage.player.scrub(to: 40)
        #expect(stage.player.playbackState == .paused)
        stage.send(.interstitial(ItemID(1), .began(event)))
        stage.player.advanceToNextItem()
        #expect(scrub.resultIfKnown == .superseded)
        #expect(stage.player.interstitial == nil)
        #expect(stage.engine.takeLog() == ["hold", "seek 40.0", "load b #2"])
        stage.show(2)
        #expect(stage.player.playbackState == .playing)
        #expect(stage.player.endScrubbing(at: 30).resultIfKnown == nil, "an ordinary seek: the new item is not being scrubbed")
        #expect(stage.engine.takeLog() == ["prepare c #3", "seek 30.0"])
        let received = await took(events, until: .willSeek(to: 30))
        #expect(received == [.willSeek(to: 40), .didSeek(to: nil), .willSeek(to: 30)])
    }

    @Test("Playback moves to another engine and back with its volume, speed, position and play state")
    func external() async {
        let stage = Stage.playing("a", "b")
        stage.player.volume = 0.5
        stage.player.desiredSpeed = 1.5
        stage.player.limits.peakBitrate = 7
        stage.play(for: 4, rate: 1.5)
        _ = stage.engine.takeLog()
        let renderer = FakeEngine()
        stage.player.playExternally(on: renderer)
        #expect(stage.player.isExternalPlaybackActive)
        #expect(stage.engine.takeLog() == ["pause", "unload"])
        #expect(renderer.takeLog() == ["volume 0.5", "unmute", "processing", "rate 1.5", "load a #3 at time(6.0)", "play"])
        stage.player.beginScrubbing()
        #expect(renderer.takeLog() == ["pause"])
        let second = FakeEngine()
        stage.player.playExternally(on: second)
        #expect(renderer.takeLog() == ["shut down"])
        #expect(second.takeLog() == ["volume 0.5", "unmute", "processing", "rate 1.5", "play", "load a #4", "play"])
        stage.player.playHere(at: 9)
        #expect(!stage.player.isExternalPlaybackActive)
        #expect(second.takeLog() == ["shut down"])
        #expect(stage.engine.takeLog() == ["volume 0.5", "unmute", "processing", "rate 1.5", "load a #5 at time(9.0)", "play", "limit 7"])
    }

    @Test("A lost device, a call and a hidden window hold playback together, and it resumes after the last of them")
    func interruptions() {
        let stage = Stage.playing("a")
        _ = stage.engine.takeLog()
        stage.player.applicationDidEnterBackground()
        stage.send(.audioOutput(.interrupted))
        #expect(stage.player.isInterrupted)
        #expect(!stage.player.shouldPlay)
        stage.player.applicationWillEnterForeground()
        #expect(stage.engine.takeLog() == ["pause"])
        stage.send(.audioOutput(.interruptionEnded))
        #expect(stage.engine.takeLog() == ["play"])
        stage.send(.audioOutput(.deviceLost(movedTo: nil)))
        #expect(stage.engine.takeLog() == ["pause"])
    }

    @Test("Consecutive items that can't be played are skipped at once")
    func passingOver() async {
        let items: [PlayerItem] = [
            .simple(url: "a"), .unavailable(PlayerError(.noContent, "x")), .unavailable(PlayerError(.noContent, "y")), .simple(url: "d"),
        ]
        let stage = Stage(items: items, configuration: PlayerConfiguration(actionAtItemFailure: .advance, userLanguages: []))
        let events = stage.player.events
        stage.player.play()
        stage.show(1)
        stage.send(.ended, 1)
        #expect(stage.player.currentItem === items[3])
        #expect(stage.engine.takeLog() == ["load a #1", "play", "unload", "load d #2"])
        let received = await took(events, until: .didPassOver(items[2]))
        #expect(received == [.didEnd(items[0]), .didPassOver(items[1]), .didPassOver(items[2])])
    }
}
