// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct WritingTests {
    private func written(_ document: CaptionDocument, as format: CaptionFormat) throws -> (CaptionDocument, [String]) {
        let writing = try #require(document.write(as: format))
        return (CaptionDocument.read(writing.bytes), writing.losses.map(\.message))
    }

    @Test("WebVTT survives a round trip")
    func webVTT() throws {
        let document = read(
            "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\nSTYLE\n::cue(b) { color: red }\n\nREGION\nid:a\nwidth:40%\nlines:2\n"
                + "viewportanchor:10%,90%\nscroll:up\n\nx\n00:00:01.000 --> 00:00:02.000 region:a align:left\n<v Ann>a &amp; b</v>\nc\n\n"
                + "00:00:03.000 --> 00:00:04.000 vertical:rl line:12.5%,center position:10%,line-right size:35%\nd\n")
        let (again, losses) = try written(document, as: .webVTT)
        #expect(losses.isEmpty)
        #expect(again.errors.isEmpty)
        #expect(document.cues.count == 2)
        #expect(again.cues == document.cues)
        #expect(again.regions == document.regions)
        #expect(again.timestampMap == document.timestampMap)
        #expect(again.styleSheets.map(\.rules.first?.declarations) == document.styleSheets.map(\.rules.first?.declarations))
    }

    @Test("Numbers of any size survive a round trip", arguments: ["1e34", "-1.25e19", "9007199254740993", "0.5", "1e300"])
    func numbers(_ text: String) throws {
        let line = try #require(Double(text))
        var document = read("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n")
        document.cues[0].settings.line = line
        #expect(try written(document, as: .webVTT).0.cues.map(\.settings.line) == [line])
    }

    @Test("SubRip survives a round trip through WebVTT without avoidable loss")
    func subRip() throws {
        let document = read(
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<i>a</i> <font color=\"#12ab34\">b & c</font>\n\n2\n00:00:03,000 --> 00:00:04,000\n<font color=\"#ff0000\">d</font>\ne\n"
        )
        let (webVTT, losses) = try written(document, as: .webVTT)
        #expect(losses.isEmpty)
        #expect(webVTT.errors.isEmpty)
        #expect(webVTT.cues.map(\.text) == ["<i>a</i> <c.style1>b &amp; c</c>", "<c.red>d</c>\ne"] && webVTT.cues[0].settings.line == 0)
        #expect(webVTT.styleSheets.first?.rules.first?.declarations == [Declaration("color", "#12ab34")])
        let (subRip, none) = try written(document, as: .subRip)
        #expect(none.isEmpty)
        #expect(subRip.cues.map(\.tree) == document.cues.map(\.tree))
        #expect(subRip.cues.map(\.settings) == document.cues.map(\.settings))
    }

    @Test("Translucent colours lose their alpha in SubRip, which is reported")
    func seeThrough() throws {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,{\\c&H0000FF&\\1a&H80&}a{\\1a&H00&}b")
        let writing = try #require(document.write(as: .subRip))
        let font = "<font color=\"#ff0000\">"
        #expect(String(decoding: writing.bytes, as: UTF8.self).hasSuffix("\n\(font)a</font>\(font)b</font>\n\n"))
        #expect(writing.losses.count == 1 && writing.losses[0].message.contains("opacity"))
    }

    @Test("TTML keeps times, text, styles and positions")
    func ttml() throws {
        let document = read(
            "WEBVTT\n\nid\n00:00:01.000 --> 00:00:02.500 line:0 align:left\n<b>a &lt; b</b>\n<c.red>c</c>\n\n00:03.000 --> 00:04.000\nd\n")
        let (again, losses) = try written(document, as: .ttml)
        #expect(losses.isEmpty)
        #expect(again.errors.isEmpty)
        #expect(again.cues.map(\.text) == ["a < b\nc", "d"])
        #expect(again.cues.map(\.start) == document.cues.map(\.start))
        #expect(again.cues.map(\.end) == document.cues.map(\.end))
        #expect(again.cues.map(\.settings.alignment) == [.left, .center])
        #expect(again.cues[0].tree.dump == "| <b>\n|   \"a < b\"\n| \"\n\"\n| <span>\n|   style=\"color: red\"\n|   \"c\"\n")
        #expect(again.region(again.cues[0].region ?? "")?.display == .before)
        #expect(again.cues[1].region == nil)
    }

    @Test("Vertical text is written to WebVTT without its region, which is reported")
    func verticalRegion() throws {
        let document = read(
            "<tt><head><layout><region xml:id=\"r\" tts:writingMode=\"tbrl\"/></layout></head>"
                + "<body><p region=\"r\" begin=\"0s\" end=\"1s\">a</p></body></tt>")
        let (again, losses) = try written(document, as: .webVTT)
        #expect(again.errors.isEmpty)
        #expect(again.cues.map(\.region) == [nil])
        #expect(again.cues.first?.settings.vertical == .growingLeft)
        #expect(losses.contains("the region of a cue with a line, a size or vertical text is lost"))
    }

    @Test("Ruby is written to TTML with a container for each base and its annotation")
    func ruby() throws {
        let document = read("WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>a<rt>1</rt><b>b</b><rt>2</rt> c</ruby>\n")
        let text = String(decoding: try #require(document.write(as: .ttml)).bytes, as: UTF8.self)
        #expect(
            text.contains(
                "<span tts:ruby=\"container\"><span tts:ruby=\"base\">a</span><span tts:ruby=\"text\">1</span></span>"
                    + "<span tts:ruby=\"container\"><span tts:ruby=\"base\"><span tts:fontWeight=\"bold\">b</span></span>"
                    + "<span tts:ruby=\"text\">2</span></span> c</p>"))
        #expect(try written(document, as: .ttml).0.cues.map { $0.plainText() } == document.cues.map { $0.plainText() })
    }

    @Test("TTML styles and regions survive a round trip, and lost images are reported")
    func ownStyles() throws {
        let document = read(
            "<tt><head><layout><region xml:id=\"r\" tts:origin=\"10% 10%\" tts:extent=\"50% 20%\" tts:padding=\"1% 2%\" tts:overflow=\"visible\"/></layout>"
                + "</head><body><p region=\"r\" begin=\"0s\" end=\"1s\" itts:forcedDisplay=\"true\" tts:letterSpacing=\"1c\" tts:shear=\"16%\" "
                + "tts:textEmphasis=\"filled dot after\" tts:unicodeBidi=\"bidiOverride\" tts:textDecoration=\"underline lineThrough\">"
                + "<span tts:ruby=\"container\">a<span tts:ruby=\"text\" tts:rubyPosition=\"after\">b</span></span></p>"
                + "<div begin=\"2s\" end=\"3s\" smpte:backgroundImage=\"a.png\"/></body></tt>")
        let (again, losses) = try written(document, as: .ttml)
        #expect(losses == ["an image is lost", "the style background-image is lost"])
        #expect(again.cues[0].style.css == document.cues[0].style.css)
        #expect(again.cues[0].tree == document.cues[0].tree)
        #expect(again.cues[0].isForced)
        #expect(again.region("r")?.padding == document.region("r")?.padding)
        #expect(again.region("r")?.clips == false)
        #expect(try written(document, as: .subRip).1.contains("the forced flag of a cue is lost"))
    }

    @Test("Each xml:id in TTML is written once, whatever the ids of cues and regions are")
    func uniqueIDs() throws {
        func region(_ id: String) -> CaptionRegion {
            var region = CaptionRegion(id: id)
            region.width = 40
            return region
        }
        func cue(_ id: String, region: String? = nil, line: Double? = nil) -> Cue {
            var cue = Cue(id: id, start: .zero, end: MediaTime(seconds: 1), text: "a")
            cue.tree = [.text("a")]
            cue.region = region
            cue.settings.line = line
            return cue
        }
        let document = CaptionDocument(
            format: .webVTT,
            cues: [
                cue("a", region: "a b"), cue("x y", region: "a_b"), cue("x_y", region: "1"), cue("\u{B2}", region: "missing", line: 0),
                cue("", region: "dup"),
            ],
            regions: ["a b", "a_b", "a-1", "place1", "1", "r1", "\u{B2}", "dup", "dup"].map(region))
        let text = String(decoding: try #require(document.write(as: .ttml)).bytes, as: UTF8.self)
        let ids = text.matches(of: #/xml:id="([^"]*)"/#).map { String($0.output.1) }
        #expect(ids.count == 8 + 1 + 4)
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.wholeMatch(of: #/[A-Za-z_][-A-Za-z0-9_.]*/#) != nil })
        let again = CaptionDocument.read(Array(text.utf8))
        #expect(again.errors.isEmpty)
        let regions = again.cues.map { $0.region ?? "" }
        #expect(Set(regions).count == 5)
        #expect(regions.allSatisfy { again.region($0) != nil })
    }

    @Test("No attribute is written twice in TTML: the last class and the style win")
    func singleAttributes() throws {
        let span = CueSpan(
            kind: .bold, classes: ["red", "lime"],
            style: [
                Declaration("font-weight", "normal"), Declaration("color", "blue", isImportant: true), Declaration("color", "cyan"),
            ], children: [.text("a")])
        var cue = Cue(start: .zero, end: MediaTime(seconds: 1), text: "a")
        cue.tree = [.span(span)]
        let document = CaptionDocument(format: .webVTT, cues: [cue])
        let text = String(decoding: try #require(document.write(as: .ttml)).bytes, as: UTF8.self)
        #expect(text.contains("<span tts:fontWeight=\"normal\" tts:color=\"blue\">a</span>"))
        #expect(CaptionDocument.read(Array(text.utf8)).errors.isEmpty)
    }

    @Test("Losses are reported with the first cue and the number of occurrences")
    func losses() throws {
        let document = read(
            "WEBVTT\n\nSTYLE\n::cue{color:red}\n\na\n00:01.000 --> 00:02.000 position:20% vertical:rl\n<v Ann>x<00:01.500><ruby>y<rt>z</ruby>\n\n"
                + "00:03.000 --> 00:04.000 position:30%\n<v Bob>x")
        let (again, losses) = try written(document, as: .subRip)
        #expect(again.cues.map(\.text) == ["xy(z)", "x"])
        #expect(
            losses == [
                "a style sheet is lost", "an id is lost", "vertical text is lost", "an exact position is lost, 2 times",
                "the speaker is lost, 2 times", "a timestamp in a text is lost", "ruby markup (the text is in parentheses) is lost",
            ])
    }
}
