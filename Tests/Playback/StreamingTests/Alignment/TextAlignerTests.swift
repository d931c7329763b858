// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxStreaming

@Suite("Text on the item's timeline")
struct TextAlignerTests {
    private func read(_ text: String) -> WebVTTClock? { WebVTTClock(Array(text.utf8)) }
    private func ticks(_ value: Int64) -> MediaTime { MediaTime(value: value, timescale: 90_000) }

    @Test(
        "X-TIMESTAMP-MAP is read in either order, with any line endings",
        arguments: [
            "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:01.500,MPEGTS:900000\n\n00:02.000 --> 00:03.000\nx",
            "\u{FEFF}WEBVTT a title\r\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:01.500\r\n\r\n1\r\n00:00:02.000 --> 00:00:03.000 line:0\r\nx",
            "WEBVTT\r\rX-TIMESTAMP-MAP=MPEGTS: 900000, LOCAL: 00:00:01.500\r\r00:02.000 --> 00:03.000",
        ])
    func map(text: String) throws {
        let clock = try #require(read(text))
        #expect(clock.isStated)
        #expect(clock.timestamp == 900_000)
        #expect(clock.local == 1.5)
        #expect(clock.firstCue == TimeRange(start: 2, end: 3))
    }

    @Test(
        "Without a valid map, cue time zero is at timestamp zero",
        arguments: [
            "", "X-TIMESTAMP-MAP=MPEGTS:x,LOCAL:00:00.000", "X-TIMESTAMP-MAP=", "X-TIMESTAMP-MAP=MPEGTS:99999999999999999999,LOCAL:0:0",
        ])
    func noMap(line: String) throws {
        let clock = try #require(read("WEBVTT\n\(line)\n\n01:00.000 --> 01:01.000\nx"))
        #expect(!clock.isStated)
        #expect(clock.timestamp == 0)
        #expect(clock.local == 0)
        #expect(clock.firstCue?.start == 60)
    }

    @Test("A file without a WebVTT header is not WebVTT", arguments: ["", "WEBVT", "WEBVTTX\n", "<tt/>", "\u{FEFF}"])
    func foreign(text: String) { #expect(read(text) == nil) }

    @Test("A truncated file is read without crashing")
    func cut() {
        let whole = Array("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:1\n\n00:00.000 --> 00:00:01.000 line:1\nx".utf8)
        for count in 0...whole.count { _ = WebVTTClock(Array(whole[..<count])) }
        #expect(WebVTTClock(whole)?.firstCue == TimeRange(start: 0, end: 1))
    }

    @Test("The map relates cue times to the media's clock")
    func joined() throws {
        var aligner = TextAligner()
        let clock = try #require(read("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:04.000 --> 00:05.000\nx"))
        // The first frame has timestamp 10 s and is at 0.
        let offset = aligner.offset(of: clock, media: ticks(-900_000), in: TimeRange(start: 4, end: 8))
        #expect(abs(offset) < 1e-9)
    }

    @Test("A clock that has wrapped many times since the map is unwrapped to the segment's position")
    func wraps() throws {
        var aligner = TextAligner()
        // Thirty hours after the map; the video clock has wrapped once and started again.
        let clock = try #require(read("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n30:00:00.000 --> 30:00:01.000\nx"))
        let raw = 30.0 * 3600 - 8_589_934_592.0 / 90_000
        let media = MediaTime(seconds: 20 - raw, timescale: 90_000)
        let offset = aligner.offset(of: clock, media: media, in: TimeRange(start: 20, end: 24))
        #expect(abs(30 * 3600 + offset - 20) < 0.001)
    }

    @Test("Without a map, cue times counted from the presentation's start are recognized and stay in use")
    func fromBeginning() throws {
        var aligner = TextAligner()
        let media = ticks(-900_000)
        let first = try #require(read("WEBVTT\n\n00:01.000 --> 00:02.000\nx"))
        #expect(aligner.offset(of: first, media: media, in: TimeRange(start: 0, end: 4)) == 0)
        let late = try #require(read("WEBVTT\n\n00:13.000 --> 00:14.000\nx"))
        #expect(aligner.offset(of: late, media: media, in: TimeRange(start: 4, end: 16)) == 0)
        var other = TextAligner()
        #expect(other.offset(of: late, media: media, in: TimeRange(start: 0, end: 4)) == -10)
    }

    @Test("Samples with a time base other than the media's are placed by their playlist")
    func samples() {
        let aligner = TextAligner()
        let range = TimeRange(start: 8, end: 12)
        #expect(aligner.offset(ofSamplesFrom: 8.1, media: .zero, in: range) == 0)
        #expect(aligner.offset(ofSamplesFrom: 8, media: ticks(-90_000 * 3600), in: range) == 0)
    }

    @Test("A time finds the media clock of its discontinuity")
    func about() {
        var aligner = TimestampAligner()
        #expect(aligner.offset(at: 0) == nil)
        #expect(aligner.offset(discontinuity: 0) == nil)
        _ = aligner.align(contentType: .main, discontinuity: 5, firstPresentation: ticks(90_000), expected: 8, wraps: true)
        _ = aligner.align(contentType: .main, discontinuity: 4, firstPresentation: ticks(180_000), expected: 4, wraps: true)
        #expect(aligner.offset(discontinuity: 4)?.seconds == 2)
        #expect(aligner.offset(at: 3)?.seconds == 2)
        #expect(aligner.offset(at: 7.9)?.seconds == 2)
        #expect(aligner.offset(at: 8)?.seconds == 7)
        #expect(aligner.offset(at: 100)?.seconds == 7)
    }
}
