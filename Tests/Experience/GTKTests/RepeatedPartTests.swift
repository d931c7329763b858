// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Repeated part")
struct RepeatedPartTests {
    @Test("The first mark starts a part, the second ends it, and the third clears it")
    func marks() {
        var part = RepeatedPart()
        #expect(part.marked == nil)
        #expect(part.mark(10) == .started(10))
        #expect(part.range == nil)
        #expect(part.marked == TimeRange(start: 10, end: 10))
        #expect(part.mark(20) == .completed(TimeRange(start: 10, end: 20)))
        #expect(part.marked == TimeRange(start: 10, end: 20))
        #expect(part.mark(15) == .cleared)
        #expect(part == RepeatedPart())
    }

    @Test("The end may be marked before the start, and a part that is too short ends the repetition")
    func order() {
        var part = RepeatedPart()
        _ = part.mark(20)
        #expect(part.mark(10) == .completed(TimeRange(start: 10, end: 20)))
        part.clear()
        _ = part.mark(20)
        #expect(part.mark(20.2) == .cleared)
    }

    @Test("At the end of the part, playback returns to its start; before it, the wait depends on the speed")
    func targets() {
        var part = RepeatedPart()
        #expect(part.target(at: 100) == nil)
        _ = part.mark(10)
        #expect(part.target(at: 100) == nil)
        _ = part.mark(20)
        #expect(part.target(at: 19.9) == nil)
        for time in [20.0, 20.4, 90] { #expect(part.target(at: time) == 10) }
        #expect(part.wait(at: 19, rate: 2, within: 1) == 0.5)
        #expect(part.wait(at: 10, rate: 1, within: 1) == nil)
        #expect(part.wait(at: 19, rate: 0, within: 1) == nil)
        #expect(part.wait(at: 19.5, rate: -1, within: 1) == nil)
        #expect(part.wait(at: 21, rate: 1, within: 1) == nil)
    }
}
