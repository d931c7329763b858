// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("1.12: Periodic and boundary times")
struct TimeListeningTests {
    @Test("Nothing is reported at first, then one time per interval")
    func interval() {
        var ticker = PeriodicTicker(interval: 1, at: 5)
        #expect(ticker.passes(5, hasJumped: false) == false)
        #expect(ticker.passes(5.9, hasJumped: false) == false)
        #expect(ticker.passes(6, hasJumped: false) == true)
        #expect(ticker.passes(6.5, hasJumped: false) == false)
        #expect(ticker.passes(7, hasJumped: false) == true)
        #expect(ticker.distance(from: 7.25) == 0.75)
    }

    @Test("A jump is reported unless it is shorter than half the interval")
    func jump() {
        var ticker = PeriodicTicker(interval: 1, at: 5)
        #expect(ticker.passes(5.4, hasJumped: true) == false)
        #expect(ticker.passes(5.5, hasJumped: true) == true)
        #expect(ticker.passes(2, hasJumped: true) == true)
        #expect(ticker.passes(2.5, hasJumped: false) == false)
    }

    @Test("Unknown times are not reported, and the first known one is")
    func invalid() {
        var ticker = PeriodicTicker(interval: 1, at: nil)
        #expect(ticker.passes(nil, hasJumped: false) == false)
        #expect(ticker.passes(0, hasJumped: false) == true)
    }

    @Test("Boundaries are reported each time playback passes them, but not when it jumps over them")
    func boundaries() {
        var watch = BoundaryTimeObserver([3, 1, 2, 2, .nan], at: 0.5)
        #expect(watch.times == [1, 2, 3])
        #expect(watch.passed(0.9, hasJumped: false) == [])
        #expect(watch.passed(2, hasJumped: false) == [1, 2])
        #expect(watch.passed(2.5, hasJumped: false) == [])
        #expect(watch.distance(from: 2.5) == 0.5)
        #expect(watch.passed(0, hasJumped: true) == [])
        #expect(watch.passed(1.5, hasJumped: false) == [1])
        #expect(watch.passed(5, hasJumped: true) == [])
        #expect(watch.distance(from: 5) == nil)
    }

    @Test("In reverse, times and boundaries are reported in the order of passing")
    func backwards() {
        var ticker = PeriodicTicker(interval: 1, at: 5)
        #expect(ticker.distance(from: 4.75, isReversed: true) == 0.75)
        #expect(ticker.passes(4, hasJumped: false) == true)
        var watch = BoundaryTimeObserver([1, 2, 3], at: 3)
        #expect(watch.distance(from: 3, isReversed: true) == 1)
        #expect(watch.passed(1, hasJumped: false, isReversed: true) == [2, 1])
        #expect(watch.passed(1.5, hasJumped: false) == [])
        #expect(watch.distance(from: 0.5, isReversed: true) == nil)
    }

    @Test("A position is extrapolated from the engine's last report")
    func estimate() {
        let estimate = PlayoutEstimate(position: 10, moment: Instant(seconds: 100), rate: 2)
        #expect(estimate.time(at: Instant(seconds: 101.5)) == 13)
        let paused = estimate.changed(to: 0, at: Instant(seconds: 101))
        #expect(paused.time(at: Instant(seconds: 200)) == 12)
    }
}
