// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

/// A picture of 1000 × 400, in which a line is 25 high and a letter 10 wide.
@Suite struct LayoutTests {
    private func boxes(_ cues: String...) -> [CaptionBox] {
        var layout = CaptionLayout(width: 1000, height: 400)
        return layout.boxes(
            of: read("WEBVTT\n\nREGION\nid:r\nwidth:40%\nlines:2\nviewportanchor:10%,90%\nscroll:up\n\n" + cues.joined(separator: "\n\n")),
            at: .zero)
    }

    private func cue(_ settings: String, _ text: String = "abc") -> String { "00:00.000 --> 00:01.000 \(settings)\n\(text)" }

    @Test("A cue without settings is at the bottom, as high as its lines")
    func usual() {
        #expect(boxes(cue("")).map(\.frame) == [Rectangle(x: 0, y: 375, width: 1000, height: 25)])
        #expect(boxes(cue("", "a\nb")).map(\.frame) == [Rectangle(x: 0, y: 350, width: 1000, height: 50)])
    }

    @Test(
        "Position, size and alignment determine the width of the box",
        arguments: [
            ("position:20% align:left", 200.0, 800.0), ("position:20%", 0, 400), ("position:80%,line-right size:50%", 300, 500),
            ("align:right size:30%", 700, 300), ("position:25%,center size:20%", 150, 200), ("align:start size:40%", 500, 400),
        ])
    func width(_ settings: String, _ x: Double, _ width: Double) {
        let frame = boxes(cue(settings)).first?.frame
        #expect(frame?.x == x)
        #expect(frame?.width == width)
    }

    @Test("Right-to-left text starts at the right")
    func rightToLeft() {
        let frame = boxes(cue("align:start position:60%", "שלום")).first?.frame
        #expect(frame?.x == 0)
        #expect(frame?.width == 600)
    }

    @Test(
        "Lines count from the top or the bottom, percentages from their alignment",
        arguments: [
            ("line:0", 0.0), ("line:2", 50), ("line:-2", 350), ("line:99", 375), ("line:-99", 0), ("line:50%", 200),
            ("line:50%,center", 187.5),
            ("line:50%,end", 175), ("line:100%", 375), ("line:0%,end", 0),
        ])
    func lines(_ settings: String, _ y: Double) { #expect(boxes(cue(settings)).first?.frame.y == y) }

    @Test("Overlapping cues move apart")
    func overlap() {
        #expect(boxes(cue("", "a\nb"), cue(""), cue("line:0"), cue("line:0")).map(\.frame.y) == [350, 325, 0, 25])
        #expect(boxes(cue("line:50%"), cue("line:50%")).map(\.frame.y) == [200, 175])
        let many = boxes(cue("", (0..<16).map { "\($0)" }.joined(separator: "\n")), cue(""))
        #expect(many.count == 1 && many[0].frame.height == 400)
    }

    @Test("Long text breaks at spaces, and within words longer than a line")
    func breaking() {
        #expect(boxes(cue("size:10%", "one two three fourteenletters")).first?.lines == ["one two", "three", "fourteenle", "tters"])
    }

    @Test("Vertical text grows from its side")
    func vertical() {
        #expect(boxes(cue("vertical:rl line:0", "a\nb")).map(\.frame) == [Rectangle(x: 950, y: 0, width: 50, height: 400)])
        #expect(boxes(cue("vertical:lr line:0", "a\nb")).map(\.frame) == [Rectangle(x: 0, y: 0, width: 50, height: 400)])
        #expect(boxes(cue("vertical:lr line:-1")).map(\.frame.x) == [975])
    }

    @Test("Cues in a region are stacked with the last at the bottom, and clipped by the region")
    func region() {
        let placed = boxes(cue("region:r", "one"), cue("region:r", "two"), cue("region:r", "three"))
        #expect(placed.map(\.frame.y) == [288, 312, 336])
        #expect(placed.map(\.frame.x) == [100, 100, 100])
        #expect(placed.first?.clip == Rectangle(x: 100, y: 312, width: 400, height: 48))
        #expect(placed.map(\.region) == ["r", "r", "r"])
    }

    private func ttml(_ region: String, _ paragraphs: String) -> CaptionDocument {
        read(
            "<tt xmlns:tts=\"http://www.w3.org/ns/ttml#styling\"><head><layout><region xml:id=\"r\" tts:origin=\"10% 50%\" "
                + "tts:extent=\"50% 40%\" \(region)/></layout></head><body><div region=\"r\">\(paragraphs)</div></body></tt>")
    }

    static let aligned: [(attributes: String, y: [Double], x: Double)] = [
        ("", [200.0, 225], 100.0), ("tts:displayAlign=\"center\"", [255, 280], 100), ("tts:displayAlign=\"after\"", [310, 335], 100),
        ("tts:padding=\"5rh 2rw\"", [220, 245], 120), ("tts:displayAlign=\"after\" tts:padding=\"5rh 2rw\"", [290, 315], 120),
    ]

    @Test("TTML regions align paragraphs at the start, middle or end, within their padding", arguments: LayoutTests.aligned)
    func displayAlign(_ attributes: String, _ y: [Double], _ x: Double) {
        var layout = CaptionLayout(width: 1000, height: 400)
        let boxes = layout.boxes(of: ttml(attributes, "<p>a</p><p>b</p>"), at: .zero)
        #expect(boxes.map(\.frame.y) == y)
        #expect(boxes.map(\.frame.x) == [x, x])
        #expect(boxes.first?.window == Rectangle(x: 100, y: 200, width: 500, height: 160))
        #expect(boxes.first?.clip == boxes.first?.window)
    }

    @Test("Vertical TTML regions place lines side by side from their own side")
    func verticalRegions() {
        var layout = CaptionLayout(width: 1000, height: 400)
        let left = layout.boxes(of: ttml("tts:writingMode=\"tblr\"", "<p>a<br/>b</p><p>c</p>"), at: .zero)
        #expect(left.map(\.frame.x) == [100, 150])
        #expect(left.map(\.frame.width) == [50, 25])
        #expect(left.map(\.frame.height) == [160, 160])
        let right = layout.boxes(of: ttml("tts:writingMode=\"tbrl\"", "<p>a<br/>b</p><p>c</p>"), at: .zero)
        #expect(right.map(\.frame.x) == [550, 525])
    }

    @Test("Font size and line height come from the cue, or else from its region")
    func inheritedSizes() {
        var layout = CaptionLayout(width: 1000, height: 400)
        let document = ttml("tts:fontSize=\"10vh\" tts:lineHeight=\"200%\"", "<p tts:fontSize=\"1c\">a</p>")
        let box = layout.boxes(of: document, at: .zero).first
        #expect(abs((box?.fontSize ?? 0) - 26.668) < 0.01)
        #expect(abs((box?.lineHeight ?? 0) - 53.336) < 0.01)
    }

    @Test("Cues avoid the safe area's margins and overlays")
    func obstacles() {
        var layout = CaptionLayout(width: 1000, height: 400)
        layout.safeArea = CaptionInsets(top: 5, right: 10, bottom: 5, left: 10)
        let document = read("WEBVTT\n\n\(cue("", "a"))\n\n\(cue("line:0", "b"))\n\n\(cue("line:50%", "c"))")
        #expect(
            layout.boxes(of: document, at: .zero).map(\.frame) == [
                Rectangle(x: 100, y: 355, width: 800, height: 25), Rectangle(x: 100, y: 20, width: 800, height: 25),
                Rectangle(x: 0, y: 200, width: 1000, height: 25),
            ])
        layout.safeArea = CaptionInsets()
        layout.obstacles = [Rectangle(x: 0, y: 340, width: 1000, height: 60), Rectangle(x: 0, y: 190, width: 1000, height: 60)]
        #expect(layout.boxes(of: document, at: .zero).map(\.frame.y) == [300, 0, 165])
    }

    @Test("A percentage position moves to the nearest free place, sideways if that is nearer")
    func nearest() {
        let placed = boxes(cue("line:50% position:0%,line-left size:20%"), cue("line:50% position:19%,line-left size:20%"))
        #expect(placed.map(\.frame.x) == [0, 200])
        #expect(placed.map(\.frame.y) == [200, 200])
    }

    @Test("A scrolling region moves the next cue in from below over the scroll duration")
    func scroll() {
        let document = read(
            "WEBVTT\n\nREGION\nid:r\nlines:2\nscroll:up\n\n00:00.000 --> 00:09.000 region:r\na\n\n00:01.000 --> 00:09.000 region:r\nb")
        var layout = CaptionLayout(width: 1000, height: 400)
        layout.scrollDuration = 0.4
        func y(_ seconds: Double) -> [Double] { layout.boxes(of: document, at: MediaTime(seconds: seconds)).map(\.frame.y) }
        #expect(y(0) == [376])
        #expect(!layout.isMoving)
        #expect(y(1) == [376, 400])
        #expect(layout.isMoving)
        #expect(y(1.1).map { ($0 * 10).rounded() / 10 } == [370, 394])
        #expect(y(1.4) == [352, 376])
        #expect(!layout.isMoving)
    }

    @Test("Higher layers are drawn later, whatever the order of cues")
    func layers() {
        var layout = CaptionLayout(width: 1000, height: 400)
        let cues = [3, 0, 3, 1].map { Cue(start: .zero, end: MediaTime(value: 1, timescale: 1), text: "a", layer: $0) }
        let boxes = layout.boxes(of: CaptionDocument(format: .subStation, cues: cues), at: .zero)
        #expect(boxes.map(\.cue) == [1, 3, 0, 2])
        #expect(boxes.map(\.layer) == [0, 1, 3, 3])
    }

    @Test("In a portrait video, the font size is relative to the width")
    func upright() {
        var layout = CaptionLayout(width: 400, height: 1000)
        let box = layout.boxes(of: read("WEBVTT\n\n" + cue("")), at: .zero).first
        #expect(box?.fontSize == 20)
        #expect(box?.moved(x: 5, y: 10).frame == Rectangle(x: 5, y: 985, width: 400, height: 25))
    }

    @Test("Of a text without end in tiny letters only the beginning is laid out")
    func endless() {
        var measured = 0
        var layout = CaptionLayout(width: 4000, height: 2000, fontSize: 1) { text, size in
            measured += text.utf8.count
            return CaptionLayout.estimate(text, size)
        }
        let document = read("WEBVTT\n\n\(cue("", String(repeating: "x ", count: 500_000)))")
        let box = layout.boxes(of: document, at: .zero).first
        #expect(box.map { (1000...4000).contains($0.lines.joined().count) } == true)
        #expect(measured < 10_000_000)
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
