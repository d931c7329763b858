// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxEngine

@Suite("Item clock")
struct ClockTests {
    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0) + seconds }

    @Test("The clock has passed times that it ran through, also while paused, but not those that it jumped over or to")
    func passing() {
        var clock = ClockState(at: at(0))
        clock.start(at: at(0))
        clock.pause(at: at(2))
        #expect(clock.hasPassed(1.5, at: at(9)))
        #expect(!clock.hasPassed(2.5, at: at(9)))
        clock.jump(to: 10, at: at(9))
        #expect(!clock.hasPassed(1.5, at: at(9)))
        #expect(!clock.hasPassed(10, at: at(9)))
        #expect(!clock.hasPassed(10.5, at: at(9)))
        clock.start(at: at(9))
        #expect(clock.hasPassed(10.5, at: at(10)))
        #expect(!clock.hasPassed(9, at: at(10)))
    }

    @Test("A rate change takes effect at the media time given for it")
    func laterRate() {
        var clock = ClockState(media: 10, at: at(0))
        clock.start(at: at(0))
        clock.set(rate: 2, from: 11, at: at(0))
        #expect(clock.rate == 2)
        #expect([0.5, 1, 1.5].map { clock.time(at: at($0)) } == [10.5, 11, 12])
        #expect([10.5, 11, 12].map { clock.moment(of: $0) } == [at(0.5), at(1), at(1.5)])
        clock.set(rate: 0.5, from: 13, at: at(1.25))
        #expect([1.5, 2, 4].map { clock.time(at: at($0)) } == [12, 13, 14])
        clock.pause(at: at(1.75))
        clock.start(at: at(9))
        #expect([9.25, 11.25].map { clock.time(at: at($0)) } == [13, 14])
        clock.jump(to: 50, at: at(12))
        #expect(clock.time(at: at(14)) == 51, "a jump discards a pending rate change")
    }

    @Test("A rate change that is reverted before it takes effect never does")
    func rateSetBack() {
        var clock = ClockState(at: at(0))
        clock.start(at: at(0))
        clock.set(rate: 2, from: 1, at: at(0))
        clock.set(rate: 1, from: 1, at: at(0.5))
        #expect(clock.time(at: at(3)) == 3)
        clock.set(rate: 2, from: 2, at: at(3))
        #expect(clock.time(at: at(4)) == 5, "its start time has passed")
    }

    @Test("Small differences are corrected without steps or running backwards, large ones at once")
    func following() {
        for difference in [-0.9, -0.2, 0.2, 0.9] {
            var clock = ClockState(at: at(0))
            clock.start(at: at(0))
            var last = 0.0
            for step in 1...1_000 {
                let now = at(Double(step) * 0.01)
                if step.isMultiple(of: 3) { clock.follow(Double(step) * 0.01 + difference, at: now) }
                let time = clock.time(at: now)
                #expect(time > last)
                #expect(time - last <= 0.0151)
                #expect(clock.moment(of: time + 0.02).map { (clock.time(at: $0) - time - 0.02).magnitude < 1e-6 } == true)
                last = time
            }
            #expect((last - 10 - difference).magnitude < 0.001)
        }
        var clock = ClockState(at: at(0))
        clock.start(at: at(0))
        clock.follow(20, at: at(1))
        #expect(clock.time(at: at(1)) == 20)
        clock.follow(20.4, at: at(1))
        #expect((clock.time(at: at(9)) - 28.4).magnitude < 1e-6, "only the last measured difference is corrected")
    }

    @Test("A held clock stands still and continues from there once audio is heard")
    func held() {
        var clock = ClockState(media: 3, at: at(0))
        clock.start(isHeld: true, at: at(0))
        #expect(clock.isRunning)
        #expect(clock.time(at: at(1)) == 3)
        #expect(clock.moment(of: 4) == nil)
        clock.follow(2.9, at: at(0.9))
        #expect(clock.isHeld, "the audio has not reached its position")
        clock.follow(3.01, at: at(1))
        #expect(!clock.isHeld)
        #expect(clock.time(at: at(1)) == 3.01)
        #expect(clock.time(at: at(2)) == 4.01)
        clock.pause(at: at(2))
        clock.start(isHeld: true, at: at(3))
        clock.release(at: at(5))
        #expect(clock.time(at: at(6)) == 5.01)
        clock.start(isHeld: true, at: at(7))
        #expect(clock.time(at: at(8)) == 7.01, "a running clock is not held")
    }
}
