// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@testable import WindowboxCaptions

@Suite("Loaded cues") struct CueBufferTests {
    private func time(_ seconds: Double) -> MediaTime { MediaTime(seconds: seconds) }

    private func cue(_ start: Double, _ end: Double, _ text: String = "x") -> Cue { Cue(start: time(start), end: time(end), text: text) }

    private func document(_ cues: Cue...) -> CaptionDocument { CaptionDocument(format: .webVTT, cues: cues) }

    private func texts(_ buffer: CueBuffer, at seconds: Double) -> [String] {
        CaptionScene(tracks: [CaptionTrack(.cues(buffer))], selected: [0]).active(at: time(seconds)).texts
    }

    /// The comparisons that finding the visible cues takes, and the next change.
    private func steps(_ timeline: CueTimeline, at seconds: Double) -> (shown: Int, next: Int) {
        var (shown, next) = (0, 0)
        _ = timeline.indices(overlapping: time(seconds), time(seconds), steps: &shown)
        _ = timeline.nextChange(after: time(seconds), steps: &next)
        return (shown, next)
    }

    @Test("Finding what is on screen takes steps that grow with the logarithm of the number of cues")
    func steps() {
        var largest: [Int] = []
        for count in [200, 2_000, 20_000, 200_000] {
            // A cue of the whole film, and others of two seconds, one a second.
            let cues = [cue(0, Double(count))] + (0..<count).map { cue(Double($0), Double($0) + 2) }
            let timeline = CueTimeline(cues)
            let all = stride(from: 0.5, to: Double(count), by: Double(count) / 97).map { at in
                let steps = steps(timeline, at: at)
                #expect(timeline.shown(at: time(at)).count == (at < 1 ? 2 : 3))
                return max(steps.shown, steps.next)
            }
            largest.append(all.max() ?? 0)
        }
        // Ten times the cues take at most the steps of one more level, not ten times as many.
        for (few, many) in zip(largest, largest.dropFirst()) { #expect(many - few <= LatestEnds.fanOut * 4, "\(largest)") }
        #expect(largest[2] < 500, "\(largest)")
        #expect(largest[3] < 600, "\(largest)")
    }

    @Test("Cues that are never shown, and cues in any order, don't make it slow")
    func hostile() {
        let never = (0..<20_000).map { cue(Double($0), Double($0) - 1) }
        let steps = steps(CueTimeline(never + [cue(30_000, 30_001)]), at: 5)
        #expect(steps.shown < 200, "\(steps)")
        #expect(steps.next < 500, "\(steps)")
        // Each segment comes before the one loaded last.
        var buffer = CueBuffer()
        for second in (0..<1000).reversed() {
            buffer.add(
                document(cue(Double(second), Double(second) + 0.5, "\(second)")), offset: 0,
                in: TimeRange(start: Double(second), duration: 1))
        }
        #expect(buffer.cues.map(\.text) == (0..<1000).map { "\($0)" })
        #expect(texts(buffer, at: 500.25) == ["500"])
    }

    @Test("Adding, trimming and discarding leave the same as a buffer of what remains")
    func changes() {
        var state: UInt64 = 9
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % below
        }
        var buffer = CueBuffer()
        var kept: [Cue] = []
        for round in 0..<400 {
            switch random(8) {
            case 0:
                let at = Double(random(300))
                buffer.discard(from: at)
                kept.removeAll { $0.start.seconds >= at - 0.001 }
            case 1:
                let at = Double(random(100))
                buffer.trim(before: at)
                kept.removeAll { $0.end.seconds <= at }
            default:
                let start = random(300)
                let cues = (0..<random(40)).map { cue(Double(start + random(20)), Double(start + 20 + random(9)), "\(round) \($0)") }
                buffer.add(CaptionDocument(format: .webVTT, cues: cues))
                kept += cues
            }
            let at = Double(random(330)) + 0.5
            #expect(Set(texts(buffer, at: at)) == Set(kept.filter { $0.isShown(at: time(at)) }.map(\.text)), "round \(round)")
            let changes = kept.flatMap { [$0.start, $0.end] }.filter { $0 > time(at) }
            #expect(buffer.timeline.nextChange(after: time(at)) == changes.min())
        }
        #expect(buffer.timeline == CueTimeline(buffer.cues), "the index is that of a new timeline")
    }

    @Test("Of more cues than anyone reads, the newest are kept")
    func limit() {
        var buffer = CueBuffer()
        let count = CueBuffer.maxCues + 7
        buffer.add(CaptionDocument(format: .webVTT, cues: (0..<count).map { cue(Double($0), Double($0) + 1, "\($0)") }))
        #expect(buffer.cues.count == CueBuffer.maxCues)
        #expect(buffer.cues.first?.text == "7")
        #expect(texts(buffer, at: Double(count) - 0.5) == ["\(count - 1)"])
        #expect(texts(buffer, at: 3.5).isEmpty)
    }

    @Test("A repeated cue is recognised by its content: other markup, another layer or style is another cue")
    func repeated() {
        var layered = cue(1, 2, "a")
        layered.layer = 1
        var colored = cue(1, 2, "a")
        colored.style = [Declaration("color", "red")]
        var buffer = CueBuffer()
        buffer.add(document(cue(1, 2, "a"), layered, colored))
        buffer.add(document(cue(1.001, 2.001, "a")))
        #expect(buffer.cues.count == 3)
        // Word timestamps may be rounded differently, too.
        func karaoke(_ stamp: Double) -> Cue {
            Cue(start: time(5), end: time(9), text: "k", tree: [.text("one "), .timestamp(time(stamp)), .text("two")])
        }
        buffer.add(document(karaoke(6)))
        buffer.add(document(karaoke(6.0005)))
        #expect(buffer.cues.count == 4)
    }
}
