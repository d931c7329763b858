// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@testable import WindowboxEngine

@Suite("Clocks shared by content types")
struct TimestampAdjusterProviderTests {
    private let first = TimeRange(start: 0, end: 2)
    private let second = TimeRange(start: 2, end: 4)

    @Test("Audio waits for video of the same discontinuity and no other")
    func waiting() {
        var clocks = TimestampAdjusterProvider()
        clocks.begin(LoadID(1), first, discontinuity: 1)
        #expect(clocks.mustWait(.audio, first, discontinuity: 1))
        #expect(!clocks.mustWait(.audio, first, discontinuity: 2), "playlists may number discontinuities differently")
        #expect(!clocks.mustWait(.main, first, discontinuity: 1))
        _ = clocks.aligner.align(
            contentType: .main, discontinuity: 1, firstPresentation: MediaTime(value: 5, timescale: 1), expected: 0, wraps: false)
        #expect(!clocks.mustWait(.audio, first, discontinuity: 1), "the clock is known")
    }

    @Test("Audio continues if the video fails to load")
    func failing() {
        var clocks = TimestampAdjusterProvider()
        clocks.begin(LoadID(1), first, discontinuity: 1)
        clocks.begin(LoadID(2), first, discontinuity: 1)
        clocks.end(LoadID(1))
        #expect(clocks.mustWait(.audio, first, discontinuity: 1))
        clocks.end(LoadID(2))
        #expect(!clocks.mustWait(.audio, first, discontinuity: 1))
    }

    @Test("Audio that reaches a discontinuity first waits until the video gets there")
    func ahead() {
        var clocks = TimestampAdjusterProvider()
        #expect(clocks.mustWait(.audio, first, discontinuity: 1), "the video is about to begin")
        clocks.begin(LoadID(1), first, discontinuity: 1)
        clocks.end(LoadID(1))
        // Audio is cut at its frame boundaries, slightly before or after the video.
        for start in [1.98, 2, 2.02] { #expect(clocks.mustWait(.audio, TimeRange(start: start, end: 4), discontinuity: 2)) }
        clocks.begin(LoadID(2), second, discontinuity: 2)
        #expect(clocks.mustWait(.audio, second, discontinuity: 2))
        clocks.end(LoadID(2))
        #expect(!clocks.mustWait(.audio, second, discontinuity: 2))
    }

    @Test("Audio continues where the video has a gap and after its end")
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
