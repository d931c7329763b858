// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxStreaming

@Suite("Playlist reload timing")
struct ReloadTimingTests {
    private func wait(_ timing: ReloadTiming, answeredAfter: Double = 0) -> Double {
        timing.next(requested: Instant(seconds: 100), answered: Instant(seconds: 100 + answeredAfter)) - Instant(seconds: 100)
    }

    @Test("The wait is a target duration after a change, and half of it otherwise")
    func usual() {
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true)) == 6)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: false)) == 3)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 1, changed: true)) == 6)
    }

    @Test("A playlist that aged in a cache is reloaded sooner, within limits")
    func age() {
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true, age: 2)) == 4)
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true, age: 500)) == 3)
    }

    @Test("Parts set the pace where present, and a blocking server delays its responses itself")
    func lowLatency() {
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: true)) == 1)
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: true, blocks: true), answeredAfter: 0.7) == 0.7)
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1, changed: false, blocks: true), answeredAfter: 0.1) == 1.1)
    }

    @Test("Absurd target durations neither hammer the server nor wait forever")
    func absurd() {
        #expect(wait(ReloadTiming(targetDuration: 0, changed: true)) == 1)
        #expect(wait(ReloadTiming(targetDuration: 0, changed: false)) == 0.5)
        #expect(wait(ReloadTiming(targetDuration: 1e9, changed: true)) == 60)
        #expect(wait(ReloadTiming(targetDuration: 4, changed: true), answeredAfter: 9) == 9.1)
    }

    @Test("Absurd part targets neither hammer the server nor wait forever", arguments: [false, true])
    func absurdParts(blocks: Bool) {
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 0, changed: false, blocks: blocks)) >= 0.1)
        #expect(wait(ReloadTiming(targetDuration: 4, partTarget: 1e9, changed: false, blocks: blocks)) <= 4)
    }

    @Test("An age that is negative or no number counts as none", arguments: [-1000, -Double.infinity, Double.nan])
    func absurdAge(age: Double) {
        #expect(wait(ReloadTiming(targetDuration: 6, lastDuration: 6, changed: true, age: age)) == 6)
    }

    @Test(
        "Query parameters are sorted by name, and reserved ones are removed again",
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
