// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Timestamps on the item's timeline")
struct TimestampAlignerTests {
    private func ticks(_ seconds: Double) -> MediaTime { MediaTime(value: Int64((seconds * 90_000).rounded()), timescale: 90_000) }

    @Test("The first segment sets the offset, and later ones keep it to the tick")
    func first() {
        var aligner = TimestampAligner()
        let first = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(10), expected: 0, wraps: true)
        #expect((ticks(10) + first.offset).seconds == 0)
        let second = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(14.01), expected: 4, wraps: true)
        #expect(second.offset == first.offset)
        #expect(abs(second.drift - 0.01) < 1e-6)
        #expect(!second.isDrifting)
    }

    @Test("Content types share the offset of their discontinuity")
    func shared() {
        var aligner = TimestampAligner()
        let main = aligner.align(contentType: .main, discontinuity: 3, firstPresentation: ticks(100), expected: 40, wraps: true)
        let audio = aligner.align(
            contentType: .audio, discontinuity: 3, firstPresentation: MediaTime(value: 44_100 * 99 + 22_050, timescale: 44_100),
            expected: 39.5,
            wraps: false)
        #expect(audio.offset == main.offset)
    }

    @Test("Content types that start together except for a B-frame delay each start at their own first sample")
    func base() {
        var aligner = TimestampAligner()
        let audio = aligner.align(
            contentType: .audio, discontinuity: 0, firstPresentation: .zero, firstDecode: .zero, expected: 0, wraps: false)
        let video = aligner.align(
            contentType: .main, discontinuity: 0, firstPresentation: ticks(6000.0 / 90_000), firstDecode: .zero, expected: 0, wraps: false)
        #expect(audio.offset.seconds == 0)
        #expect((ticks(6000.0 / 90_000) + video.offset).seconds == 0)
        let next = aligner.align(
            contentType: .main, discontinuity: 0, firstPresentation: ticks(4 + 6000.0 / 90_000), expected: 4, wraps: false)
        #expect(next.offset == video.offset)
        #expect(abs(next.drift) < 1e-9)
    }

    @Test("Audio that starts slightly off the video within a discontinuity keeps its distance", arguments: [0.015, -0.015])
    func middle(distance: Double) {
        var aligner = TimestampAligner()
        let video = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(40.066), expected: 40, wraps: false)
        let audio = aligner.align(
            contentType: .audio, discontinuity: 0, firstPresentation: ticks(40.066 + distance), expected: 40, wraps: false)
        #expect(audio.offset == video.offset)
        #expect(abs(audio.drift - distance) < 1e-4)
    }

    @Test(
        "Audio with encoder priming before the video keeps its distance, whichever arrives first",
        arguments: [true, false])
    func priming(isSoundFirst: Bool) {
        var aligner = TimestampAligner()
        let priming = -1024.0 / 48_000
        var sound: TimestampAligner.Alignment?
        func align(_ contentType: ContentType, from first: Double, decoded: Double) -> TimestampAligner.Alignment {
            aligner.align(
                contentType: contentType, discontinuity: 0, firstPresentation: ticks(60 + first), firstDecode: ticks(60 + decoded),
                expected: 8,
                wraps: false)
        }
        if isSoundFirst { sound = align(.audio, from: priming, decoded: priming) }
        let picture = align(.main, from: 0, decoded: -2.0 / 30)
        let heard = sound ?? align(.audio, from: priming, decoded: priming)
        #expect(picture.offset == heard.offset)
    }

    @Test("Audio that starts after the video keeps its distance")
    func lateSound() {
        var aligner = TimestampAligner()
        let video = aligner.align(
            contentType: .main, discontinuity: 0, firstPresentation: ticks(0.066), firstDecode: .zero, expected: 0, wraps: false)
        let audio = aligner.align(
            contentType: .audio, discontinuity: 0, firstPresentation: ticks(0.1), firstDecode: ticks(0.1), expected: 0, wraps: false)
        #expect(audio.offset == video.offset)
    }

    @Test("A larger distance between content types is kept")
    func distance() {
        var aligner = TimestampAligner()
        let video = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(1), expected: 0, wraps: false)
        let audio = aligner.align(contentType: .audio, discontinuity: 0, firstPresentation: ticks(1.5), expected: 0, wraps: false)
        #expect(audio.offset == video.offset)
        #expect(abs(audio.drift - 0.5) < 1e-9)
    }

    @Test("A content type with another time base is placed by the playlist", arguments: [1000.0, -1000, 6, -6])
    func separateBase(distance: Double) {
        var aligner = TimestampAligner()
        _ = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(2000), expected: 0, wraps: false)
        let audio = aligner.align(
            contentType: .audio, discontinuity: 0, firstPresentation: ticks(2000 + distance), expected: 0, wraps: false)
        #expect(abs((ticks(2000 + distance) + audio.offset).seconds) < 1e-6)
        let next = aligner.align(
            contentType: .audio, discontinuity: 0, firstPresentation: ticks(2004 + distance), expected: 4, wraps: false)
        #expect(next.offset == audio.offset)
        #expect(abs(next.drift) < 1e-6)
        let picture = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(2004), expected: 4, wraps: false)
        #expect(abs(picture.drift) < 1e-6)
    }

    @Test("A content type that joins where the playlist has drifted shares the drift")
    func drifted() {
        var aligner = TimestampAligner()
        let main = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(0), expected: 0, wraps: false)
        _ = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(590), expected: 600, wraps: false)
        let audio = aligner.align(contentType: .audio, discontinuity: 0, firstPresentation: ticks(594), expected: 604, wraps: false)
        #expect(audio.offset == main.offset)
    }

    @Test("33-bit timestamps wrap without a jump, forwards and backwards")
    func wrap() {
        var aligner = TimestampAligner()
        let period = Double(Int64(1) << 33) / 90_000
        let first = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(period - 4), expected: 0, wraps: true)
        let second = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(0), expected: 4, wraps: true)
        #expect((second.unwrapped + second.offset).seconds == 4)
        #expect(second.offset == first.offset)
        let back = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(period - 2), expected: 2, wraps: true)
        #expect(abs((back.unwrapped + back.offset).seconds - 2) < 1e-4)
        let audio = aligner.align(contentType: .audio, discontinuity: 0, firstPresentation: ticks(1), expected: 5, wraps: true)
        #expect(abs((audio.unwrapped + audio.offset).seconds - 5) < 1e-4)
    }

    @Test("Containers with long clocks are not unwrapped")
    func noWrap() {
        var aligner = TimestampAligner()
        _ = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(200_000), expected: 0, wraps: false)
        let later = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(200_004), expected: 4, wraps: false)
        #expect(abs(later.drift) < 1e-9)
    }

    @Test("Samples far from their expected time are reported as drifting")
    func drift() {
        var aligner = TimestampAligner()
        _ = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(0), expected: 0, wraps: false)
        let late = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(7), expected: 4, wraps: false)
        #expect(late.isDrifting)
        #expect(abs(late.drift - 3) < 1e-9)
        aligner.reset(discontinuity: 0)
        #expect(!aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(7), expected: 4, wraps: false).isDrifting)
    }

    @Test("A discontinuity that was reset and aligned again counts as new")
    func resetKeepsOrder() {
        var aligner = TimestampAligner()
        func begin(_ number: Int) {
            _ = aligner.align(
                contentType: .main, discontinuity: number, firstPresentation: ticks(0), expected: Double(number), wraps: false)
        }
        for number in 0..<10 { begin(number) }
        aligner.reset(discontinuity: 0)
        begin(0)
        // Beyond 64, the oldest are dropped; 0 is the newest of the first ten.
        for number in 10..<64 { begin(number) }
        #expect(aligner.knows(0))
        begin(64)
        #expect(aligner.knows(0))
        #expect(!aligner.knows(1))
    }

    @Test("Segments whose timestamps restart without a discontinuity follow each other", arguments: [0.0, 1.48, 95_000])
    func restarts(start: Double) {
        var aligner = TimestampAligner()
        for expected in [0.0, 6, 12, 18] {
            let segment = aligner.align(
                contentType: .main, discontinuity: 0, firstPresentation: ticks(start), expected: expected, wraps: true)
            #expect(abs((segment.unwrapped + segment.offset).seconds - expected) < 0.001)
            #expect(!segment.isDrifting)
        }
        // A segment that is reloaded, or an earlier one, is not a restart.
        let again = aligner.align(contentType: .main, discontinuity: 0, firstPresentation: ticks(start), expected: 18, wraps: true)
        #expect(abs((again.unwrapped + again.offset).seconds - 18) < 0.001)
    }

    @Test("Extreme numbers do no harm")
    func hostile() {
        var aligner = TimestampAligner()
        for value in [Int64.min, .max, 0, -1] {
            for expected in [Double.infinity, -.infinity, .nan, 1e300, 0] {
                _ = aligner.align(
                    contentType: .main, discontinuity: Int(truncatingIfNeeded: value),
                    firstPresentation: MediaTime(value: value, timescale: 90_000),
                    expected: expected, wraps: true)
            }
        }
        for number in 0..<10_000 {
            _ = aligner.align(contentType: .main, discontinuity: number, firstPresentation: .zero, expected: 0, wraps: true)
        }
    }
}
