// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct TTMLTests {
    @Test("Styles and regions without a head around them are found")
    func headless() {
        let document = read(
            "<tt xmlns:tts=\"http://www.w3.org/ns/ttml#styling\"><styling><style xml:id=\"s\" tts:color=\"red\"/></styling>"
                + "<layout><region xml:id=\"r\" tts:textAlign=\"end\"/></layout><body region=\"r\"><p end=\"1s\" style=\"s\">a</p></body></tt>"
        )
        #expect(document.cues.map(\.region) == ["r"])
        #expect(document.cues.first?.settings.alignment == .end)
        #expect(document.cues.first?.style["color"] == "red")
        #expect(document.errors.isEmpty)
    }

    @Test(
        "A document without a body is valid and has no captions", arguments: ["", "<head><layout><region xml:id=\"r\"/></layout></head>"])
    func bodyless(head: String) {
        let document = read("<tt xmlns=\"http://www.w3.org/ns/ttml\">\(head)</tt>")
        #expect(document.format == .ttml)
        #expect(document.cues.isEmpty)
        #expect(document.errors.isEmpty)
    }

    @Test("Regions in the head without a layout around them are found")
    func looseRegions() {
        let document = document("<div><p region=\"r\" end=\"1s\">a</p></div>", head: "<region xml:id=\"r\" tts:origin=\"10% 20%\"/>")
        #expect(document.cues.map(\.region) == ["r"])
        #expect(document.regions.map(\.viewportAnchorY) == [20])
        #expect(document.errors.isEmpty)
    }

    @Test("HTML style elements in TTML's namespace act as spans, and paragraphs may contain images")
    func looseContent() {
        let document = document(
            "<div><p end=\"1s\">a <i>b <b>c</b></i> <h:i xmlns:h=\"urn:h\">d</h:i>e</p>"
                + "<p begin=\"2s\" end=\"3s\">f<image src=\"1.png\"/></p><p begin=\"4s\" end=\"5s\"><image src=\"2.png\" dur=\"500ms\"/></p></div>"
        )
        #expect(document.cues.map(\.text) == ["a b c e", "f", "", ""])
        #expect(document.cues.first?.tree.dump == "| \"a \"\n| <i>\n|   \"b \"\n|   <b>\n|     \"c\"\n| \" e\"\n")
        #expect(document.cues.compactMap(\.image?.address) == ["1.png", "2.png"])
        #expect(document.cues.last?.end.seconds == 4.5)
    }

    @Test("Elements in the namespaces of others are not shown, but those of TTML's drafts and undeclared ones are")
    func foreign() {
        let document = document(
            "<div xmlns:f=\"urn:f\" xmlns:d=\"http://www.w3.org/2006/10/ttaf1\"><p end=\"1s\">a<f:span>b</f:span><d:span>c</d:span></p>"
                + "<f:p end=\"1s\">d</f:p><d:p end=\"1s\">e</d:p><g:p end=\"1s\">f</g:p><f:div><p end=\"1s\">g</p></f:div></div>")
        #expect(document.cues.map(\.text) == ["ac", "e", "f"])
        #expect(read("<tt xmlns=\"urn:mine\"><body><div><p end=\"1s\">a</p></div></body></tt>").cues.map(\.text) == ["a"])
    }

    @Test("Pixel font sizes need the document's extent and are ignored without it")
    func pixels() {
        let body = "<div><p end=\"1s\" tts:fontSize=\"36px\" tts:lineHeight=\"54px\">a<span tts:fontSize=\"50%\">b</span></p></div>"
        let stated = document(body, attributes: "tts:extent=\"1280px 720px\"")
        #expect(stated.cues.first?.style.css == "font-size: 5.0vh; line-height: 7.5vh")
        #expect(stated.cues.first?.tree.dump == "| \"a\"\n| <span>\n|   style=\"font-size: 2.5vh\"\n|   \"b\"\n")
        let unstated = document(body)
        #expect(unstated.cues.first?.style.isEmpty == true)
        // Half of the usual size.
        #expect(unstated.cues.first?.tree.dump == "| \"a\"\n| <span>\n|   style=\"font-size: 50%\"\n|   \"b\"\n")
    }

    @Test("A comma before fractional seconds is read as a point")
    func commas() {
        let document = document("<div><p begin=\"00:00:01,500\" end=\"2,25s\">a</p></div>")
        #expect(document.errors.isEmpty)
        #expect(document.cues.map(\.start.seconds) == [1.5])
        #expect(document.cues.map(\.end.seconds) == [2.25])
    }

    @Test("Text decorations are inherited, and each can be removed individually")
    func decorations() {
        let document = document(
            "<div tts:textDecoration=\"lineThrough\"><p end=\"1s\" tts:textDecoration=\"underline\">a"
                + "<span tts:textDecoration=\"noLineThrough overline\">b<span tts:textDecoration=\"none\">c</span></span></p></div>")
        #expect(document.cues.first?.style["text-decoration"] == "underline line-through")
        #expect(
            document.cues.first?.tree.dump
                == "| \"a\"\n| <span>\n|   style=\"text-decoration: underline overline\"\n|   \"b\"\n"
                + "|   <span>\n|     style=\"text-decoration: none\"\n|     \"c\"\n")
    }

    private func document(_ body: String, head: String = "", attributes: String = "") -> CaptionDocument {
        read(
            "<?xml version=\"1.0\"?>\n<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" "
                + "xmlns:ttp=\"http://www.w3.org/ns/ttml#parameter\" \(attributes)>\n<head>\(head)</head>\n<body>\(body)</body></tt>")
    }

    @Test("A paragraph that would last forever because of unreadable times is reported and omitted, and its neighbours stay")
    func unreadableTimes() {
        let document = read(
            "<tt xmlns=\"http://www.w3.org/ns/ttml\"><body><div><p begin=\"soon\">a</p><p begin=\"1s\" end=\"2x\">b</p>"
                + "<p begin=\"1s\" end=\"2s\">c</p><p begin=\"3s\">d</p></div></body></tt>")
        #expect(document.cues.map(\.text) == ["c", "d"])
        #expect(document.errors.map(\.code) == [.timing, .timing])
    }

    @Test(
        "Time expressions of every kind are read",
        arguments: [
            ("00:00:01.5", 1.5), ("01:00:00", 3600), ("00:00:01:12", 1.48), ("1.25h", 4500), ("2m", 120), ("1.5s", 1.5), ("250ms", 0.25),
            ("50f", 2), ("900000t", 10), ("100:00:00.000", 360_000),
        ])
    func times(_ expression: String, _ seconds: Double) {
        let document = document(
            "<div><p begin=\"\(expression)\">x</p></div>", attributes: "ttp:frameRate=\"25\" ttp:tickRate=\"90000\"")
        #expect(document.cues.first?.start.seconds == seconds)
    }

    @Test("SMPTE time counts frames at their exact duration")
    func smpte() {
        let attributes = "ttp:timeBase=\"smpte\" ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\""
        #expect(
            document("<p begin=\"00:01:00:00\">x</p>", attributes: attributes).cues.first?.start
                == MediaTime(value: 60_060, timescale: 1000))
        #expect(
            document("<p begin=\"00:01:00:02\">x</p>", attributes: attributes + " ttp:dropMode=\"dropNTSC\"").cues.first?.start
                == MediaTime(value: 1800 * 1001, timescale: 30_000))
    }

    @Test("Times are relative to the parent, in parallel and in sequence")
    func timing() {
        let document = document(
            "<div begin=\"10s\" end=\"20s\"><p begin=\"1s\" dur=\"2s\">a</p><p begin=\"5s\" end=\"60s\">b</p></div>"
                + "<div begin=\"30s\" timeContainer=\"seq\"><p dur=\"1s\">c</p><p begin=\"1s\" dur=\"2s\">d</p><p dur=\"1s\">e</p></div>")
        #expect(document.cues.map(\.start.seconds) == [11, 15, 30, 32, 34])
        #expect(document.cues.map(\.end.seconds) == [13, 20, 31, 34, 35])
    }

    @Test("A paragraph of timed spans becomes one cue per interval without changes")
    func spans() {
        let document = document("<p begin=\"1s\" end=\"4s\">a<span begin=\"1s\">b</span><span begin=\"2s\" end=\"9s\">c</span></p>")
        #expect(document.cues.map(\.text) == ["a", "ab", "abc"])
        #expect(document.cues.map(\.start.seconds) == [1, 2, 3])
        #expect(document.cues.map(\.end.seconds) == [2, 3, 4])
    }

    @Test("White space collapses unless preserved")
    func space() {
        #expect(document("<p begin=\"0s\" end=\"1s\">\n  a \n b<br/> c <span> d</span> \n</p>").cues.first?.text == "a b\nc d")
        #expect(document("<p xml:space=\"preserve\" begin=\"0s\" end=\"1s\"> a  b </p>").cues.first?.text == " a  b ")
        let mixed = document("<p begin=\"0s\" end=\"1s\"><span xml:space=\"preserve\"> a  </span>\n b <br/> c</p>")
        #expect(mixed.cues.first?.text == " a  b\nc")
    }

    @Test("Styles apply by reference, by chains and by inheritance, and regions have positions")
    func styles() throws {
        let head = """
            <styling><style xml:id="a" style="b" tts:color="red"/><style xml:id="b" style="a" tts:fontStyle="italic" tts:color="blue"/></styling>
            <layout><region xml:id="r" style="a" tts:origin="10% 80%" tts:extent="80% 15%" tts:displayAlign="after" tts:textAlign="end"/></layout>
            """
        let body =
            "<div tts:fontWeight=\"bold\"><p region=\"r\" begin=\"0s\" end=\"1s\">x<span tts:color=\"rgba(1,2,3,128)\" tts:fontStyle=\"italic\">y</span></p></div>"
        let document = document(body, head: head)
        #expect(document.errors.isEmpty)
        let region = try #require(document.region("r"))
        #expect(region.width == 80)
        #expect(region.height == 15)
        #expect(region.viewportAnchorX == 10)
        #expect(region.viewportAnchorY == 80)
        #expect(region.anchorX == 0)
        #expect(region.anchorY == 0)
        #expect(region.display == .after)
        let cue = try #require(document.cues.first)
        #expect(cue.region == "r")
        #expect(cue.settings.alignment == .end)
        #expect(cue.style["color"] == "red")
        #expect(cue.style["font-style"] == "italic")
        #expect(cue.style["font-weight"] == "bold")
        #expect(cue.tree.dump == "| \"x\"\n| <span>\n|   style=\"color: #01020380\"\n|   <i>\n|     \"y\"\n")
    }

    @Test("Errors are reported and affect only themselves")
    func broken() {
        let document = document(
            "<p begin=\"soon\" end=\"1s\" region=\"none\" style=\"none\">a</p><p begin=\"2s\" end=\"1s\">b</p><p begin=\"3s\" end=\"4s\">c")
        #expect(document.cues.map(\.text) == ["a", "c"])
        let codes = Set(document.errors.map(\.code.name))
        #expect(codes.isSuperset(of: ["timing", "region", "style", "order", "markup"]))
        #expect(read("<html><body/></html>").errors.map(\.code) == [.signature])
        #expect(read("<").errors.first?.code == .markup)
        let bomb =
            "<!DOCTYPE tt [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;&a;\">]><tt><body><p begin=\"0s\" end=\"1s\">&b;&b;</p></body></tt>"
        #expect((read(bomb).cues.first?.text.utf8.count ?? 0) < 100)
    }

    @Test("Output stays bounded for a paragraph with endless changes")
    func growth() {
        let spans = (0..<1000).map { "<span begin=\"\($0)ms\">\(String(repeating: "x", count: 50))</span>" }.joined()
        let document = document("<p>\(spans)</p>")
        #expect(document.cues.reduce(0) { $0 + $1.text.utf8.count } < 20 << 20)
    }
}
