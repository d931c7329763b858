// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

@testable import WindowboxPlayer

@Suite("Blocked ranges")
struct BlockedRangesTests {
    private func ranges(_ spans: (Double, Double)...) -> BlockedRanges {
        BlockedRanges(spans.map { MarkedRange(.blocked, TimeRange(start: $0.0, end: $0.1)) })
    }

    @Test("1.20: blocked ranges are sorted, and merged where they overlap, touch or contain one another")
    func merging() {
        let blocked = ranges((700, 1200), (0, 300), (600, 900), (100, 200), (1200, 1300), (50, 50))
        #expect(blocked.ranges == [TimeRange(start: 0, end: 300), TimeRange(start: 600, end: 1300)])
    }

    @Test("1.20: credits and custom ranges block nothing")
    func others() {
        let span = TimeRange(start: 0, end: 10)
        #expect(BlockedRanges([MarkedRange(.openingCredits, span), MarkedRange(.custom("ad"), span)]).ranges == [])
    }

    @Test(
        "PB-29: a time in a blocked range is moved to its end, which is not blocked",
        arguments: [
            (-1.0, -1.0), (0, 300), (299.9, 300), (300, 300), (450, 450), (600, 1300), (2000, 2000),
        ])
    func landing(time: Double, lands: Double) {
        #expect(ranges((0, 300), (600, 900), (700, 1300)).landing(for: time) == lands)
    }

    @Test("The next blocked range is the one containing the time, or else the first one after it")
    func next() {
        let blocked = ranges((10, 20), (30, 40))
        #expect(blocked.next(from: 4)?.start == 10)
        #expect(blocked.next(from: 15)?.start == 10)
        #expect(blocked.next(from: 20)?.start == 30)
        #expect(blocked.next(from: 40) == nil)
    }
}
