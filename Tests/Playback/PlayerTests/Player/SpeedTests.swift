// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("The speed of a player")
struct SpeedTests {
    @Test("PB-35: a speed set before anything is loaded is used later, and never starts playing")
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
        stage.tell(.playing, 1)
        #expect(stage.player.rate == 1.5)
    }

    @Test("PB-35: the speed stays from one on-demand item to the next, and is 1 for live")
    func items() {
        let stage = Stage("a", "b", "c")
        stage.show(1)
        stage.player.desiredSpeed = 2
        stage.tell(.advanced(from: ItemID(1), to: ItemID(2)))
        #expect(stage.player.speed == 2)
        stage.show(2)
        #expect(stage.player.speed == 2)
        stage.player.advanceToNextItem()
        stage.show(3, .live(10))
        #expect(stage.player.speed == 1)
        #expect(stage.player.speedRange == 1...1)
    }

    @Test("MP-6, decision 3: playing that catches up with the edge falls to 1, and is free again well behind it")
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

    @Test("A speed out of range is used as far as possible, and reported each time it is asked for")
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

    @Test("What is no speed is refused and changes nothing", arguments: [0, -Double.infinity])
    func refused(speed: Double) async {
        let stage = Stage.playing("a")
        let next = news(stage)
        stage.player.desiredSpeed = 1.5
        stage.player.desiredSpeed = speed
        #expect(await next() == .speedRefused(speed))
        #expect((stage.player.speed, stage.player.desiredSpeed) == (1.5, 1.5))
    }

    @Test("The edge of a live window limits the speed once, and again when playing comes back to it")
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
        stage.tell(.timeline(ItemID(1), .window(0, 24)))
        #expect(await next() == .speedLimited(desired: 2, used: 1))
    }

    // MARK: Backwards

    private func reversible(_ stage: Stage, at position: Double) {
        stage.tell(.abilities(ItemID(1), PlaybackAbilities(canReverse: true)))
        stage.show(1, at: position)
    }

    @Test("Backwards the engine is told so, the time runs back, and listeners hear it")
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

    @Test("At the start it pauses, says so, and goes on forwards when it is played again")
    func start() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.play()
        reversible(stage, at: 2)
        stage.player.desiredSpeed = -4
        stage.play(for: 1, rate: -2)
        #expect(stage.player.time == 0)
        stage.tell(.paused, 1)
        #expect(await next() == .didReachStart(stage.items[0]))
        #expect(!stage.player.shouldPlay)
        #expect(stage.player.playbackState == .paused)
        #expect((stage.player.speed, stage.player.desiredSpeed) == (1, 1))
    }

    @Test("A pause in the middle is not the start")
    func middle() {
        let stage = Stage("a")
        stage.player.play()
        reversible(stage, at: 60)
        stage.player.desiredSpeed = -4
        stage.tell(.paused, 1)
        #expect(stage.player.shouldPlay)
        #expect(stage.player.desiredSpeed == -4)
    }

    @Test("What can't be played backwards plays at 1, which is reported when it is known")
    func onlyForwards() async {
        let stage = Stage("a")
        let next = news(stage)
        stage.player.desiredSpeed = -2
        stage.show(1)
        #expect(await next() == .speedLimited(desired: -2, used: 1))
        #expect(stage.player.speed == 1)
        #expect(stage.player.reverseSpeedRange == nil)
    }

    @Test("The next item is prepared again after single pictures, and the engine hears the speed again at the end")
    func singlePictures() {
        let stage = Stage("a", "b")
        stage.player.play()
        stage.tell(.abilities(ItemID(1), PlaybackAbilities(canFastForward: true)))
        stage.show(1)
        stage.player.desiredSpeed = 4
        _ = stage.engine.takeLog()
        stage.player.desiredSpeed = 1
        #expect(stage.engine.takeLog() == ["rate 1.0", "forget #2", "prepare b #3"])
        stage.player.actionAtItemEnd = .pause
        stage.player.desiredSpeed = 4
        _ = stage.engine.takeLog()
        stage.tell(.ended, 1)
        #expect(stage.engine.takeLog().contains("rate 4.0"))
    }
}
