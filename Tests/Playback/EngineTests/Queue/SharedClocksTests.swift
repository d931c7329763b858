// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Clocks that lanes share")
struct SharedClocksTests {
    @Test("make sound wait for pictures of the same discontinuity, and for no others")
    func waiting() {
        var clocks = SharedClocks()
        #expect(!clocks.mustWait(.audio, discontinuity: 1), "nothing is about to come")
        clocks.begin(LoadID(1), discontinuity: 1)
        #expect(clocks.mustWait(.audio, discontinuity: 1))
        #expect(!clocks.mustWait(.audio, discontinuity: 2))
        #expect(!clocks.mustWait(.main, discontinuity: 1))
        _ = clocks.aligner.align(
            lane: .main, discontinuity: 1, firstPresentation: MediaTime(value: 5, timescale: 1), expected: 0, wraps: false)
        #expect(!clocks.mustWait(.audio, discontinuity: 1), "the clock is known")
    }

    @Test("let sound go on when the pictures don't come")
    func failing() {
        var clocks = SharedClocks()
        clocks.begin(LoadID(1), discontinuity: 1)
        clocks.begin(LoadID(2), discontinuity: 1)
        clocks.end(LoadID(1))
        #expect(clocks.mustWait(.audio, discontinuity: 1))
        clocks.end(LoadID(2))
        #expect(!clocks.mustWait(.audio, discontinuity: 1))
    }
}
