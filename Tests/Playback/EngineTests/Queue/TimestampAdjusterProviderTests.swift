// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Clocks that content types share")
struct TimestampAdjusterProviderTests {
    private let first = TimeRange(start: 0, end: 2)
    private let second = TimeRange(start: 2, end: 4)

    @Test("make sound wait for pictures of the same discontinuity, and for no others")
    func waiting() {
        var clocks = TimestampAdjusterProvider()
        clocks.begin(LoadID(1), first, discontinuity: 1)
        #expect(clocks.mustWait(.audio, first, discontinuity: 1))
        #expect(!clocks.mustWait(.audio, first, discontinuity: 2), "playlists may number in their own way")
        #expect(!clocks.mustWait(.main, first, discontinuity: 1))
        _ = clocks.aligner.align(
            contentType: .main, discontinuity: 1, firstPresentation: MediaTime(value: 5, timescale: 1), expected: 0, wraps: false)
        #expect(!clocks.mustWait(.audio, first, discontinuity: 1), "the clock is known")
    }

    @Test("let sound go on when the pictures don't come")
    func failing() {
        var clocks = TimestampAdjusterProvider()
        clocks.begin(LoadID(1), first, discontinuity: 1)
        clocks.begin(LoadID(2), first, discontinuity: 1)
        clocks.end(LoadID(1))
        #expect(clocks.mustWait(.audio, first, discontinuity: 1))
        clocks.end(LoadID(2))
        #expect(!clocks.mustWait(.audio, first, discontinuity: 1))
    }

    @Test("make sound that is ahead at a discontinuity wait until the pictures come there")
    func ahead() {
        var clocks = TimestampAdjusterProvider()
        #expect(clocks.mustWait(.audio, first, discontinuity: 1), "the pictures are about to begin")
        clocks.begin(LoadID(1), first, discontinuity: 1)
        clocks.end(LoadID(1))
        // Audio is cut at its frame boundaries, slightly before or after the video.
        for start in [1.98, 2, 2.02] { #expect(clocks.mustWait(.audio, TimeRange(start: start, end: 4), discontinuity: 2)) }
        clocks.begin(LoadID(2), second, discontinuity: 2)
        #expect(clocks.mustWait(.audio, second, discontinuity: 2))
        clocks.end(LoadID(2))
        #expect(!clocks.mustWait(.audio, second, discontinuity: 2))
    }

    @Test("let sound go on where the pictures have a gap, and behind their end")
    func gap() {
        var clocks = TimestampAdjusterProvider()
        clocks.begin(LoadID(1), first, discontinuity: 1)
        clocks.end(LoadID(1))
        clocks.passed(second)
        #expect(!clocks.mustWait(.audio, second, discontinuity: 2))
        let third = TimeRange(start: 4, end: 6)
        #expect(clocks.mustWait(.audio, third, discontinuity: 3))
        clocks.endOfMain()
        #expect(!clocks.mustWait(.audio, third, discontinuity: 3))
        clocks.restart()
        #expect(clocks.mustWait(.audio, third, discontinuity: 3))
        clocks.endAll()
        #expect(!clocks.mustWait(.audio, third, discontinuity: 3))
    }
}
