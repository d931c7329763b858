// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("1.10, decision 3: Requested and effective speed")
struct SpeedRuleTests {
    private let window = TimeRange(start: 0, end: 100)

    private func rule(_ requested: Double) -> SpeedRule {
        var rule = SpeedRule(speeds: 0.1...2, reverseSpeeds: -8 ... -0.5)
        _ = rule.request(requested)
        return rule
    }

    @Test("PB-35: a speed requested before loading applies once something is loaded")
    func remembered() {
        var rule = rule(2)
        #expect(rule.effective == 1)
        #expect(rule.range == 1...1)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.effective == 2)
        #expect(rule.range == 0.1...2)
    }

    @Test("PB-35: speeds are clamped to the allowed range", arguments: [(5, 2), (0.01, 0.1), (1.5, 1.5)])
    func clamped(requested: Double, effective: Double) {
        var rule = rule(requested)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.effective == effective)
        #expect(rule.requested == requested)
    }

    @Test("An invalid speed is refused", arguments: [0, Double.nan, .infinity])
    func ignored(speed: Double) {
        var rule = rule(1.5)
        let isTaken = rule.request(speed)
        #expect(!isTaken)
        #expect(rule.requested == 1.5)
    }

    @Test("Plain live plays at 1, and on-demand media after it plays at the requested speed again")
    func live() {
        var rule = rule(2)
        rule.update(.live, time: 0, range: .zero)
        #expect(rule.effective == 1)
        #expect(rule.range == 1...1)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.effective == 2)
    }

    @Test("PB-35: an unknown stream keeps the last range")
    func unknown() {
        var rule = rule(2)
        rule.update(.onDemand, time: 0, range: window)
        rule.update(.unknown, time: nil, range: nil)
        #expect(rule.effective == 2)
    }

    @Test("MP-6: Catching up with the edge of a window limits the speed to 1 until playback is well behind it")
    func hysteresis() {
        var rule = rule(2)
        rule.update(.dvr, time: 50, range: window)
        #expect(rule.effective == 2)
        rule.update(.dvr, time: 95, range: window)
        #expect(rule.effective == 2)
        rule.update(.dvr, time: 95.1, range: window)
        #expect(rule.effective == 1)
        #expect(rule.range == 0.1...1)
        rule.update(.dvr, time: 65, range: window)
        #expect(rule.effective == 1)
        rule.update(.dvr, time: 64.9, range: window)
        #expect(rule.effective == 2)
    }

    @Test("Speeds below 1 are allowed at the edge")
    func slow() {
        var rule = rule(0.5)
        rule.update(.dvr, time: 99, range: window)
        #expect(rule.effective == 0.5)
    }

    @Test("Reversible media plays in reverse as requested, within the reverse speeds", arguments: [(-2, -2), (-0.1, -0.5), (-20, -8)])
    func backwards(requested: Double, effective: Double) {
        var rule = rule(requested)
        rule.update(.onDemand, time: 0, range: window, canReverse: true)
        #expect(rule.effective == effective)
        #expect(rule.reverseRange == -8 ... -0.5)
        #expect(rule.range == 0.1...2)
    }

    @Test("Media that can't be reversed plays forwards at 1, and plain live never reverses")
    func onlyForwards() {
        var rule = rule(-2)
        rule.update(.onDemand, time: 0, range: window, canReverse: false)
        #expect(rule.effective == 1)
        #expect(rule.reverseRange == nil)
        #expect(rule.limit == SpeedRule.Limit(desired: -2, used: 1))
        rule.update(.live, time: 0, range: .zero, canReverse: true)
        #expect(rule.effective == 1)
        #expect(rule.limit == SpeedRule.Limit(desired: -2, used: 1))
        rule.update(.dvr, time: 99, range: window, canReverse: true)
        #expect(rule.effective == -2)
        #expect(rule.limit == nil)
    }

    @Test("No limit is reported before loading, nor for reverse before its support is known")
    func unknownLimit() {
        var rule = rule(9)
        #expect(rule.limit == nil)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.limit == SpeedRule.Limit(desired: 9, used: 2))
        _ = rule.request(-1)
        #expect(rule.limit == nil)
        rule.update(.onDemand, time: 0, range: window, canReverse: false)
        #expect(rule.limit == SpeedRule.Limit(desired: -1, used: 1))
    }

    @Test("PB-35: emptying keeps the requested speed, and the end of the list resets it to 1")
    func ends() {
        var rule = rule(2)
        rule.update(.onDemand, time: 0, range: window)
        rule.empty()
        #expect((rule.effective, rule.requested) == (1, 2))
        rule.reset()
        #expect((rule.effective, rule.requested) == (1, 1))
    }
}
