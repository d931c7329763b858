// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Player and network")
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

    @Test("LB-13: an item interrupted by the network reloads automatically at its position and resumes")
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

    @Test("LB-13: when the network returns, the item reloads at once")
    func back() {
        let stage = lost(PlayerConfiguration(networkRetry: NetworkRetry(delays: [])))
        stage.player.networkConditions.isReachable = false
        stage.clock.advance(by: 100)
        #expect(stage.engine.takeLog() == [])
        stage.player.networkConditions.isReachable = true
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
    }

    @Test("LB-2: with resuming disabled, the item reloads but waits for the user to play")
    func paused() {
        let stage = lost(PlayerConfiguration(networkRetry: NetworkRetry(resumesPlaying: false)))
        stage.clock.advance(by: 1.1)
        #expect(stage.engine.takeLog().contains("load a #3 at time(31.0)"))
        #expect(!stage.player.shouldPlay)
    }

    @Test("LB-13: A manual replay also resumes at the last position")
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

    @Test("LB-13: a live stream with dates and a window resumes at the same broadcast date, as its timeline restarts")
    func datedWindow() {
        let stage = lostLive(.window(100, 1200, dateOfZero: 1_000_000))
        stage.clock.advance(by: 2)
        #expect(stage.engine.takeLog().contains("load a #2 at date(1001005.0)"))
    }

    @Test("LB-13: a live stream without dates resumes as far behind live as the last shown position is by then")
    func undatedWindow() {
        // 200 s behind when the timeline was reported; seven seconds have passed since, of which five were played.
        let stage = lostLive(.window(100, 1200), PlayerConfiguration(networkRetry: NetworkRetry(delays: [2])))
        stage.clock.advance(by: 2)
        #expect(stage.engine.takeLog().contains("load a #2 at behindLive(202.0)"))
    }

    @Test("LB-13: plain live resumes at the edge, automatically or by manual replay", arguments: [true, false])
    func plainLive(isAutomatic: Bool) {
        let stage = lostLive(.live(1000), PlayerConfiguration(networkRetry: isAutomatic ? .automatic : .never))
        if isAutomatic { stage.clock.advance(by: 2) } else { stage.player.replay() }
        #expect(stage.engine.takeLog().contains("load a #2"))
    }

    @Test("LB-13: Changing the item cancels the retry")
    func left() {
        let stage = lost()
        stage.player.advanceToNextItem()
        stage.clock.advance(by: 100)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("load a") })
    }

    @Test("PB-21: Failures not caused by the network are not retried")
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

    @Test("1.2: on expensive networks the lower of both bitrate limits applies")
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

    @Test("PB-5: With constrained access disallowed, a new item is not loaded until the constraint ends")
    func constrained() {
        let stage = Stage("a", configuration: PlayerConfiguration(allowsConstrainedNetworkAccess: false))
        stage.show(1)
        _ = stage.engine.takeLog()
        stage.player.networkConditions.isConstrained = true
        stage.player.replay()
        #expect(stage.player.error == nil, "the playing item continues")
        stage.player.currentItem = .simple(url: "b")
        #expect(stage.player.error?.code == .constrainedNetwork)
        #expect(!stage.engine.takeLog().contains { $0.hasPrefix("load") })
        stage.player.networkConditions.isConstrained = false
        #expect(stage.player.error == nil)
        #expect(stage.engine.takeLog().contains { $0.hasPrefix("load b") })
    }
}
