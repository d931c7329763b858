// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

/// A picture of 1000 by 400, where a line is 25 high and a letter 10 wide.
@Suite struct LayoutTests {
    private func boxes(_ cues: String...) -> [CaptionBox] {
        var layout = CaptionLayout(width: 1000, height: 400)
        return layout.boxes(
            of: read("WEBVTT\n\nREGION\nid:r\nwidth:40%\nlines:2\nviewportanchor:10%,90%\nscroll:up\n\n" + cues.joined(separator: "\n\n")),
            at: .zero)
    }

    private func cue(_ settings: String, _ text: String = "abc") -> String { "00:00.000 --> 00:01.000 \(settings)\n\(text)" }

    @Test("A cue without settings lies at the bottom, as many lines as it has")
    func usual() {
        #expect(boxes(cue("")).map(\.frame) == [CaptionFrame(x: 0, y: 375, width: 1000, height: 25)])
        #expect(boxes(cue("", "a\nb")).map(\.frame) == [CaptionFrame(x: 0, y: 350, width: 1000, height: 50)])
    }

    @Test(
        "Position, size and alignment give the box its width",
        arguments: [
            ("position:20% align:left", 200.0, 800.0), ("position:20%", 0, 400), ("position:80%,line-right size:50%", 300, 500),
            ("align:right size:30%", 700, 300), ("position:25%,center size:20%", 150, 200), ("align:start size:40%", 500, 400),
        ])
    func width(_ settings: String, _ x: Double, _ width: Double) {
        let frame = boxes(cue(settings)).first?.frame
        #expect(frame?.x == x && frame?.width == width)
    }

    @Test("Text from right to left starts at the right")
    func rightToLeft() {
        let frame = boxes(cue("align:start position:60%", "שלום")).first?.frame
        #expect(frame?.x == 0 && frame?.width == 600)
    }

    @Test(
        "Lines count from the top and from the bottom, percentages from their alignment",
        arguments: [
            ("line:0", 0.0), ("line:2", 50), ("line:-2", 350), ("line:99", 375), ("line:-99", 0), ("line:50%", 200),
            ("line:50%,center", 187.5),
            ("line:50%,end", 175), ("line:100%", 375), ("line:0%,end", 0),
        ])
    func lines(_ settings: String, _ y: Double) { #expect(boxes(cue(settings)).first?.frame.y == y) }

    @Test("Cues at the same place move out of each other's way")
    func overlap() {
        #expect(boxes(cue("", "a\nb"), cue(""), cue("line:0"), cue("line:0")).map(\.frame.y) == [350, 325, 0, 25])
        #expect(boxes(cue("line:50%"), cue("line:50%")).map(\.frame.y) == [200, 175])
        let many = boxes(cue("", (0..<16).map { "\($0)" }.joined(separator: "\n")), cue(""))
        #expect(many.count == 1 && many[0].frame.height == 400)
    }

    @Test("Long text is broken at spaces, and within words that fill more than a line")
    func breaking() {
        #expect(boxes(cue("size:10%", "one two three fourteenletters")).first?.lines == ["one two", "three", "fourteenle", "tters"])
    }

    @Test("Vertical text grows from its side")
    func vertical() {
        #expect(boxes(cue("vertical:rl line:0", "a\nb")).map(\.frame) == [CaptionFrame(x: 950, y: 0, width: 50, height: 400)])
        #expect(boxes(cue("vertical:lr line:0", "a\nb")).map(\.frame) == [CaptionFrame(x: 0, y: 0, width: 50, height: 400)])
        #expect(boxes(cue("vertical:lr line:-1")).map(\.frame.x) == [975])
    }

    @Test("Cues in a region lie one below the other, the last at its bottom, and are cut off by it")
    func region() {
        let placed = boxes(cue("region:r", "one"), cue("region:r", "two"), cue("region:r", "three"))
        #expect(placed.map(\.frame.y) == [288, 312, 336] && placed.map(\.frame.x) == [100, 100, 100])
        #expect(placed.first?.clip == CaptionFrame(x: 100, y: 312, width: 400, height: 48) && placed.map(\.region) == ["r", "r", "r"])
    }

    @Test("Nothing is shown outside its time, and absurd values do no harm")
    func bounds() {
        var layout = CaptionLayout(width: 0, height: -5)
        let document = read("WEBVTT\n\n\(cue("line:99999999999999999999 size:0% position:0%", String(repeating: "x ", count: 10_000)))")
        #expect(layout.boxes(of: document, at: MediaTime(value: 1, timescale: 1)).isEmpty)
        _ = layout.boxes(of: document, at: .zero)
        #expect(layout.boxes(of: document, at: MediaTime(value: -1, timescale: 1)).isEmpty)
    }
}
