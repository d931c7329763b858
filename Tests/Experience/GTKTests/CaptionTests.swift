// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxEngine
import WindowboxMedia

@testable import WindowboxCaptionDrawing
@testable import WindowboxGTK

@Suite("Captions")
struct CaptionTests {
    private func text(_ cues: String) -> [UInt8] { Array(("WEBVTT\n\n" + cues).utf8) }

    @Test("Cues that are never visible, or empty, are dropped")
    func kept() {
        let file = "00:01.000 --> 00:02.500\nseen\n\n00:03.000 --> 00:02.000\nnever\n\n00:03.000 --> 00:04.000\n<b> </b>"
        #expect(CueBuffer(CaptionDocument.read(text(file))).texts == ["seen"])
    }

    @Test("A TTML sample is limited to its own duration, and keeps its text styles")
    func ttml() {
        let document = """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body><div>
            <p begin="3s" end="60s">Hi <span tts:fontStyle="italic">there</span></p><p begin="9s" end="10s">later</p>
            </div></body></tt>
            """
        var shelf = CueBuffer()
        let range = TimeRange(start: 104, end: 106)
        shelf.handle(.loaded(TextResource(rendition: 0, format: .sample(.ttml), bytes: Array(document.utf8), range: range, offset: 100)))
        #expect(shelf.cues.map(\.start.seconds) == [104])
        #expect(shelf.cues.map(\.end.seconds) == [106])
        #expect(shelf.texts == ["Hi there"])
        let active = shelf.active(at: 105)
        let runs = CaptionStyling().runs(of: active.document.cues[0], at: active.time)
        #expect(runs.map { $0.style["font-style"] } == [nil, "italic"])
    }

    @Test("Cues are on the item's timeline, without duplicates, and removed on the engine's request")
    func shelf() {
        func resource(_ cues: String, at offset: Double) -> TextFact {
            .loaded(
                TextResource(
                    rendition: 0, format: .webVTT, bytes: text(cues), range: TimeRange(start: offset, end: offset + 10), offset: offset))
        }
        var shelf = CueBuffer()
        shelf.handle(resource("00:11.000 --> 00:13.000\nlater\n\n00:01.000 --> 00:03.000\nfirst", at: 100))
        shelf.handle(resource("00:01.000 --> 00:03.000\nlater", at: 110))
        #expect(shelf.texts == ["first", "later"])
        #expect(shelf.active(at: 101).texts == ["first"])
        #expect(shelf.active(at: 103) == .none)
        #expect(shelf.nextChange(after: 101) == 103)
        #expect(shelf.nextChange(after: 103) == 111)
        #expect(shelf.nextChange(after: 113) == nil)
        shelf.handle(.trimmed(before: 105))
        #expect(shelf.texts == ["later"])
        shelf.handle(.discarded(from: 111))
        #expect(shelf.cues == [])
    }

    @Test(
        "1.2 D18 A cue that overlaps an ad is hidden during it, in any order of segments",
        arguments: [[0, 1, 2, 3, 4], [3, 4, 2, 1, 0], [0, 3, 4, 1, 2, 1]])
    func overAds(_ order: [Int]) {
        // Content of 4 s, an ad of 5 s in two segments, and the content after it, whose clock continues.
        let over = "00:03.000 --> 00:04.600\nover\n\n"
        let segments: [(cues: String, range: TimeRange, offset: Double)] = [
            ("00:00.500 --> 00:01.000\none\n\n", TimeRange(start: 0, end: 2), 0), (over, TimeRange(start: 2, end: 4), 0),
            ("", TimeRange(start: 4, end: 6), -1.4), ("", TimeRange(start: 6, end: 9), -1.4),
            (over + "00:04.800 --> 00:05.900\nfour", TimeRange(start: 9, end: 11), 5),
        ]
        var shelf = CueBuffer()
        for index in order {
            let (cues, range, offset) = segments[index]
            shelf.handle(.loaded(TextResource(rendition: 0, format: .webVTT, bytes: text(cues), range: range, offset: offset)))
        }
        #expect(shelf.active(at: 3.5).texts == ["over"])
        #expect(shelf.active(at: 9.3).texts == ["over"])
        #expect(shelf.active(at: 10).texts == ["four"])
        for time in [4, 4.3, 5, 7.9, 8.5, 8.99] { #expect(shelf.active(at: time) == .none, "\(time)") }
        #expect(shelf.nextChange(after: 3.5) == 4)
        #expect(shelf.nextChange(after: 4) == 9)
        #expect(shelf.nextChange(after: 9) == 9.6)
        shelf.handle(.discarded(from: 0))
        #expect(shelf == CueBuffer())
    }

    @Test("A cue changes at its inner timestamps, on the item's timeline, and stays the same in between")
    func stamps() {
        var shelf = CueBuffer()
        let file = text("00:01.000 --> 00:09.000\none <00:02.000>two <00:04.000><b>three</b>")
        shelf.handle(
            .loaded(TextResource(rendition: 0, format: .webVTT, bytes: file, range: TimeRange(start: 10, end: 20), offset: 10)))
        #expect(shelf.nextChange(after: 11) == 12)
        #expect(shelf.nextChange(after: 12) == 14)
        #expect(shelf.nextChange(after: 14) == 19)
        #expect(shelf.active(at: 12.5) == shelf.active(at: 13.9))
        #expect(shelf.active(at: 12.5) != shelf.active(at: 14))
        let styling = CaptionStyling(sheets: [.init("::cue(:future) { color: red }")])
        let active = shelf.active(at: 12.5)
        #expect(styling.runs(of: active.document.cues[0], at: active.time).map { $0.style["color"] } == [nil, nil, "red"])
    }

    @Test("Regions and style sheets come with their cues, and two files may have regions with the same ID")
    func regions() {
        func file(_ width: Int, _ words: String) -> TextFact {
            let bytes = Array(
                "WEBVTT\n\nSTYLE\n::cue { color: lime }\n\nREGION\nid:r\nwidth:\(width)%\n\n00:01.000 --> 00:05.000 region:r\n\(words)".utf8
            )
            return .loaded(TextResource(rendition: 0, format: .webVTT, bytes: bytes, range: TimeRange(start: 0, end: 9), offset: 0))
        }
        var shelf = CueBuffer()
        for (width, words) in [(40, "a"), (60, "b"), (40, "c")] { shelf.handle(file(width, words)) }
        let document = shelf.active(at: 2).document
        #expect(document.regions.map(\.width) == [40, 60])
        #expect(document.cues.map { document.region($0.region ?? "")?.width } == [40, 60, 40])
        #expect(document.styleSheets.count == 1)
    }

    @Test("A WebVTT sample has its text in boxes, and its own duration")
    func samples() {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = content.count + 8
            return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(name.utf8) + content
        }
        let sample = box("vttc", box("sttg", []) + box("payl", Array("<i>Hi</i>".utf8))) + box("vtte", [])
        var shelf = CueBuffer()
        let range = TimeRange(start: 4, end: 5)
        shelf.handle(.loaded(TextResource(rendition: 0, format: .sample(.webVTTBoxes), bytes: sample, range: range, offset: 0)))
        #expect(shelf.texts == ["Hi"])
        #expect(shelf.cues.map(\.start.seconds) == [4])
        #expect(shelf.cues.map(\.end.seconds) == [5])
    }

    @Test("Each item has its own cues")
    func feed() {
        var feed = CaptionFeed()
        let range = TimeRange(start: 0, end: 9)
        for (id, words) in [(1, "one"), (2, "two")] {
            let file = text("00:01.000 --> 00:02.000\n\(words)")
            feed.handle(.loaded(TextResource(rendition: 0, format: .webVTT, bytes: file, range: range, offset: 0)), of: ItemID(id))
        }
        #expect(feed.buffer(of: ItemID(2)).texts == ["two"])
        #expect(feed.buffer(of: nil).cues == [])
    }
}

@Suite("Caption layout")
struct CaptionCollisionResolverTests {
    private let resolver = CaptionCollisionResolver(area: Rectangle(x: 8, y: 8, width: 384, height: 200), gap: 4)

    private func moved(_ places: [Rectangle]) -> [Rectangle?] {
        zip(places, resolver.moves(places)).map { place, move in
            move.map { Rectangle(x: place.x + $0.x, y: place.y + $0.y, width: place.width, height: place.height) }
        }
    }

    @Test("Uncovered captions stay in place, even if they overlap")
    func free() {
        let places = [Rectangle(x: 100, y: 20, width: 100, height: 30), Rectangle(x: 120, y: 30, width: 100, height: 30)]
        #expect(moved(places) == places)
    }

    @Test("Captions covered by controls move up and push others up, and a title pushes down")
    func covered() {
        let places = [
            Rectangle(x: 100, y: 200, width: 100, height: 20), Rectangle(x: 100, y: 180, width: 100, height: 20),
            Rectangle(x: 100, y: 0, width: 100, height: 20), Rectangle(x: 100, y: 20, width: 100, height: 20),
        ]
        #expect(moved(places).map { $0?.y } == [188, 164, 8, 32])
        #expect(moved([Rectangle(x: 390, y: 100, width: 100, height: 20)])[0]?.x == 292)
    }

    @Test("Captions without space are left out, but never all of them")
    func crowded() {
        let large = Rectangle(x: 8, y: 100, width: 100, height: 190)
        let other = Rectangle(x: 8, y: 300, width: 100, height: 50)
        #expect(moved([large, other]).compactMap(\.self).count == 1)
        #expect(moved([Rectangle(x: 0, y: 0, width: 999, height: 999)])[0]?.y == 8)
    }
}
