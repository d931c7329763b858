// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("Caption playback") struct CaptionPlayingTests {
    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }
    private func cue(_ start: Double, _ end: Double, _ text: String, isForced: Bool = false) -> Cue {
        Cue(start: time(start), end: time(end), text: text, isForced: isForced)
    }

    private func texts(_ timeline: CueTimeline, _ seconds: Double) -> [String] {
        timeline.shown(at: time(seconds)).map { timeline.cues[$0].text }
    }

    @Test("A timeline returns the visible cues and the next change, whatever order cues arrive in")
    func timeline() {
        var timeline = CueTimeline([cue(5, 6, "c"), cue(1, 100, "a"), cue(3, 2, "never")])
        #expect(timeline.insert(cue(2, 4, "b")))
        #expect(timeline.cues.map(\.text) == ["a", "b", "never", "c"])
        #expect(texts(timeline, 0).isEmpty)
        #expect(texts(timeline, 1) == ["a"])
        #expect(texts(timeline, 3) == ["a", "b"])
        #expect(texts(timeline, 4) == ["a"])
        let changes = sequence(first: time(-1)) { timeline.nextChange(after: $0) }.dropFirst().map(\.seconds)
        #expect(changes == [1, 2, 4, 5, 6, 100])
        timeline.remove(from: time(5))
        timeline.remove(endingBy: time(4))
        #expect(timeline.cues.map(\.text) == ["a"])
    }

    @Test("A timeline agrees with checking each of thousands of cues")
    func many() {
        var state: UInt64 = 5
        func random(_ below: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % below
        }
        var timeline = CueTimeline()
        var all: [Cue] = []
        for number in 0..<3000 {
            let start = random(100_000)
            let cue = Cue(
                start: MediaTime(value: start, timescale: 10), end: MediaTime(value: start + random(200) - 10, timescale: 10),
                text: "\(number)")
            all.append(cue)
            timeline.insert(cue)
        }
        for _ in 0..<300 {
            let moment = MediaTime(value: random(100_000), timescale: 10)
            #expect(
                Set(timeline.shown(at: moment).map { timeline.cues[$0].text }) == Set(all.filter { $0.isShown(at: moment) }.map(\.text)))
            let shown = all.filter { $0.start < $0.end }
            let next = (shown.map(\.start) + shown.map(\.end)).filter { $0 > moment }.min()
            #expect(timeline.nextChange(after: moment) == next)
        }
    }

    @Test("A cue repeated in adjacent segments is stored once")
    func repeated() {
        var timeline = CueTimeline()
        #expect(timeline.insert(cue(1, 3, "a")))
        #expect(!timeline.insert(cue(1.001, 3, "a")))
        #expect(timeline.insert(cue(1, 3, "b")))
        #expect(timeline.insert(cue(1, 4, "a")))
        #expect(timeline.cues.count == 3)
        var track = CaptionTrack(read("WEBVTT\n\nSTYLE\n::cue{color:red}\n\nREGION\nid:r\n\n00:01.000 --> 00:03.000 region:r\na"))
        track.add(
            read("WEBVTT\n\nSTYLE\n::cue{color:red}\n\nREGION\nid:r\n\n00:01.000 --> 00:03.000 region:r\na\n\n00:04.000 --> 00:05.000\nb"))
        #expect(track.timeline.cues.map(\.text) == ["a", "b"])
        #expect(track.regions.count == 1)
        #expect(track.styleSheets.count == 1)
    }

    @Test("Search ignores case, and ignores diacritics unless the query has them")
    func search() {
        let timeline = CueTimeline([
            cue(1, 2, "Un Café\nnoir"), cue(2, 3, "un café noir"), cue(5, 6, "le CAFE"), cue(7, 8, "Straße ЁЖ"), cue(9, 9, "cafe"),
        ])
        #expect(timeline.search("cafe").map(\.start.seconds) == [1, 2, 5])
        #expect(timeline.search("café").map(\.start.seconds) == [1, 2])
        #expect(timeline.search("noir UN").map(\.text) == ["Un Café noir", "un café noir"])
        #expect(timeline.search("  ").isEmpty)
        #expect(timeline.search("еж").map(\.index) == [3])
        #expect(timeline.search("cafe", most: 1).count == 1)
    }

    @Test("Spoken lines are listed once each")
    func lines() {
        let timeline = CueTimeline([cue(1, 2, "A"), cue(2, 3, "A\nB"), cue(3, 4, "B\nC"), cue(8, 9, "later")])
        #expect(timeline.lines(from: time(1.5), to: time(5)) == ["A", "B", "C"])
        #expect(timeline.lines(from: time(4), to: time(8)).isEmpty)
    }

    @Test("Delay and scale adapt files made for another cut or frame rate")
    func timing() throws {
        #expect(CaptionTiming(delay: -1.5).playTime(of: time(10)).seconds == 8.5)
        #expect(CaptionTiming(delay: 2).fileTime(at: time(10)).seconds == 8)
        let timing = try #require(CaptionTiming(first: (10, 12), second: (110, 107)))
        #expect(abs(timing.scale - 0.95) < 1e-12)
        #expect(abs(timing.delay - 2.5) < 1e-12)
        #expect(abs(timing.playTime(of: timing.fileTime(at: time(50))).seconds - 50) < 1e-5)
        #expect(CaptionTiming(first: (10, 12), second: (10, 14)) == nil)
        #expect(CaptionTiming(first: (10, 12), second: (20, 2)) == nil)
        #expect(CaptionTiming(delay: .nan, scale: 0) == CaptionTiming())
    }

    @Test("Several tracks are shown at once with their own timing and without overlap")
    func tracks() {
        var scene = CaptionScene(
            tracks: [CaptionTrack(timeline: CueTimeline([cue(1, 5, "one")])), CaptionTrack(timeline: CueTimeline([cue(0, 2, "two")]))],
            selected: [0, 1])
        scene.tracks[1].timing.delay = 2
        #expect(scene.shown(at: time(3)) == [.init(track: 0, cues: [0]), .init(track: 1, cues: [0])])
        #expect(scene.shown(at: time(4.5)).count == 1)
        #expect(scene.nextChange(after: time(1)) == time(2))
        #expect(scene.nextChange(after: time(2)) == time(4))
        let boxes = scene.boxes(at: time(3)) { CaptionLayout(width: 1000, height: 400, styling: CaptionStyling(sheets: $0)) }
        #expect(boxes.map(\.track) == [0, 1])
        #expect(boxes.map(\.box.frame.y) == [375, 350])
        #expect(boxes.map(\.box.cue) == [0, 0])
        scene.selected = [7]
        #expect(scene.shown(at: time(3)).isEmpty)
    }

    @Test("Without a selection forced cues are shown, and after a short rewind all cues up to where it began")
    func fallback() {
        var scene = CaptionScene(
            tracks: [CaptionTrack(timeline: CueTimeline([cue(0, 60, "all"), cue(0, 60, "sign", isForced: true)]))], fallback: 0)
        func shown(_ seconds: Double) -> [Int] { scene.shown(at: time(seconds)).flatMap(\.cues) }
        #expect(shown(20) == [1])
        scene.seeked(from: time(30), to: time(20))
        #expect(shown(20) == [0, 1])
        #expect(shown(29.9) == [0, 1])
        #expect(shown(30) == [1])
        #expect(scene.nextChange(after: time(20)) == time(30))
        scene.seeked(from: time(25), to: time(15))
        #expect(shown(24) == [0, 1])
        #expect(shown(26) == [1])
        scene.seeked(from: time(20), to: time(22))
        #expect(shown(22) == [1])
        scene.seeked(from: time(50), to: time(10))
        #expect(shown(10) == [1])
        scene.fallback = nil
        #expect(shown(10).isEmpty)
        scene.fallback = 0
        scene.tracks[0].isForced = true
        #expect(shown(50) == [0, 1])
    }
}
