// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Skips by repeated taps")
struct SkipTrackerTests {
    private let clock = ManualPlayerClock()

    private func tracker(count: Int = 2, at time: Double = 60) -> (SkipTracker, Stage) {
        let stage = Stage("a")
        stage.show(1, duration: 120, at: time)
        let tracker = SkipTracker(count: count, delay: 0.4, clock: clock)
        tracker.player = stage.player
        return (tracker, stage)
    }

    @Test("1.15: The first tap arms, each further one skips, and the total adds up")
    func forward() {
        let (tracker, stage) = tracker()
        #expect(!tracker.requestSkip(.forward))
        #expect(tracker.state == .inactive)
        #expect(tracker.requestSkip(.forward))
        #expect(tracker.state == .skippingForward(10))
        #expect(stage.player.time == 70)
        #expect(tracker.requestSkip(.forward))
        #expect(tracker.state == .skippingForward(20))
        #expect(stage.player.time == 80)
    }

    @Test("1.15: With a count of three the third tap is the first to skip; with one, each tap skips", arguments: [1, 3])
    func counts(count: Int) {
        let (tracker, stage) = tracker(count: count)
        for _ in 1..<count { #expect(!tracker.requestSkip(.backward)) }
        #expect(tracker.requestSkip(.backward))
        #expect(tracker.state == .skippingBackward(10))
        #expect(stage.player.time == 50)
    }

    @Test("1.15: After the delay without a tap, counting starts over")
    func idle() {
        let (tracker, _) = tracker()
        tracker.requestSkip(.forward)
        clock.advance(by: 0.3)
        #expect(tracker.requestSkip(.forward))
        clock.advance(by: 0.39)
        #expect(tracker.state == .skippingForward(10))
        clock.advance(by: 0.02)
        #expect(tracker.state == .inactive)
        #expect(clock.nextWake == nil)
        #expect(!tracker.requestSkip(.forward))
        clock.advance(by: 1)
        #expect(!tracker.requestSkip(.forward), "a tap from a second ago does not count")
    }

    @Test("1.15: During a skip sequence, a tap in the other direction skips at once")
    func opposite() {
        let (tracker, stage) = tracker()
        for _ in 0..<3 { tracker.requestSkip(.forward) }
        #expect(tracker.requestSkip(.backward))
        #expect(tracker.state == .skippingBackward(10))
        #expect(stage.player.time == 70)
        #expect(tracker.requestSkip(.backward))
        #expect(tracker.state == .skippingBackward(20))
    }

    @Test("1.15: Before the first skip, a tap in the other direction counts as the first tap")
    func oppositeArming() {
        let (tracker, _) = tracker(count: 3)
        tracker.requestSkip(.forward)
        tracker.requestSkip(.forward)
        #expect(!tracker.requestSkip(.backward))
        #expect(!tracker.requestSkip(.backward))
        #expect(tracker.requestSkip(.backward))
    }

    @Test("1.15: Taps are ignored where the player can't skip")
    func refused() {
        let stage = Stage("a")
        stage.show(1, .window(0, 60), at: 55)
        let tracker = SkipTracker(count: 2, delay: 0.4, clock: clock)
        tracker.player = stage.player
        #expect(!tracker.requestSkip(.forward))
        #expect(!tracker.requestSkip(.forward))
        #expect(tracker.state == .inactive)
        #expect(clock.nextWake == nil)
        tracker.player = nil
        #expect(!tracker.requestSkip(.backward))
        #expect(stage.player.time == 55)
    }

    @Test("1.15: Changing the player ends the skip sequence")
    func change() {
        let (tracker, _) = tracker()
        tracker.requestSkip(.forward)
        tracker.requestSkip(.forward)
        let other = Stage("b")
        other.show(1, at: 60)
        tracker.player = other.player
        #expect(tracker.state == .inactive)
        #expect(!tracker.requestSkip(.forward))
    }

    @Test("1.15: Taps on another kind of player count in the same way")
    func otherPlayer() {
        let tracker = SkipTracker(count: 2, delay: 0.4, clock: clock)
        var skips = 0
        func tap(canSkip: Bool = true) -> Bool { tracker.requestSkip(.forward, by: 15, canSkip: canSkip) { skips += 1 } }
        #expect(!tap(canSkip: false))
        #expect(!tap())
        #expect(tap())
        #expect(tap())
        #expect(skips == 2)
        #expect(tracker.state == .skippingForward(30))
    }
}
