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
        let isInserted = timeline.insert(cue(2, 4, "b"))
        #expect(isInserted)
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
        let inserted = [cue(1, 3, "a"), cue(1.001, 3, "a"), cue(1, 3, "b"), cue(1, 4, "a")].map { timeline.insert($0) }
        #expect(inserted == [true, false, true, true])
        #expect(timeline.cues.count == 3)
        var buffer = CueBuffer(read("WEBVTT\n\nSTYLE\n::cue{color:red}\n\nREGION\nid:r\n\n00:01.000 --> 00:03.000 region:r\na"))
        buffer.add(
            read("WEBVTT\n\nSTYLE\n::cue{color:red}\n\nREGION\nid:r\n\n00:01.000 --> 00:03.000 region:r\na\n\n00:02.000 --> 00:05.000\nb"))
        #expect(buffer.cues.map(\.text) == ["a", "b"])
        let shown = CaptionScene(tracks: [CaptionTrack(.cues(buffer))], selected: [0]).active(at: time(2)).document
        #expect(shown.cues.count == 2)
        #expect(shown.regions.count == 1)
        #expect(shown.styleSheets.count == 1)
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
        #expect(timeline.search("cafe", limit: 1).count == 1)
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

    private func track(_ cues: [Cue], _ timing: CaptionTiming = CaptionTiming()) -> CaptionTrack {
        CaptionTrack(CaptionDocument(format: .webVTT, cues: cues), timing: timing)
    }

    @Test("Several tracks are shown at once with their own timing and without overlap")
    func tracks() {
        var scene = CaptionScene(tracks: [track([cue(1, 5, "one")]), track([cue(0, 2, "two")])], selected: [0, 1])
        scene.tracks[1].timing.delay = 2
        #expect(scene.active(at: time(3)).texts == ["one", "two"])
        #expect(scene.active(at: time(4.5)).texts == ["one"])
        #expect(scene.nextChange(after: time(1)) == time(2))
        #expect(scene.nextChange(after: time(2)) == time(4))
        let active = scene.active(at: time(3))
        #expect(active.document.cues.map(\.start.seconds) == [1, 2])
        #expect(active.document.cues.map(\.end.seconds) == [5, 4])
        var layout = CaptionLayout(width: 1000, height: 400)
        #expect(layout.boxes(of: active.document, at: active.time).map(\.frame.y) == [375, 0])
        scene.selected = [7]
        #expect(scene.active(at: time(3)).isEmpty)
    }

    @Test("What is shown stays equal until it changes, also in a file that is stretched")
    func stable() throws {
        let file = read("WEBVTT\n\n00:01.000 --> 00:09.000\none <00:02.000>two\n\n00:03.000 --> 00:04.000\nthree")
        let scene = CaptionScene(tracks: [CaptionTrack(file, timing: CaptionTiming(delay: 0.5, scale: 25 / 23.976))], selected: [0])
        var seen: [ActiveCues] = []
        var next: MediaTime? = time(0)
        while let now = next {
            seen.append(scene.active(at: now))
            next = scene.nextChange(after: now)
            let before = next.map { $0 - MediaTime(seconds: 0.001) } ?? now + time(60)
            #expect(scene.active(at: before) == seen.last)
        }
        #expect(seen.map(\.texts.count) == [0, 1, 1, 2, 1, 0])
        #expect(seen.count == 6 && seen[4] == seen[2] && Set(seen).count == 4)
    }

    @Test("Without a selection forced cues are shown, and after a short rewind all cues up to where it began")
    func fallback() {
        var scene = CaptionScene(tracks: [track([cue(0, 60, "all"), cue(0, 60, "sign", isForced: true)])], fallback: 0)
        func shown(_ seconds: Double) -> [String] { scene.active(at: time(seconds)).texts }
        #expect(shown(20) == ["sign"])
        scene.seeked(from: time(30), to: time(20))
        #expect(shown(20) == ["all", "sign"])
        #expect(shown(29.9) == ["all", "sign"])
        #expect(shown(30) == ["sign"])
        #expect(scene.nextChange(after: time(20)) == time(30))
        scene.seeked(from: time(25), to: time(15))
        #expect(shown(24) == ["all", "sign"])
        #expect(shown(26) == ["sign"])
        scene.seeked(from: time(20), to: time(22))
        #expect(shown(22) == ["sign"])
        scene.seeked(from: time(50), to: time(10))
        #expect(shown(10) == ["sign"])
        scene.fallback = nil
        #expect(shown(10).isEmpty)
        scene.fallback = 0
        scene.tracks[0].isForced = true
        #expect(shown(50) == ["all", "sign"])
    }
}
