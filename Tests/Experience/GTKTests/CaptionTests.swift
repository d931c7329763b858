// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Captions")
struct CaptionTests {
    private func text(_ cues: String) -> [UInt8] { Array(("WEBVTT\n\n" + cues).utf8) }

    @Test("Italics, bold and underline are kept, other tags leave their words, and ruby stands behind what it explains")
    func runs() {
        let words = "<v Anna>a <i>b <b>c</b></i> &lt;d&gt; &amp; <c.red>e</c> <u>f</u> 5 & 6 <ruby>字<rt>ji</rt></ruby>"
        let cues = CaptionDocument.read(text("00:01.000 --> 00:02.500 line:10%\n\(words)\n\n00:03.000 --> 00:02.000\nnever")).captions()
        #expect(
            cues == [
                CaptionCue(
                    TimeRange(start: 1, end: 2.5),
                    [
                        CaptionRun("a "), CaptionRun("b ", isItalic: true), CaptionRun("c", isItalic: true, isBold: true),
                        CaptionRun(" <d> & e "), CaptionRun("f", isUnderlined: true), CaptionRun(" 5 & 6 字(ji)"),
                    ])
            ])
    }

    @Test("A sample of TTML holds for its own span, whatever it says, with the look it gives its words")
    func ttml() {
        let document = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div>
            <p begin="3s" end="60s">Hi <span tts:fontStyle="italic">there</span></p><p begin="9s" end="10s">later</p>
            </div></body></tt>
            """
        var shelf = CaptionShelf()
        let range = TimeRange(start: 104, end: 106)
        shelf.handle(.loaded(TextResource(rendition: 0, format: .ttml, bytes: Array(document.utf8), range: range, offset: 100)))
        #expect(shelf.cues.map(\.timeRange) == [range])
        #expect(shelf.cues.map(\.text) == ["Hi there"])
        #expect(shelf.cues.first?.runs.map(\.isItalic) == [false, true])
    }

    @Test("Cues stand on the item's timeline, once each, and go when the engine says so")
    func shelf() {
        func resource(_ cues: String, at offset: Double) -> TextFact {
            .loaded(
                TextResource(
                    rendition: 0, format: .webVTT, bytes: text(cues), range: TimeRange(start: offset, end: offset + 10), offset: offset))
        }
        var shelf = CaptionShelf()
        shelf.handle(resource("00:11.000 --> 00:13.000\nlater\n\n00:01.000 --> 00:03.000\nfirst", at: 100))
        shelf.handle(resource("00:01.000 --> 00:03.000\nlater", at: 110))
        #expect(shelf.cues.map(\.text) == ["first", "later"])
        #expect(shelf.active(at: 101).map(\.text) == ["first"])
        #expect(shelf.active(at: 103) == [])
        #expect(shelf.nextChange(after: 101) == 103)
        #expect(shelf.nextChange(after: 103) == 111)
        #expect(shelf.nextChange(after: 113) == nil)
        shelf.handle(.trimmed(before: 105))
        #expect(shelf.cues.map(\.text) == ["later"])
        shelf.handle(.discarded(from: 111))
        #expect(shelf.cues == [])
    }

    @Test("A sample of a WebVTT track has its text in boxes, and its own span")
    func samples() {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = content.count + 8
            return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(name.utf8) + content
        }
        let sample = box("vttc", box("sttg", []) + box("payl", Array("<i>Hi</i>".utf8))) + box("vtte", [])
        var shelf = CaptionShelf()
        let range = TimeRange(start: 4, end: 5)
        shelf.handle(.loaded(TextResource(rendition: 0, format: .webVTTSample, bytes: sample, range: range, offset: 0)))
        #expect(shelf.cues == [CaptionCue(range, [CaptionRun("Hi", isItalic: true)])])
    }

    @Test("Boxes stand where they say, within their room, and above each other where they would meet")
    func layout() {
        let layout = CaptionLayout(
            picture: Rectangle(x: 0, y: 100, width: 400, height: 200), room: Rectangle(x: 8, y: 8, width: 384, height: 250))
        let boxes = CaptionBox.plain([CaptionCue(.zero, [CaptionRun("a")]), CaptionCue(.zero, [CaptionRun("b")])])
        let places = layout.places([(boxes[0], 100, 30), (boxes[1], 200, 20)])
        #expect(places[1] == Rectangle(x: 100, y: 238, width: 200, height: 20))
        #expect(places[0] == Rectangle(x: 150, y: 204, width: 100, height: 30))
        #expect(layout.places([(CaptionBox([], x: 0, y: 0, horizontalAnchor: .start, verticalAnchor: .start), 50, 20)])[0]?.x == 8)
        #expect(layout.places([(boxes[0], 100, 200), (boxes[1], 100, 200)])[0] == nil)
    }

    @Test("Each item has cues of its own")
    func feed() {
        var feed = CaptionFeed()
        let range = TimeRange(start: 0, end: 9)
        for (id, words) in [(1, "one"), (2, "two")] {
            let file = text("00:01.000 --> 00:02.000\n\(words)")
            feed.handle(.loaded(TextResource(rendition: 0, format: .webVTT, bytes: file, range: range, offset: 0)), of: ItemID(id))
        }
        #expect(feed.shelf(of: ItemID(2)).cues.map(\.text) == ["two"])
        #expect(feed.shelf(of: nil).cues == [])
    }
}
