// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxInsertion

@Suite("Expiring entries") struct ExpiringEntriesTests {
    private let now = ContinuousClock.now

    @Test("A value is found until it expires") func expiry() {
        var entries = ExpiringEntries<Int>(maxCount: 10, maxBytes: 100)
        entries.keep(1, 10, as: "a", until: now + .seconds(5), at: now)
        #expect(entries.value("a", at: now) == 1)
        #expect(entries.value("a", at: now + .seconds(5)) == nil)
        #expect(entries.value("b", at: now) == nil)
        entries.keep(2, 20, as: "a", until: now + .seconds(5), at: now)
        #expect(entries.value("a", at: now) == 2)
        #expect(entries.bytes == 20)
    }

    @Test("Neither their number nor their bytes exceed the limits, and what expires last stays") func limits() {
        var entries = ExpiringEntries<Int>(maxCount: 10, maxBytes: 100)
        for number in 0..<1000 {
            entries.keep(number, number % 40, as: "\(number)", until: now + .seconds(number), at: now)
            #expect(entries.count <= 10)
            #expect(entries.bytes <= 100)
            #expect(entries.value("\(number)", at: now - .seconds(1)) == number)
        }
        // Larger than all that is allowed.
        entries.keep(-1, 101, as: "999", until: now + .seconds(2000), at: now)
        #expect(entries.value("999", at: now) == nil)
        #expect(entries.bytes <= 100)
        entries.keep(-2, 100, as: "x", until: now + .seconds(1), at: now)
        #expect(entries.value("x", at: now) == -2)
        #expect(entries.count == 1)
    }

    @Test("Expired entries go first") func expired() {
        var entries = ExpiringEntries<Int>(maxCount: 4, maxBytes: 1000)
        for (key, seconds) in [("a", 1), ("b", 100), ("c", 2), ("d", 200)] {
            entries.keep(1, 1, as: key, until: now + .seconds(seconds), at: now)
        }
        entries.keep(1, 1, as: "e", until: now + .seconds(300), at: now + .seconds(10))
        #expect(entries.count == 3)
        #expect(entries.value("b", at: now + .seconds(10)) == 1)
    }
}
