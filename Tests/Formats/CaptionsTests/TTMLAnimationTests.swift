// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite("TTML animation, regions and IMSC") struct TTMLAnimationTests {
    private func document(_ body: String, layout: String = "", head: String = "", attributes: String = "") -> CaptionDocument {
        read(
            "<tt xmlns=\"http://www.w3.org/ns/ttml\" xmlns:tts=\"http://www.w3.org/ns/ttml#styling\" \(attributes)>"
                + "<head>\(head)<layout>\(layout)</layout></head><body>\(body)</body></tt>")
    }

    @Test("An animated value applies during its time, wherever it is set")
    func set() {
        let onParagraph = document("<p begin=\"1s\" end=\"5s\"><set begin=\"1s\" end=\"2s\" tts:color=\"red\"/>a</p>")
        #expect(onParagraph.errors.isEmpty)
        #expect(onParagraph.cues.map(\.start.seconds) == [1, 2, 3])
        #expect(onParagraph.cues.map { $0.style["color"] } == [nil, "red", nil])
        #expect(onParagraph.cues.map(\.end.seconds) == [2, 3, 5])
        let around = document("<div><set begin=\"2s\" tts:fontStyle=\"italic\"/><p begin=\"1s\" end=\"3s\">a</p></div>")
        #expect(around.cues.map { $0.style["font-style"] } == [nil, "italic"])
        #expect(around.cues.map(\.start.seconds) == [1, 2])
        let inside = document("<p begin=\"0s\" end=\"3s\">a<span><set begin=\"1s\" dur=\"1s\" tts:color=\"lime\"/>b</span></p>")
        #expect(inside.cues.map(\.start.seconds) == [0, 1, 2])
        #expect(inside.cues.map(\.text) == ["ab", "ab", "ab"])
        #expect(inside.cues[1].tree.dump.contains("color: lime"))
        #expect(!inside.cues[2].tree.dump.contains("lime"))
        let hidden = document("<p begin=\"0s\" end=\"3s\"><set begin=\"1s\" end=\"2s\" tts:display=\"none\"/>a</p>")
        #expect(hidden.cues.map(\.start.seconds) == [0, 2])
        #expect(hidden.cues.map(\.end.seconds) == [1, 3])
    }

    @Test("An animation that changes nothing does not split a cue")
    func joined() {
        let document = document("<p begin=\"0s\" end=\"3s\"><set begin=\"1s\" end=\"2s\" tts:origin=\"0% 0%\"/>a</p>")
        #expect(document.cues.map(\.start.seconds) == [0])
        #expect(document.cues.map(\.end.seconds) == [3])
    }

    @Test("A region is visible during its own time and moves when its origin is animated")
    func regions() {
        let layout =
            "<region xml:id=\"r\" begin=\"2s\" end=\"6s\" tts:origin=\"10% 10%\" tts:extent=\"80% 10%\">"
            + "<set begin=\"2s\" tts:origin=\"10% 80%\"/></region>"
        let document = document("<p region=\"r\" begin=\"1s\" end=\"9s\">a</p>", layout: layout)
        #expect(document.cues.map(\.start.seconds) == [2, 4])
        #expect(document.cues.map(\.end.seconds) == [4, 6])
        #expect(document.cues.map { document.region($0.region ?? "")?.viewportAnchorY } == [10, 80])
        #expect(document.regions.count == 2)
    }

    @Test("An element's own origin and extent, or an inline region, defines its region")
    func inline() {
        let document = document(
            "<p begin=\"0s\" end=\"1s\" tts:origin=\"20% 30%\" tts:extent=\"50% 20%\">a</p>"
                + "<p begin=\"0s\" end=\"1s\" tts:origin=\"20% 30%\" tts:extent=\"50% 20%\">b</p>"
                + "<p begin=\"2s\" end=\"3s\"><region tts:origin=\"0% 0%\" tts:extent=\"40% 40%\" tts:displayAlign=\"center\"/>c</p>")
        #expect(document.errors.isEmpty)
        #expect(document.regions.count == 2)
        #expect(document.cues[0].region == document.cues[1].region)
        #expect(document.region(document.cues[0].region ?? "")?.viewportAnchorX == 20)
        #expect(document.region(document.cues[2].region ?? "")?.display == .center)
    }

    @Test("Images come from metadata, resources or URLs, in their regions")
    func images() throws {
        // A PNG of 3 × 2, truncated after its size.
        let png = "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAC"
        let head =
            "<metadata><smpte:image xml:id=\"one\" imagetype=\"PNG\" encoding=\"Base64\">\(png.prefix(9))\n \(png.dropFirst(9))</smpte:image>"
            + "</metadata><resources><image xml:id=\"two\"><source src=\"#data\"/></image><data xml:id=\"data\">\(png)</data></resources>"
        let document = document(
            "<div region=\"r\" begin=\"1s\" end=\"2s\" smpte:backgroundImage=\"#one\"/><div begin=\"2s\" end=\"3s\"><image src=\"#two\"/></div>"
                + "<div begin=\"3s\" end=\"4s\" smpte:backgroundImage=\"sub/3.png\"/><div smpte:backgroundImage=\"#none\"/>",
            layout: "<region xml:id=\"r\" tts:origin=\"100px 200px\" tts:extent=\"300px 200px\"/>", head: head,
            attributes: "tts:extent=\"1000px 500px\"")
        #expect(document.cues.map(\.image?.size) == [PixelSize(width: 3, height: 2), PixelSize(width: 3, height: 2), nil])
        #expect(document.cues[2].image?.address == "sub/3.png")
        #expect(document.errors.map(\.code) == [.unsupported])
        var layout = CaptionLayout(width: 2000, height: 1000)
        let box = try #require(layout.boxes(of: document, at: MediaTime(value: 1, timescale: 1)).first)
        #expect(box.frame == Rectangle(x: 200, y: 400, width: 600, height: 400))
        #expect(box.image != nil)
        #expect(box.lines.isEmpty)
    }

    static let spaces: [(body: String, text: String, dump: String)] = [
        ("a <span tts:color=\"red\">b</span> c", "a b c", "| \"a \"\n| <span>\n|   style=\"color: red\"\n|   \"b\"\n| \" c\"\n"),
        ("a<span tts:color=\"red\"> b </span> c", "a b c", "| \"a\"\n| <span>\n|   style=\"color: red\"\n|   \" b \"\n| \"c\"\n"),
        ("a <span tts:color=\"red\"> </span><br/> b ", "a\nb", "| \"a\nb\"\n"),
        ("<span tts:fontStyle=\"italic\"> a </span>", "a", "| <i>\n|   \"a\"\n"),
    ]

    @Test("White space stays in its span and is removed at the ends of lines", arguments: TTMLAnimationTests.spaces)
    func space(_ body: String, _ text: String, _ dump: String) {
        let cue = document("<p begin=\"0s\" end=\"1s\"> \(body) </p>").cues.first
        #expect(cue?.text == text)
        #expect(cue?.tree.dump == dump)
    }

    @Test("Ruby annotations follow their bases, in groups too, and fallback delimiters are omitted")
    func ruby() {
        let simple =
            "<span tts:ruby=\"container\"><span tts:ruby=\"base\">漢</span><span tts:ruby=\"delimiter\">(</span>"
            + "<span tts:ruby=\"text\" tts:rubyPosition=\"after\">かん</span><span tts:ruby=\"delimiter\">)</span></span>"
        #expect(document("<p>\(simple)</p>").cues.first?.plainText() == "漢(かん)")
        #expect(document("<p>\(simple)</p>").cues.first?.tree.dump.contains("ruby-position: under") == true)
        let groups =
            "<span tts:ruby=\"container\"><span tts:ruby=\"baseContainer\"><span tts:ruby=\"base\">漢</span><span tts:ruby=\"base\">字</span></span>"
            + "<span tts:ruby=\"textContainer\"><span tts:ruby=\"text\">かん</span><span tts:ruby=\"text\">じ</span></span></span>"
        #expect(document("<p>\(groups)</p>").cues.first?.plainText() == "漢(かん)字(じ)")
    }

    static let styles: [(attribute: String, property: String, value: String)] = [
        ("tts:letterSpacing=\"0.1em\"", "letter-spacing", "0.1em"), ("tts:shear=\"16.67%\"", "shear", "16.67%"),
        ("tts:textEmphasis=\"filled sesame red after\"", "text-emphasis", "filled sesame red"),
        ("tts:textEmphasis=\"auto before\"", "text-emphasis-position", "over right"),
        ("tts:unicodeBidi=\"bidiOverride\"", "unicode-bidi", "bidi-override"),
        ("tts:direction=\"rtl\"", "direction", "rtl"), ("tts:textOutline=\"black 0.5c\"", "text-outline", "black 3.333vh"),
        ("tts:fontSize=\"80%\"", "font-size", "5.333vh"), ("tts:fontSize=\"16px 36px\"", "font-size", "5.0vh"),
        ("tts:lineHeight=\"1c\"", "line-height", "6.667vh"), ("tts:textCombine=\"all\"", "text-combine-upright", "all"),
        ("itts:fillLineGap=\"true\"", "fill-line-gap", "true"), ("ebutts:linePadding=\"0.5c\"", "line-padding", "3.333vh"),
        ("ebutts:multiRowAlign=\"start\"", "multi-row-align", "start"),
        ("tts:textDecoration=\"underline lineThrough\"", "text-decoration", "underline line-through"),
        ("tts:fontFamily=\"Arial, monospaceSerif\"", "font-family", "Arial, monospace"),
    ]

    @Test("TTML2 and IMSC styles become declarations", arguments: TTMLAnimationTests.styles)
    func declarations(_ attribute: String, _ property: String, _ value: String) {
        let cue = document("<p \(attribute)>a</p>", attributes: "tts:extent=\"1280px 720px\"").cues.first
        #expect(cue?.style[property] == value)
    }

    @Test("Percentage font sizes are relative to the parent, and cells use the document's resolution")
    func sizes() {
        let document = document(
            "<div tts:fontSize=\"200%\"><p tts:fontSize=\"50%\">a<span tts:fontSize=\"50%\">b</span></p></div>",
            attributes: "ttp:cellResolution=\"40 20\"")
        #expect(document.cues[0].style["font-size"] == "5.0vh")
        #expect(document.cues[0].tree.dump.contains("font-size: 2.5vh"))
        #expect(self.document("<p>a</p>", head: "<styling><initial tts:color=\"yellow\"/></styling>").cues[0].style["color"] == "yellow")
    }

    static let places: [(attributes: String, frame: [Double])] = [
        ("tts:origin=\"4c 3c\" tts:extent=\"24c 3c\"", [12.5, 20, 75, 20]),
        ("tts:origin=\"100px 50px\" tts:extent=\"200px 100px\"", [10, 10, 20, 20]),
        ("tts:origin=\"10rw 10rh\" tts:extent=\"20rh 5rw\"", [10, 10, 10, 10]),
        ("tts:extent=\"50% 20%\" tts:position=\"center\"", [25, 40, 50, 20]),
        ("tts:extent=\"50% 20%\" tts:position=\"right bottom\"", [50, 80, 50, 20]),
        ("tts:extent=\"50% 20%\" tts:position=\"right 10px top 50%\"", [49, 40, 50, 20]),
        ("tts:extent=\"50% 20%\" tts:position=\"50% 100%\"", [25, 80, 50, 20]),
        ("tts:extent=\"50% 20%\" tts:position=\"10px 10px\"", [1, 2, 50, 20]), ("", [0, 0, 100, 100]),
    ]

    @Test("Regions are positioned in all units and from all edges", arguments: TTMLAnimationTests.places)
    func regionPlaces(_ attributes: String, _ frame: [Double]) throws {
        let document = document(
            "<p region=\"r\">a</p>", layout: "<region xml:id=\"r\" \(attributes)/>", attributes: "tts:extent=\"1000px 500px\"")
        let region = try #require(document.region("r"))
        let found = [region.viewportAnchorX, region.viewportAnchorY, region.width, region.height ?? 0]
        #expect(found == frame)
    }

    @Test("Forced subtitles are marked, and regions keep their padding, overflow and writing mode")
    func attributes() throws {
        let document = document(
            "<p region=\"r\" itts:forcedDisplay=\"true\">a</p><p region=\"v\">b</p>",
            layout: "<region xml:id=\"r\" tts:padding=\"1% 2% 3%\" tts:overflow=\"visible\" tts:zIndex=\"3\" tts:writingMode=\"rltb\"/>"
                + "<region xml:id=\"v\" tts:writingMode=\"tbrl\"/>")
        let region = try #require(document.region("r"))
        #expect(region.padding == CaptionInsets(top: 1, right: 2, bottom: 3, left: 2))
        #expect(!region.clips)
        #expect(
            document.cues.map(\.isForced) == [true, false] && document.cues[0].layer == 3 && document.cues[0].style["direction"] == "rtl")
        #expect(document.cues[1].settings.vertical == .growingLeft)
    }

    @Test("PAL-M drop-frame time codes are read")
    func dropPAL() {
        let attributes = "ttp:timeBase=\"smpte\" ttp:frameRate=\"30\" ttp:frameRateMultiplier=\"1000 1001\" ttp:dropMode=\"dropPAL\""
        let cue = document("<p begin=\"00:02:00:04\">x</p>", attributes: attributes).cues.first
        #expect(cue?.start == MediaTime(value: 3600 * 1001, timescale: 30_000))
    }
}
