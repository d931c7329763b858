// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxSources

@testable import WindowboxControllers

@Suite("Automatic playback of the next media")
struct CountdownTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let next = Media(urn: "next")
    private func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    @Test("LB-5: a countdown has a start, an end and an upcoming media, which plays when it ends")
    func countdown() {
        var rule = CountdownRule()
        #expect(rule.handle(.ended(upcoming: next, duration: 8), at: start) == [.wake(at: at(8))])
        #expect(rule.countdown == Countdown(upcoming: next, start: start, end: at(8)))
        #expect(rule.handle(.woke, at: at(7.9)) == [.wake(at: at(8))])
        #expect(rule.handle(.woke, at: at(8)) == [.play(next, isAutomatic: true)])
        #expect(rule.countdown == nil)
        #expect(rule.handle(.woke, at: at(9)) == [])
    }

    @Test("LB-5: a zero or negative transition duration plays the next media without a countdown", arguments: [0, -3, -Double.infinity])
    func immediate(duration: Double) {
        var rule = CountdownRule()
        #expect(rule.handle(.ended(upcoming: next, duration: duration), at: start) == [.wake(at: start)])
        #expect(rule.countdown == nil)
        #expect(rule.handle(.woke, at: start) == [.play(next, isAutomatic: true)])
    }

    @Test(
        "LB-5: with transitions disabled or no next media, playback stays at the end",
        arguments: [Double.infinity, .greatestFiniteMagnitude, .nan])
    func disabled(duration: Double) {
        var rule = CountdownRule()
        #expect(rule.handle(.ended(upcoming: next, duration: duration), at: start) == [.endedWithoutTransition])
        #expect(rule.handle(.ended(upcoming: nil, duration: 5), at: start) == [.endedWithoutTransition])
        #expect(rule.handle(.engaged, at: start) == [])
    }

    @Test("LB-6: leaving the end or cancelling explicitly cancels the countdown", arguments: [CountdownRule.Event.left, .cancelled])
    func cancelled(event: CountdownRule.Event) {
        var rule = CountdownRule()
        _ = rule.handle(.ended(upcoming: next, duration: 8), at: start)
        #expect(rule.handle(event, at: at(3)) == [.sleep])
        #expect(rule.countdown == nil)
        #expect(rule.handle(.woke, at: at(8)) == [])
        #expect(rule.handle(.engaged, at: at(8)) == [])
    }

    @Test("LB-6: engaging the countdown plays the next media at once, as a manual transition")
    func engaged() {
        var rule = CountdownRule()
        _ = rule.handle(.ended(upcoming: next, duration: 8), at: start)
        #expect(rule.handle(.engaged, at: at(1)) == [.sleep, .play(next, isAutomatic: false)])
        #expect(rule.countdown == nil)
    }
}
