// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("1.10, decision 3: The speed asked for and the speed in use")
struct SpeedRuleTests {
    private let window = TimeRange(start: 0, end: 100)

    private func rule(_ requested: Double) -> SpeedRule {
        var rule = SpeedRule(speeds: 0.1...2, reverseSpeeds: -8 ... -0.5)
        _ = rule.request(requested)
        return rule
    }

    @Test("PB-35: a speed asked for while nothing is loaded is used when something is")
    func remembered() {
        var rule = rule(2)
        #expect(rule.effective == 1)
        #expect(rule.range == 1...1)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.effective == 2)
        #expect(rule.range == 0.1...2)
    }

    @Test("PB-35: speeds are clamped to what is allowed", arguments: [(5, 2), (0.01, 0.1), (1.5, 1.5)])
    func clamped(requested: Double, effective: Double) {
        var rule = rule(requested)
        rule.update(.onDemand, time: 0, range: window)
        #expect(rule.effective == effective)
        #expect(rule.requested == requested)
    }

    @Test("A speed that is none is refused", arguments: [0, Double.nan, .infinity])
    func ignored(speed: Double) {
        var rule = rule(1.5)
        let isTaken = rule.request(speed)
        #expect(!isTaken)
        #expect(rule.requested == 1.5)
    }

    @Test("Plain live plays at 1; on demand after it plays as asked again")
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

    @Test("MP-6: Catching up with the edge of a window holds the speed at 1; well behind it the request counts again")
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

    @Test("Slower than 1 is allowed at the edge")
    func slow() {
        var rule = rule(0.5)
        rule.update(.dvr, time: 99, range: window)
        #expect(rule.effective == 0.5)
    }

    @Test("Backwards what can be is played as asked, within the speeds for it", arguments: [(-2, -2), (-0.1, -0.5), (-20, -8)])
    func backwards(requested: Double, effective: Double) {
        var rule = rule(requested)
        rule.update(.onDemand, time: 0, range: window, canReverse: true)
        #expect(rule.effective == effective)
        #expect(rule.reverseRange == -8 ... -0.5)
        #expect(rule.range == 0.1...2)
    }

    @Test("What can't be played backwards plays forwards at 1, and plain live never can")
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

    @Test("There is no limit before something is loaded, nor backwards before it is known whether that is possible")
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

    @Test("PB-35: emptying keeps the request, the end of the list resets it to 1")
    func ends() {
        var rule = rule(2)
        rule.update(.onDemand, time: 0, range: window)
        rule.empty()
        #expect((rule.effective, rule.requested) == (1, 2))
        rule.reset()
        #expect((rule.effective, rule.requested) == (1, 1))
    }
}
