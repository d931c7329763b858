// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxEngine
import WindowboxMedia

@testable import WindowboxGTK

@Suite("Captions")
struct CaptionTests {
    private func text(_ cues: String) -> [UInt8] { Array(("WEBVTT\n\n" + cues).utf8) }

    @Test("A cue has its times and its lines; names, settings, notes and styles are passed over")
    func cues() {
        let file = """
            WEBVTT a title\r
            \r
            NOTE 00:01.000 is no cue\r
            \r
            STYLE\r
            ::cue { color: red }\r
            \r
            first\r
            00:01.000 --> 00:02.500 line:10% align:start\r
            One\r
            and two\r
            \r
            1:00:00.000 --> 1:00:01.000\r
            An hour later
            """
        let entries = CueReader.entries(of: Array(file.utf8))
        #expect(entries.map(\.payload) == ["One\nand two", "An hour later"])
        #expect(entries.map(\.timeRange) == [TimeRange(start: 1, end: 2.5), TimeRange(start: 3600, end: 3601)])
    }

    @Test(
        "What is no WebVTT, or no time, gives no cues",
        arguments: [
            "", "WEBVT\n\n00:01.000 --> 00:02.000\nx", "WEBVTT\n\n00:02.000 --> 00:01.000\nx", "WEBVTT\n\n00:99.000 --> 99:99.000\nx",
            "WEBVTT\n\n--> 00:01.000\nx", "WEBVTT\n\n00:01.000 -->",
        ])
    func bad(_ file: String) { #expect(CueReader.entries(of: Array(file.utf8)) == []) }

    @Test("Italics, bold and underline are kept, other tags leave their words, and entities are what they stand for")
    func markup() {
        let runs = CaptionMarkup.runs(of: "<v Anna>a <i>b <b>c</b></i> &lt;d&gt; &amp; <c.red>e</c> <u>f</u> 5 & 6")
        #expect(
            runs == [
                CaptionRun("a "), CaptionRun("b ", isItalic: true), CaptionRun("c", isItalic: true, isBold: true),
                CaptionRun(" <d> & e "), CaptionRun("f", isUnderlined: true), CaptionRun(" 5 & 6"),
            ])
        #expect(CaptionMarkup.runs(of: "a <i").map(\.text) == ["a "])
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
