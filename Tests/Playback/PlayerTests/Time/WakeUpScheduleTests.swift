// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxPlayer

@MainActor @Suite("Wake-up schedule of a player")
struct WakeUpScheduleTests {
    private let start = Instant.zero

    private func wait(
        _ status: EngineStatus?, rate: Double? = nil, isSeeking: Bool = false, hasFailed: Bool = false, distance: Double? = nil
    )
        -> Double?
    {
        var facts = ItemFacts()
        facts.status = status
        let estimate = rate.map { PlayoutEstimate(position: 0, moment: start, rate: $0) }
        return WakeUpSchedule.wait(for: facts, hasFailed: hasFailed, isSeeking: isSeeking, estimate, at: start) { _, _ in distance }
    }

    @Test("A player wakes four times a second while playing or loading, once while paused, and otherwise never")
    func waits() {
        #expect(wait(.playing, rate: 1) == 0.25)
        #expect(wait(.loading) == 0.25)
        #expect(wait(.paused, rate: 0) == 1)
        #expect(wait(.paused, rate: 0, isSeeking: true) == 0.25)
        #expect(wait(.ended) == nil)
        #expect(wait(.playing, rate: 1, hasFailed: true) == nil)
        #expect(WakeUpSchedule.wait(for: nil, hasFailed: false, isSeeking: false, nil, at: start) { _, _ in 1 } == nil)
    }

    @Test("A player wakes earlier for a listener's time, and sooner at a higher speed")
    func listeners() {
        #expect(wait(.playing, rate: 1, distance: 0.1) == 0.1)
        #expect(wait(.playing, rate: 2, distance: 0.1) == 0.05)
        #expect(wait(.playing, rate: 1, distance: 9) == 0.25)
        #expect(wait(.playing, rate: -2, distance: 0.1) == 0.05)
    }

    @Test("An earlier wake-up replaces a later one, and without one the player rests")
    func scheduling() {
        var wakeUps = WakeUpSchedule()
        #expect(wakeUps.schedule(1, at: start) == .wake(after: 1))
        #expect(wakeUps.schedule(2, at: start) == nil)
        #expect(wakeUps.schedule(0.5, at: start) == .wake(after: 0.5))
        wakeUps.woke()
        #expect(wakeUps.schedule(2, at: start + 0.5) == .wake(after: 2))
        #expect(wakeUps.schedule(nil, at: start + 1) == .rest)
        #expect(wakeUps.schedule(0, at: start + 1) == .wake(after: 0.005))
    }

    @Test("Position samples are at least 0.225 seconds apart, and a new item gets one at once")
    func samples() {
        var wakeUps = WakeUpSchedule()
        #expect(wakeUps.wantsSample(at: start))
        wakeUps.sampled(at: start)
        #expect(!wakeUps.wantsSample(at: start + 0.2))
        #expect(wakeUps.wantsSample(at: start + 0.23))
        wakeUps.sampled(at: start + 1)
        wakeUps.leave()
        #expect(wakeUps.wantsSample(at: start + 1))
    }
}
