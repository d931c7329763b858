// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("A player and its network")
struct NetworkTests {
    private let loss = StreamingError(
        .unavailable, message: "no way", url: "a", underlying: LoadFailure(.connection, message: "refused"), isTransient: true)

    private func lost(_ configuration: PlayerConfiguration = PlayerConfiguration()) -> Stage {
        let stage = Stage("a", "b", configuration: configuration)
        stage.player.play()
        stage.show(1, at: 30)
        stage.play(for: 1)
        stage.fail(1, loss)
        _ = stage.engine.takeLog()
        return stage
    }

    @Test("LB-13: an item that the network interrupts is loaded again by itself, where it was, and plays on")
    func interrupted() {
        let stage = lost()
        #expect(stage.player.error?.code == .network)
        stage.clock.advance(by: 0.9)
        #expect(stage.engine.takeLog() == [])
        stage.clock.advance(by: 0.2)
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
        #expect(stage.player.error == nil)
        #expect(stage.player.shouldPlay)
    }

    @Test("LB-13: when the network is back, at once")
    func back() {
        let stage = lost(PlayerConfiguration(networkRetry: NetworkRetry(delays: [])))
        stage.player.networkConditions.isReachable = false
        stage.clock.advance(by: 100)
        #expect(stage.engine.takeLog() == [])
        stage.player.networkConditions.isReachable = true
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
    }

    @Test("LB-2: with resuming switched off, it waits for a person")
    func paused() {
        let stage = lost(PlayerConfiguration(networkRetry: NetworkRetry(resumesPlaying: false)))
        stage.clock.advance(by: 1.1)
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
        #expect(!stage.player.shouldPlay)
    }

    @Test("LB-13: Who replays by hand goes on at the last position too")
    func replay() {
        let stage = lost(PlayerConfiguration(networkRetry: .never))
        stage.player.replay()
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
    }

    private func lostLive(_ timeline: Timeline, _ configuration: PlayerConfiguration = PlayerConfiguration()) -> Stage {
        let stage = Stage("a", configuration: configuration)
        stage.player.play()
        stage.show(1, timeline, at: 1000)
        stage.play(for: 5)
        stage.fail(1, loss)
        _ = stage.engine.takeLog()
        return stage
    }

    @Test("LB-13: a live stream with dates and a window goes on at the moment of the broadcast where it was: its timeline begins anew")
    func datedWindow() {
        let stage = lostLive(.window(100, 1200, dateOfZero: 1_000_000))
        stage.clock.advance(by: 2)
        #expect(stage.engine.takeLog().contains("load a #2 at date(1001005.0)"))
    }

    @Test("LB-13: without dates, it goes on as far behind the live position as what it showed is by now")
    func undatedWindow() {
        // 200 s behind when the timeline was reported; seven seconds have passed since, of which five were played.
        let stage = lostLive(.window(100, 1200), PlayerConfiguration(networkRetry: NetworkRetry(delays: [2])))
        stage.clock.advance(by: 2)
        #expect(stage.engine.takeLog().contains("load a #2 at behindLive(202.0)"))
    }

    @Test("LB-13: plain live goes on at the edge, by itself and when it is replayed by hand", arguments: [true, false])
    func plainLive(isAutomatic: Bool) {
        let stage = lostLive(.live(1000), PlayerConfiguration(networkRetry: isAutomatic ? .automatic : .never))
        if isAutomatic { stage.clock.advance(by: 2) } else { stage.player.replay() }
        #expect(stage.engine.takeLog().contains("load a #2"))
    }

    @Test("LB-13: Another item puts an end to it")
    func left() {
        let stage = lost()
        stage.player.advanceToNextItem()
        stage.clock.advance(by: 100)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("load a") })
    }

    @Test("PB-21: What is not the network's fault is not tried again")
    func others() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1, at: 30)
        stage.fail(1)
        _ = stage.engine.takeLog()
        stage.clock.advance(by: 100)
        stage.player.networkConditions.isReachable = false
        stage.player.networkConditions.isReachable = true
        #expect(stage.engine.takeLog() == [])
    }

    @Test("1.2: limits for expensive networks hold there, the lower bound of the two")
    func expensive() {
        let stage = Stage("a")
        stage.player.limits = PlayerLimits(peakBitrate: 5000, peakBitrateOnExpensiveNetworks: 800)
        _ = stage.engine.takeLog()
        stage.player.networkConditions.isExpensive = true
        #expect(stage.engine.takeLog() == ["limit 800"])
        stage.player.networkConditions.isReachable = false
        #expect(stage.engine.takeLog() == [])
        stage.player.networkConditions.isExpensive = false
        #expect(stage.engine.takeLog() == ["limit 5000"])
    }

    @Test("PB-5: Decoration is not loaded where data is to be saved, and is loaded when that is over")
    func constrained() {
        let stage = Stage("a", configuration: PlayerConfiguration(allowsConstrainedNetworkAccess: false))
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.networkConditions.isConstrained = true
        stage.player.replay()
        #expect(stage.player.error == nil, "what plays goes on")
        stage.player.currentItem = .simple(url: "b")
        #expect(stage.player.error?.code == .constrainedNetwork)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("load") })
        stage.player.networkConditions.isConstrained = false
        #expect(stage.player.error == nil)
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load b") })
    }
}
