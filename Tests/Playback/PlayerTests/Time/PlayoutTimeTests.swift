// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia
import WindowboxStreaming
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Playout time")
struct PlayoutTimeTests {
    private let start = Instant.zero
    private func facts(_ status: EngineStatus = .playing, duration: Double = 100) -> ItemFacts {
        var facts = ItemFacts()
        (facts.timeline, facts.status) = (.onDemand(duration), status)
        return facts
    }

    @Test("Time is unknown before the item is, then advances from the last report at the rate, up to the end")
    func advancing() {
        var time = PlayoutTime()
        #expect(time.time(of: facts(), seekingTo: nil, at: start) == nil)
        time.anchor(at: 10, keepsRate: true, now: start)
        #expect(time.time(of: ItemFacts(), seekingTo: nil, at: start) == nil)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 5) == 10)
        time.follow(rate: 2, at: start + 5)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 6) == 12)
        time.anchor(at: 50, keepsRate: true, now: start + 6)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 7) == 52)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 90) == 100)
        time.anchor(at: 20, keepsRate: false, now: start + 90)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 99) == 20)
        time.leave()
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 99) == nil)
    }

    @Test("A pending seek counts as done, a blocked range as passed, and the end as reached")
    func jumps() {
        var time = PlayoutTime()
        time.anchor(at: 10, keepsRate: false, now: start)
        #expect(time.time(of: facts(), seekingTo: 70, at: start) == 70)
        #expect(time.time(of: facts(.ended), seekingTo: nil, at: start) == 100)
        let block = TimeRange(start: 10, end: 30)
        time.reach(block)
        #expect(time.time(of: facts(), seekingTo: nil, at: start) == 30)
        #expect(time.time(of: facts(), seekingTo: 70, at: start) == 70)
        #expect(time.pass(TimeRange(start: 40, end: 50), at: start) == false, "another blocked range")
        #expect(time.pass(block, at: start + 1) == true)
        #expect(time.passing == nil)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 1) == 30)
        time.reach(block)
        time.abandonPassing()
        #expect(time.pass(block, at: start + 2) == false, "a seek intervened")
    }

    @Test("Time stops at a blocked range until the engine reports it, and ends at one that reaches the end")
    func blocks() {
        var time = PlayoutTime()
        time.blocked = BlockedRanges([TimeRange(start: 20, end: 30), TimeRange(start: 90, end: 100)])
        time.anchor(at: 19, keepsRate: false, now: start)
        time.follow(rate: 1, at: start)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 0.5) == 19.5)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 5) == 20)
        #expect(time.time(of: facts(.ended), seekingTo: nil, at: start) == 90)
        time.anchor(at: 25, keepsRate: true, now: start)
        #expect(time.time(of: facts(), seekingTo: nil, at: start + 1) == 26, "inside the range, time advances")
    }
}
