// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization
import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Time updates of a player")
struct TimeTests {
    @Test("1.12: Periodic times follow the item's timeline, faster at a higher speed, and include jumps")
    func periodic() async {
        let stage = Stage.playing("a")
        var times = stage.player.periodicTimes(every: .milliseconds(500)).makeAsyncIterator()
        stage.play(for: 0.5)
        #expect(abs((await times.next() ?? 0) - 0.5) < 0.02)
        stage.player.desiredSpeed = 2
        stage.play(for: 0.25, rate: 2)
        #expect(abs((await times.next() ?? 0) - 1) < 0.02)
        stage.player.seek(.at(60))
        #expect(await times.next() == 60)
    }

    @Test("1.12: Boundary times are reported as playback passes them")
    func boundaries() async {
        let stage = Stage.playing("a")
        var times = stage.player.boundaryTimes([0.7, 0.3, 50]).makeAsyncIterator()
        stage.play(for: 1)
        #expect(await times.next() == 0.3)
        #expect(await times.next() == 0.7)
    }

    @Test("Between samples of the engine's position, time is extrapolated")
    func reckoning() {
        let stage = Stage.playing("a")
        stage.clock.advance(by: 0.1)
        #expect(abs((stage.player.time ?? 0) - 0.1) < 1e-9)
        stage.engine.set(position: 7)
        stage.clock.advance(by: 0.2)
        #expect((stage.player.time ?? 0) >= 7)
        stage.send(.stalled, 1)
        let stalled = stage.player.time
        stage.engine.set(position: stalled ?? 0)
        stage.clock.advance(by: 5)
        #expect(stage.player.time == stalled)
    }

    @Test("Time does not run past the duration")
    func duration() {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1, duration: 0.3)
        stage.engine.set(position: 9)
        stage.clock.advance(by: 3)
        #expect(stage.player.time == 0.3)
    }

    @Test("An empty or failed player schedules no wake-ups, and a paused one few")
    func rest() {
        #expect(Stage().clock.nextWake == nil)
        let stage = Stage.playing("a")
        #expect(stage.clock.nextWake != nil)
        stage.fail(1)
        #expect(stage.clock.nextWake == nil)
        let paused = Stage("a")
        paused.show(1)
        paused.clock.advance(by: 0.3)
        #expect((paused.clock.nextWake ?? 0) > 0.5)
    }

    @Test("PB-1: time, buffer and seeks do not notify observers; a state change does")
    func granularity() {
        let stage = Stage.playing("a")
        let changes = Mutex(0)
        withObservationTracking {
            let player = stage.player
            _ = (player.playbackState, player.isBuffering, player.error, player.streamType, player.mediaType, player.duration)
            _ = (player.presentationSize, player.speed, player.currentItem, player.items, player.repeatMode)
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        stage.engine.set(position: 1, loaded: TimeRange(start: 0, end: 9))
        stage.play(for: 3)
        stage.player.seek(.at(50))
        stage.send(.timeline(ItemID(1), .onDemand(120)))
        #expect(stage.player.loadedTimeRange == TimeRange(start: 0, end: 9) || stage.player.loadedTimeRange == nil)
        #expect(changes.withLock { $0 } == 0)
        stage.player.pause()
        #expect(changes.withLock { $0 } == 1)
    }

    @Test("PB-1: property updates arrive at once, after each change, and without duplicates")
    func properties() async {
        let stage = Stage.playing("a")
        var updates = stage.player.propertiesUpdates.makeAsyncIterator()
        #expect(await updates.next()?.playbackState == .playing)
        stage.player.seek(.at(10))
        #expect(await updates.next()?.seekTime == 10)
        stage.engine.land()
        let landed = await updates.next()
        #expect(landed?.isSeeking == false)
        stage.send(.playing, 1)
        stage.player.isMuted = true
        #expect(await updates.next()?.isMuted == true)
    }

    @Test("PB-34: in a sliding window time stays near the edge and keeps being reported")
    func sliding() async {
        let stage = Stage("a")
        stage.player.play()
        stage.show(1, .window(0, 60), at: 60)
        var times = stage.player.periodicTimes(every: .seconds(1)).makeAsyncIterator()
        for second in 1...3 {
            stage.send(.timeline(ItemID(1), .window(Double(second), 60 + Double(second))))
            stage.play(for: 1)
            #expect(abs((await times.next() ?? 0) - 60 - Double(second)) < 0.1)
        }
    }

    @Test("All engine facts can be observed")
    func facts() async {
        let stage = Stage("a")
        var facts = stage.player.engineFacts.makeAsyncIterator()
        stage.send(.stalled, 1)
        guard case .status(let id, .stalled)? = await facts.next() else {
            Issue.record("unexpected fact")
            return
        }
        #expect(id == ItemID(1))
    }
}
