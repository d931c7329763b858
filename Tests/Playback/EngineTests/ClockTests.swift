// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxEngine

@Suite("The clock of an item")
struct ClockTests {
    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: 0) + seconds }

    @Test("has passed what it ran over, also when it stands, and nothing that it jumped over")
    func passing() {
        var clock = ClockState(at: at(0))
        clock.start(at: at(0))
        clock.pause(at: at(2))
        #expect(clock.hasPassed(1.5, at: at(9)) && !clock.hasPassed(2.5, at: at(9)))
        clock.jump(to: 10, at: at(9))
        #expect(!clock.hasPassed(1.5, at: at(9)) && !clock.hasPassed(10.5, at: at(9)))
        clock.start(at: at(9))
        #expect(clock.hasPassed(10.5, at: at(10)) && !clock.hasPassed(9, at: at(10)))
    }
}
