// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Player speed")
struct SpeedTests {
    @Test("PB-35: a speed set before loading applies once the item is known and does not start playback")
    func early() {
        let stage = Stage("a")
        stage.player.desiredSpeed = 1.5
        #expect(stage.player.speed == 1)
        #expect(stage.player.desiredSpeed == 1.5)
        #expect(!stage.engine.takeLog().contains("rate 1.5"))
        stage.show(1)
        #expect(stage.player.speed == 1.5)
        #expect(stage.player.speedRange == 0.1...4)
        #expect(stage.engine.takeLog().contains("rate 1.5"))
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.rate == 0)
        stage.player.play()
        stage.send(.playing, 1)
        #expect(stage.player.rate == 1.5)
    }

    @Test("PB-35: the speed carries over between on-demand items and is 1 for live")
    func items() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        stage.player.desiredSpeed = 2
        stage.send(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.speed == 2)
        stage.show(2)
        #expect(stage.player.speed == 2)
        stage.player.advanceToNextItem()
        stage.show(3, .live(10))
        #expect(stage.player.speed == 1)
        #expect(stage.player.speedRange == 1...1)
    }

    @Test("MP-6, decision 3: catching up with the edge lowers the speed to 1 until playback is well behind it")
    func edge() {
        let stage = Stage("a")
        stage.player.play()
        stage.player.desiredSpeed = 2
        stage.show(1, .window(0, 100), at: 90)
        #expect(stage.player.speed == 2)
        stage.play(for: 3, rate: 2)
        #expect(stage.player.speed == 1)
        #expect(stage.player.speedRange == 0.1...1)
        #expect(stage.player.desiredSpeed == 2)
        stage.player.seek(.at(20))
        #expect(stage.player.speed == 2)
    }

    /// The speed events from now on.
    private func news(_ stage: Stage) -> () async -> PlayerEvent? {
        let events = stage.player.events
        return {
            for await event in events {
                switch event {
                case .speedLimited, .speedRefused, .didReachStart: return event
                default: continue
                }
            }
            return nil
        }
    }

    @Test("A speed out of range is clamped, and reported each time it is requested")
    func outOfRange() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.desiredSpeed = 9
        stage.show(1)
        #expect(await next() == .speedLimited(desired: 9, used: 4))
        #expect((stage.player.speed, stage.player.desiredSpeed) == (4, 9))
        stage.player.desiredSpeed = 9
        #expect(await next() == .speedLimited(desired: 9, used: 4))
        stage.player.desiredSpeed = 2
        stage.player.desiredSpeed = 0.01
        #expect(await next() == .speedLimited(desired: 0.01, used: 0.1))
    }

    @Test("An invalid speed is refused and changes nothing", arguments: [0, -Double.infinity])
    func refused(speed: Double) async {
        let stage = Stage.playing("a")
        let next = news(stage)
        stage.player.desiredSpeed = 1.5
        stage.player.desiredSpeed = speed
        #expect(await next() == .speedRefused(speed))
        #expect((stage.player.speed, stage.player.desiredSpeed) == (1.5, 1.5))
    }

    @Test("The edge of a live window reports its speed limit once, and again when playback returns to it")
    func edgeReported() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.play()
        stage.player.desiredSpeed = 2
        stage.show(1, .window(0, 100), at: 99)
        #expect(await next() == .speedLimited(desired: 2, used: 1))
        stage.player.seek(.at(20))
        #expect(stage.player.speed == 2)
        stage.engine.land()
        stage.send(.timeline(ItemID(1), .window(0, 24)))
        #expect(await next() == .speedLimited(desired: 2, used: 1))
    }

    // MARK: Backwards

    private func reversible(_ stage: Stage, at position: Double) {
        stage.send(.abilities(ItemID(1), PlaybackAbilities(canReverse: true)))
        stage.show(1, at: position)
    }

    @Test("In reverse the engine gets a negative rate, the time runs back, and listeners are notified")
    func backwards() async {
        let stage = Stage("a")
        stage.player.play()
        reversible(stage, at: 20)
        #expect(stage.player.reverseSpeedRange == -16 ... -0.1)
        var times = stage.player.periodicTimes(every: .seconds(1)).makeAsyncIterator()
        var boundaries = stage.player.boundaryTimes([17, 19]).makeAsyncIterator()
        stage.player.desiredSpeed = -2
        #expect(stage.engine.takeLog().contains("rate -2.0"))
        #expect((stage.player.speed, stage.player.rate) == (-2, -2))
        stage.play(for: 2, rate: -2)
        #expect(stage.player.time == 16)
        #expect(await times.next() == 16)
        #expect(await boundaries.next() == 19)
        #expect(await boundaries.next() == 17)
    }

    @Test("Reverse playback pauses at the start, reports it, and continues forwards")
    func start() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.play()
        reversible(stage, at: 2)
        stage.player.desiredSpeed = -4
        stage.play(for: 1, rate: -2)
        #expect(stage.player.time == 0)
        stage.send(.paused, 1)
        #expect(await next() == .didReachStart(stage.items[0]))
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.playbackState == .paused)
        #expect((stage.player.speed, stage.player.desiredSpeed) == (1, 1))
    }

    @Test("A pause in the middle does not count as reaching the start")
    func middle() {
        let stage = Stage("a")
        stage.player.play()
        reversible(stage, at: 60)
        stage.player.desiredSpeed = -4
        stage.send(.paused, 1)
        #expect(stage.player.shouldPlay)
        #expect(stage.player.desiredSpeed == -4)
    }

    @Test("An item that can't play in reverse plays at 1, which is reported once known")
    func onlyForwards() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.desiredSpeed = -2
        stage.show(1)
        #expect(await next() == .speedLimited(desired: -2, used: 1))
        #expect(stage.player.speed == 1)
        #expect(stage.player.reverseSpeedRange == nil)
    }

    @Test("The next item is prepared again after trick play, and the engine gets the speed again at the end")
    func singlePictures() {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.send(.abilities(ItemID(1), PlaybackAbilities(canFastForward: true)))
        stage.show(1)
        stage.player.desiredSpeed = 4
        _ = stage.engine.takeLog()
        stage.player.desiredSpeed = 1
        #expect(stage.engine.takeLog() == ["rate 1.0", "forget #2", "prepare b #3"])
        stage.player.actionAtItemEnd = .pause
        stage.player.desiredSpeed = 4
        _ = stage.engine.takeLog()
        stage.send(.ended, 1)
        #expect(stage.engine.takeLog().contains("rate 4.0"))
    }
}
