// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeed

@Suite("Preloading") struct PreloadRuleTests {
    private func rule(_ count: Int = 100, unplayable: Set<Int> = [], _ change: (inout PreloadRule.Settings) -> Void = { _ in })
        -> PreloadRule
    {
        var settings = PreloadRule.Settings()
        change(&settings)
        var rule = PreloadRule(settings: settings)
        _ = rule.handle(.items(count: count, unplayable: unplayable), at: 0)
        return rule
    }

    @Test("The current item loads first, then the next, then the previous one") func order() {
        var rule = rule()
        #expect(rule.handle(.show(5), at: 0) == [.load(5), .activate(5)])
        #expect(rule.handle(.ready(5), at: 1) == [.load(6)])
        #expect(rule.handle(.ready(6), at: 2) == [.load(7)])
        #expect(rule.handle(.ready(7), at: 3) == [.load(4)])
        #expect(rule.handle(.ready(4), at: 4) == [])
    }

    @Test("After a swipe the next item is already there, and only new ones are loaded") func swipe() {
        var rule = rule()
        _ = rule.handle(.show(5), at: 0)
        for index in [5, 6, 7, 4] { _ = rule.handle(.ready(index), at: 0) }
        #expect(rule.handle(.show(6), at: 1) == [.deactivate(5), .activate(6)])
        #expect(rule.handle(.settled, at: 1.4) == [.release(4), .load(8)])
        #expect(rule.held == [5, 6, 7, 8])
        // Back again: the direction is reversed.
        _ = rule.handle(.ready(8), at: 1)
        #expect(rule.handle(.show(5), at: 2) == [.deactivate(6), .release(7), .release(8), .activate(5), .load(4)])
    }

    @Test("Nothing is loaded during a transition, unless the next item is missing") func settling() {
        var rule = rule()
        _ = rule.handle(.show(5), at: 0)
        for index in [5, 6, 7] { _ = rule.handle(.ready(index), at: 0) }
        #expect(rule.handle(.show(6), at: 1) == [.deactivate(5), .activate(6)])
        #expect(rule.handle(.ready(4), at: 1.1) == [])
        #expect(rule.isSettling)
        #expect(rule.handle(.items(count: 101, unplayable: []), at: 1.2) == [])
        // The next one before the transition is over: 8 is not loaded.
        #expect(rule.handle(.show(7), at: 1.3) == [.deactivate(6), .release(4), .release(5), .activate(7), .load(8)])
        #expect(!rule.isSettling)
        #expect(rule.handle(.settled, at: 1.5) == [])
        // Under memory pressure nothing is delayed.
        for index in [8, 9] { _ = rule.handle(.ready(index), at: 2) }
        #expect(rule.handle(.show(8), at: 3) == [.deactivate(7), .activate(8)])
        #expect(rule.handle(.memoryPressure, at: 3.1) == [.release(6), .release(7), .release(9)])
        #expect(!rule.isSettling)
    }

    @Test("However fast the user swipes, players and memory stay within limits") func bounded() {
        for players in [1, 2, 3, 4, 9] {
            var rule = rule(1000) { ($0.maxPlayers, $0.bytesPerPlayer, $0.maxBytes) = (players, 100, 400) }
            var open: Set<Int> = []
            var index = 500
            for step in 0..<600 {
                index = min(max(index + [1, 1, 1, -1, 2, -3][step % 6], 0), 999)
                var actions = rule.handle(.show(index), at: Double(step))
                if step.isMultiple(of: 3) { actions += rule.handle(.ready(index), at: 0) + rule.handle(.ready(index + 1), at: 0) }
                for action in actions {
                    switch action {
                    case .load(let item): #expect(open.insert(item).inserted)
                    case .release(let item): #expect(open.remove(item) != nil)
                    case .activate(let item): #expect(open.contains(item) && item == index)
                    case .deactivate(let item): #expect(open.contains(item))
                    }
                }
                #expect(open == rule.held)
                #expect(open.count <= min(players, 4))
                #expect(open.contains(index))
            }
        }
    }

    @Test("Unplayable items are skipped, and failed ones left alone until shown") func failures() {
        var rule = rule(unplayable: [1])
        _ = rule.handle(.show(0), at: 0)
        #expect(rule.handle(.failed(0), at: 0) == [.load(2)])
        #expect(rule.handle(.failed(2), at: 0) == [.release(2)])
        #expect(rule.handle(.show(1), at: 0) == [.deactivate(0), .release(0), .load(3)])
        #expect(rule.handle(.show(2), at: 0).contains(.activate(2)))
    }

    @Test("Under memory pressure only the current item stays, until the next swipe") func pressure() {
        var rule = rule()
        _ = rule.handle(.show(5), at: 0)
        for index in [5, 6, 7] { _ = rule.handle(.ready(index), at: 0) }
        #expect(rule.handle(.memoryPressure, at: 1) == [.release(4), .release(6), .release(7)])
        #expect(rule.handle(.ready(5), at: 1) == [])
        #expect(rule.handle(.show(6), at: 2) == [.deactivate(5), .load(6), .activate(6)])
        #expect(rule.handle(.close, at: 3).allSatisfy { if case .release = $0 { true } else { false } })
        #expect(rule.held.isEmpty)
        #expect(rule.current == nil)
    }

    @Test("Nothing is loaded beyond the ends of a feed") func edges() {
        var rule = rule(2)
        _ = rule.handle(.show(1), at: 0)
        #expect(rule.handle(.ready(1), at: 0) == [.load(0)])
        #expect(rule.handle(.show(2), at: 0) == [])
        #expect(rule.handle(.show(-1), at: 0) == [])
        #expect(rule.handle(.items(count: 4, unplayable: []), at: 0) == [.load(2)])
    }
}
