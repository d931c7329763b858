// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxEngine

@Suite("Padding silence that flushes audio out")
struct SilencePaddingTests {
    @Test("Padding is not counted as audio, wherever it lies")
    func count() {
        var tails = SilencePadding()
        #expect(tails.sound(in: 70) == 70)
        tails.add(10, after: 100)
        #expect([99, 100, 105, 110, 111, 150].map { tails.sound(in: $0) } == [99, 100, 100, 100, 101, 140])
        tails.add(5, after: 140)
        #expect([150, 153, 155, 156].map { tails.sound(in: $0) } == [140, 140, 140, 141])
        #expect(tails.frames == 15)
    }

    @Test("Padding may occur twice in a row")
    func twice() {
        var tails = SilencePadding()
        tails.add(10, after: 100)
        tails.add(10, after: 100)
        #expect([100, 110, 120, 121].map { tails.sound(in: $0) } == [100, 100, 100, 101])
    }
}
