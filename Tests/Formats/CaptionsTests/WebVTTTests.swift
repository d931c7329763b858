// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct WebVTTTests {
    @Test("A file is read with its header, comments, regions, style sheets and cues")
    func whole() throws {
        let document = read(
            """
            \u{FEFF}WEBVTT A title
            X-TIMESTAMP-MAP=LOCAL:00:00:10.000,MPEGTS:900000

            NOTE nobody sees this

            REGION
            id:low width:40% lines:2
            regionanchor:0%,100% viewportanchor:10%,90% scroll:up

            STYLE
            ::cue(.loud) { color: red; font-weight: bold !important }

            first
            00:01.000 --> 00:00:02.500 region:low align:left
            Hello <v.loud Ann  Lee>you</v>
            there

            100:00:00.000 --> 100:00:01.000 line:-1 position:10%,line-left size:35% vertical:lr
            """)
        #expect(document.format == .webVTT)
        #expect(document.errors.isEmpty)
        #expect(document.timestampMap == TimestampMap(mpegTS: 900_000, local: MediaTime(value: 10, timescale: 1)))
        let region = try #require(document.region("low"))
        #expect(region.width == 40)
        #expect(region.lines == 2)
        #expect(region.viewportAnchorX == 10)
        #expect(region.viewportAnchorY == 90)
        #expect(region.scrollsUp)
        let rule = try #require(document.styleSheets.first?.rules.first)
        #expect(rule.declarations == [Declaration("color", "red"), Declaration("font-weight", "bold", isImportant: true)])
        #expect(rule.line == 11)
        try #require(document.cues.count == 2)
        let first = document.cues[0]
        #expect(first.id == "first")
        #expect(first.start.seconds == 1)
        #expect(first.end.seconds == 2.5)
        #expect(first.region == "low")
        #expect(first.settings.alignment == .left)
        #expect(first.text == "Hello <v.loud Ann  Lee>you</v>\nthere")
        #expect(first.tree.dump == "| \"Hello \"\n| <span>\n|   class=\"loud\"\n|   title=\"Ann Lee\"\n|   \"you\"\n| \"\nthere\"\n")
        let second = document.cues[1]
        #expect(second.start.seconds == 360_000)
        #expect(second.settings.line == -1)
        #expect(second.settings.vertical == .growingRight)
        #expect(second.settings.position == 10)
        #expect(second.settings.positionAlignment == .lineLeft)
        #expect(second.settings.size == 35)
        #expect(second.tree.isEmpty)
    }

    @Test(
        "A file without the exact WEBVTT signature is refused",
        arguments: ["", "WEBV", "WEBVTTx\n\n00:00.000 --> 00:01.000\na", "webvtt\n", " WEBVTT\n", "WEBVTT\u{C}\n", "\nWEBVTT\n"])
    func signature(_ text: String) {
        let document = read(text, as: .webVTT)
        #expect(document.cues.isEmpty && document.errors.map(\.code) == [.signature] && document.errors[0].line == 1)
    }

    @Test(
        "Invalid settings are ignored and reported",
        arguments: [
            "line:1.", "line:.5", "line:1e3", "line:--1", "line:101%", "line:-1%", "line:1,middle", "position:50", "position:50%,start",
            "size:-1%",
            "size:50", "align:middle", "vertical:tb", "region:none", "colour:red", "line", ":1", "line:",
        ])
    func settings(_ setting: String) {
        let document = read("WEBVTT\n\n00:00.000 --> 00:01.000 \(setting)\ntext")
        #expect(document.cues.map(\.settings) == [CueSettings()])
        #expect(document.cues.first?.region == nil)
        #expect(document.errors.count == 1)
        #expect(document.errors.first?.line == 3)
    }

    @Test("A cue with unreadable times is dropped and reported with its line, and the next one is kept")
    func timings() {
        let document = read("WEBVTT\n\n00:00.00 --> 00:01.000\nlost\n\n00:02.000 --> 00:01.000\nbackwards\n00:03.000 --> 00:04.000\nclose")
        #expect(document.cues.map(\.text) == ["backwards", "close"])
        #expect(document.errors.map(\.line) == [3, 6])
        #expect(document.errors.map(\.code) == [.timing, .order])
    }

    @Test("A file without any valid time is read leniently, and each time is reported")
    func lenient() {
        let document = read("WEBVTT\n\n00:00:01 --> 00:02.5\na\n\n0:03.25 --> 0:1:04\nb")
        #expect(document.cues.map(\.start.seconds) == [1, 3.25])
        #expect(document.cues.map(\.end.seconds) == [2.5, 64])
        #expect(document.errors.map(\.code) == [.timing, .timing])
    }

    @Test("Times with commas are read if the whole file uses them, but not among garbage")
    func commas() {
        let document = read("WEBVTT\n\n1\n00:00:01,000 --> 00:00:02,500\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb")
        #expect(document.cues.map(\.text) == ["a", "b"])
        #expect(document.cues.map(\.end.seconds) == [2.5, 4])
        #expect(document.errors.map(\.code) == [.timing, .timing])
        let garbage = read("WEBVTT\n\n00x00 --> 01:00\na\n\n00:00:01:000 --> 00:00:02\nb\n\n00:00:03,000 --> 00:00:04,000\nc")
        #expect(garbage.cues.isEmpty)
        #expect(garbage.errors.count == 3)
        #expect(read("WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na").cues.isEmpty)
    }

    @Test(
        "Cue text becomes the tree that the standard builds",
        arguments: [
            ("a<b>b</i>c</b>d", "| \"a\"\n| <b>\n|   \"b\"\n|   \"c\"\n| \"d\"\n"),
            ("<ruby>a<rt>b</ruby>c", "| <ruby>\n|   \"a\"\n|   <rt>\n|     \"b\"\n| \"c\"\n"),
            ("<lang en-GB>x</lang>", "| <span>\n|   lang=\"en-GB\"\n|   \"x\"\n"),
            ("<v Tom &amp;\tJerry>x", "| <span>\n|   title=\"Tom & Jerry\"\n|   \"x\"\n"),
            ("<c.a..b>x", "| <span>\n|   class=\"a b\"\n|   \"x\"\n"),
            ("<01:00.000>x<1:00.000>y", "| <?timestamp 00:01:00.000>\n| \"x\"\n| \"y\"\n"),
            ("<unknown>x</unknown>", "| \"x\"\n"),
            ("&notit; &#x41;&#66; &#0; &#x110000; &amp", "| \"¬it; AB \u{FFFD} \u{FFFD} &\"\n"),
            ("&ThickSpace;&zwnj;&Afr;&zwj;&unknown; &#x;", "| \"\u{205F}\u{200A}\u{200C}\u{1D504}\u{200D}&unknown; &#x;\"\n"),
        ])
    func tree(_ text: String, _ dump: String) {
        #expect(read("WEBVTT\n\n00:00.000 --> 00:01.000\n\(text)").cues.first?.tree.dump == dump)
    }

    @Test("A style sheet survives comments, strings, brackets and unclosed blocks")
    func styles() throws {
        let sheet = StyleSheet(
            """
            @import url("a.css"); /* { */
            ::cue(v[voice="a}b"]), ::cue(:past) { background: url("x;y") ; broken ; color : RED }
            ::cue(#a\\31 b > c + i) { outline: 1px }
            p { color: blue }
            ::cue-region(#low) { color: lime
            """)
        #expect(sheet.rules.map(\.selector).count == 4)
        #expect(sheet.rules[0].declarations == [Declaration("background", "url(\"x;y\")"), Declaration("color", "RED")])
        #expect(sheet.rules[0].selectors.map(\.compounds.count) == [1, 1])
        #expect(sheet.rules[1].selectors.first?.compounds.map(\.combinator) == [.descendant, .child, .next])
        #expect(sheet.rules[1].selectors.first?.compounds.first?.conditions == [.id("a1b")])
        #expect(sheet.rules[2].selectors.isEmpty)
        #expect(sheet.rules[3].selectors.first?.isOfRegions == true)
        #expect(sheet.rules[3].declarations == [Declaration("color", "lime")])
    }
}
