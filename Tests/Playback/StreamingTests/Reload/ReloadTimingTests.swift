// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("When playlists are asked for again")
struct ReloadTimingTests {
    private func wait(_ timing: ReloadTiming, answeredAfter: Double = 0) -> Double {
        timing.next(requested: Instant(seconds: 100), answered: Instant(seconds: 100 + answeredAfter)) - Instant(seconds: 100)
    }

    @Test("A target duration after a change, half of one after none")
    func usual() {
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true)) == 6)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: false)) == 3)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 1, changed: true)) == 6)
    }

    @Test("A copy that lay in a cache is renewed sooner, within reason")
    func age() {
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true, age: 2)) == 4)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true, age: 500)) == 3)
    }

    @Test("Parts set the pace where there are parts, and a blocking server answers by itself")
    func lowLatency() {
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: true)) == 1)
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: true, blocks: true), answeredAfter: 0.7) == 0.7)
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: false, blocks: true), answeredAfter: 0.1) == 1.1)
    }

    @Test("Absurd target durations neither hammer the server nor wait for ever")
    func absurd() {
        #expect(wait(ReloadTiming(targetDuration: 0, changed: true)) == 1)
        #expect(wait(ReloadTiming(targetDuration: 0, changed: false)) == 0.5)
        #expect(wait(ReloadTiming(targetDuration: 1e9, changed: true)) == 60)
        #expect(wait(ReloadTiming(targetDuration: 4, changed: true), answeredAfter: 9) == 9.1)
    }

    @Test(
        "Query parameters stand in the order of their names, and reserved ones come off again",
        arguments: [
            ("http://h/a.m3u8", "http://h/a.m3u8?_HLS_msn=5&_HLS_part=2"),
            ("http://h/a.m3u8?z=1&B=2", "http://h/a.m3u8?B=2&_HLS_msn=5&_HLS_part=2&z=1"),
            ("http://h/a.m3u8?_HLS_msn=1&q#f", "http://h/a.m3u8?_HLS_msn=5&_HLS_part=2&q#f"),
        ])
    func query(url: String, expected: String) {
        let added = QueryParameters.adding([(name: "_HLS_part", value: "2"), (name: "_HLS_msn", value: "5")], to: url)
        #expect(added == expected)
        #expect(!QueryParameters.removed(from: added).contains("_HLS_"))
    }
}
