// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

/// A ladder of six levels from 300 kbit/s to 9.6 Mbit/s, in segments of 3 s with known sizes.
private func situation(buffer: Double, levels held: [Int], next: Int = 40, capacity: Double = 25) -> QualitySituation {
    let levels = [0.3, 0.6, 1.2, 2.4, 4.8, 9.6].map { QualityLevel(peakBitrate: $0 * 1e6) }
    var sizes = SegmentSizes(levels: levels)
    for _ in 0..<200 { sizes.append(duration: 3, bits: levels.map { $0.peakBitrate * 3 }) }
    return QualitySituation(
        levels: levels, sizes: sizes, next: next, end: 200, bufferedLevels: held, buffer: buffer, capacity: capacity)
}

/// A controller that has seen two-second transfers at these rates, and the time after them.
private func rule(seeing megabits: [Double], configuration: QualityConfiguration = .init()) -> (ABRController, Instant) {
    var rule = ABRController(configuration: configuration)
    var now = Instant.zero
    for (index, rate) in megabits.enumerated() {
        rule.handle(.requested(LoadID(index)), at: now)
        now = now + 0.05
        rule.handle(.firstByte(LoadID(index)), at: now)
        for step in 1...20 {
            now = now + 0.1
            rule.handle(.progressed(LoadID(index), bits: rate * 1e5 * Double(step)), at: now)
        }
        rule.handle(.finished(LoadID(index), bits: rate * 2e6), at: now)
    }
    return (rule, now)
}

private func level(_ decision: QualityDecision) -> Int? {
    if case .fetch(_, let level) = decision.action { level } else { nil }
}

@Suite("ABR controller")
struct ABRControllerTests {
    @Test("Without any data, playback starts at the lowest level")
    func start() {
        var rule = ABRController()
        let decision = rule.decide(situation(buffer: 0, levels: [], next: 0), at: .zero)
        #expect(decision.action == .fetch(index: 0, level: 0))
        #expect(decision.reason.cause == .start)
    }

    @Test("With a known initial throughput, playback starts higher")
    func startKnowing() throws {
        var rule = ABRController(configuration: QualityConfiguration(initialThroughput: 20e6))
        let decision = rule.decide(situation(buffer: 0, levels: [], next: 0), at: .zero)
        #expect(try #require(level(decision)) > 0)
    }

    @Test(
        "The level follows the network",
        arguments: [
            ([5.0, 5, 5, 5, 5, 5, 5, 5], 18.0, 4, 4...4),
            ([20, 20, 20, 20, 20, 20, 20], 18, 5, 5...5),
            ([0.5, 0.8, 1.5, 3, 6, 12, 20], 18, 1, 2...5),
            ([20, 12, 6, 3, 1.5, 0.8, 0.5], 6, 4, 0...1),
            ([5, 5, 5, 5, 5, 5, 0.2, 0.2], 5, 4, 0...0),
            ([1.0, 1, 1, 1, 1, 1, 1, 1], 12, 1, 1...2),
        ])
    func follows(megabits: [Double], buffer: Double, held: Int, expected: ClosedRange<Int>) throws {
        var (rule, now) = rule(seeing: megabits, configuration: QualityConfiguration(replaces: false))
        let held = [Int](repeating: held, count: Int(buffer / 3) + 1)
        let decision = rule.decide(situation(buffer: buffer, levels: held), at: now)
        let chosen = try #require(level(decision))
        #expect(expected.contains(chosen), "level \(chosen)")
    }

    @Test("A fuller buffer allows a higher level")
    func buffer() throws {
        var chosen: [Int] = []
        for buffer in [1.0, 4, 10, 21] {
            var (rule, now) = rule(seeing: [2, 2.6, 1.9, 3, 2.2, 2.5, 2.4], configuration: QualityConfiguration(replaces: false))
            let decision = rule.decide(situation(buffer: buffer, levels: [2, 2, 2, 2, 2, 2, 2, 2]), at: now)
            chosen.append(try #require(level(decision)))
        }
        #expect(chosen == chosen.sorted())
        #expect(chosen[0] < chosen[3])
    }

    @Test("With a full buffer, the controller waits until the next segment fits")
    func full() {
        var (rule, now) = rule(seeing: [20, 20, 20, 20])
        let decision = rule.decide(situation(buffer: 23, levels: [Int](repeating: 5, count: 8)), at: now)
        #expect(decision.action == .wait(until: now + 1))
        #expect(decision.reason.cause == .full)
    }

    @Test("When throughput has risen, segments fetched at a low level are replaced, last first")
    func replaces() {
        var (rule, now) = rule(seeing: [20, 20, 20, 20, 20])
        let decision = rule.decide(situation(buffer: 21, levels: [0, 0, 0, 0, 0, 0, 0]), at: now)
        #expect(decision.action == .replace(index: 39, level: 5))
        #expect(decision.reason.description.hasPrefix("replacement: 20000 kbit/s"))
    }

    @Test("Nothing is replaced when disabled or when it would arrive too late")
    func keeps() {
        var (plain, now) = rule(seeing: [20, 20, 20, 20, 20], configuration: QualityConfiguration(replaces: false))
        #expect(level(plain.decide(situation(buffer: 21, levels: [0, 0, 0, 0, 0, 0, 0]), at: now)) == 5)
        var (eager, then) = rule(seeing: [1, 1, 1, 1, 1])
        #expect(level(eager.decide(situation(buffer: 3, levels: [0, 0]), at: then)) != nil)
    }

    @Test("A hopeless transfer is abandoned for a lower level, and one that is nearly done continues")
    func abandons() throws {
        var (rule, now) = rule(seeing: [5, 5, 5, 5, 5, 5])
        let here = situation(buffer: 5, levels: [4, 4])
        _ = rule.decide(here, at: now)
        rule.handle(.requested(LoadID(90)), at: now)
        rule.handle(.firstByte(LoadID(90)), at: now + 0.05)
        rule.handle(.progressed(LoadID(90), bits: 4e5), at: now + 3)
        var transfer = OngoingTransfer(index: 40, level: 4, bits: 14.4e6, received: 14.39e6)
        #expect(rule.shouldAbandon(transfer, here, at: now + 3) == nil)
        transfer.received = 4e5
        let answer = rule.shouldAbandon(transfer, here, at: now + 3)
        let instead = try #require(answer)
        #expect(instead < 3)
        rule.handle(.cancelled(LoadID(90)), at: now + 3)
        let decision = rule.decide(here, at: now + 3)
        #expect(try #require(level(decision)) <= instead)
    }

    @Test("Only allowed levels are chosen")
    func allowed() {
        var (rule, now) = rule(seeing: [50, 50, 50])
        var here = situation(buffer: 12, levels: [2, 2, 2, 2])
        here.allowed = 1...2
        #expect(level(rule.decide(here, at: now)) == 2)
        here.allowed = 3...3
        #expect(rule.decide(here, at: now).action != .fetch(index: 40, level: 2))
        here.allowed = 40...90
        #expect(level(rule.decide(here, at: now)) == nil || level(rule.decide(here, at: now)) == 5)
    }

    @Test("Equal input gives equal decisions")
    func deterministic() {
        var (first, now) = rule(seeing: [3, 1, 4, 1, 5, 9, 2, 6])
        var second = first
        let here = situation(buffer: 9, levels: [2, 2, 3])
        #expect(first.decide(here, at: now) == second.decide(here, at: now))
    }

    @Test("Extreme input always gets a decision")
    func hostile() {
        let absurd = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, 1e-300]
        for value in absurd {
            var rule = ABRController(configuration: QualityConfiguration(stallCost: value, switchCost: value, initialThroughput: value))
            for id in 0..<3 {
                rule.handle(.requested(LoadID(id)), at: .zero)
                rule.handle(.progressed(LoadID(id), bits: value), at: Instant(seconds: Double(id)))
                rule.handle(.finished(LoadID(id), bits: value), at: Instant(seconds: Double(id) + 1))
                rule.handle(.cancelled(LoadID(id)), at: .zero)
            }
            var levels = [QualityLevel(peakBitrate: value, averageBitrate: value, utility: value)]
            levels.append(QualityLevel(peakBitrate: 1e6))
            var sizes = SegmentSizes(levels: levels)
            for _ in 0..<4 { sizes.append(duration: value, bits: [value, nil, value]) }
            for index in [0, 3, -5, .max, .min] {
                let here = QualitySituation(
                    levels: levels, allowed: -4...90, sizes: sizes, next: index, end: index, bufferedLevels: [-3, 99], buffer: value,
                    capacity: value, rate: value, companionBitrate: value)
                _ = rule.decide(here, at: .zero)
                var open = here
                open.end = nil
                _ = rule.decide(open, at: .zero).reason.description
                _ = rule.shouldAbandon(OngoingTransfer(index: index, level: 1, bits: value, received: value), here, at: .zero)
                _ = rule.shouldAbandon(OngoingTransfer(index: 1, level: 1, received: 1, isReplacement: true), open, at: .zero)
            }
            let nothing = QualitySituation(levels: [], sizes: SegmentSizes(levels: []), next: 0, buffer: value, capacity: value)
            #expect(rule.decide(nothing, at: .zero).reason.cause == .nothing)
        }
    }
}
