// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("1.8: Skips")
struct SkipRuleTests {
    private let range = TimeRange(start: 0, end: 100)

    private func target(_ direction: SkipDirection, _ time: Double?, _ type: StreamType = .onDemand, by interval: Double = 10)
        -> SeekPosition?
    {
        SkipRule.target(direction, from: time, by: interval, in: range, streamType: type)
    }

    @Test("A backward skip lands before its target, a forward one after it")
    func directions() {
        #expect(target(.backward, 50) == .before(40))
        #expect(target(.forward, 50) == .after(60))
    }

    @Test("PB-4, decision 9: fractional intervals are exact")
    func fractions() {
        #expect(target(.forward, 50, by: 7.25) == .after(57.25))
        #expect(target(.backward, 50, by: 0.04) == .before(49.96))
    }

    @Test("An on-demand item can always be skipped forward, but a skip within its last second does nothing")
    func lastSecond() {
        #expect(SkipRule.canSkip(.forward, from: 99.5, by: 10, in: range, streamType: .onDemand))
        #expect(target(.forward, 99.5) == nil)
        #expect(target(.forward, 99) == .after(109))
    }

    @Test("In a window, a forward skip is possible up to its end")
    func window() {
        #expect(target(.forward, 90, .dvr) == .after(100))
        #expect(target(.forward, 90.1, .dvr) == nil)
        #expect(target(.backward, 90.1, .dvr) == .before(80.1))
    }

    @Test("An empty or unknown range has no skips", arguments: SkipDirection.allCases)
    func empty(direction: SkipDirection) {
        #expect(!SkipRule.canSkip(direction, from: 5, by: 10, in: TimeRange(start: 5, end: 5), streamType: .live))
        #expect(!SkipRule.canSkip(direction, from: 5, by: 10, in: nil, streamType: .unknown))
        #expect(!SkipRule.canSkip(direction, from: nil, by: 10, in: range, streamType: .onDemand))
    }

    @Test("PB-33: the default position can be skipped to, except within a chunk of the edge")
    func defaultPosition() {
        func can(_ type: StreamType, _ time: Double?, chunk: Double? = 4) -> Bool {
            SkipRule.canSkipToDefault(from: time, in: range, streamType: type, chunkDuration: chunk)
        }
        #expect(can(.onDemand, 0))
        #expect(can(.live, 0))
        #expect(!can(.unknown, 0))
        #expect(can(.dvr, 95.9))
        #expect(!can(.dvr, 96))
        #expect(!can(.dvr, 50, chunk: nil))
        #expect(SkipRule.defaultPosition(in: range, streamType: .dvr) == .after(100))
        #expect(SkipRule.defaultPosition(in: range, streamType: .onDemand) == .near(0))
    }
}
