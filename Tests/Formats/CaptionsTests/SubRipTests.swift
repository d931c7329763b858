// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct SubRipTests {
    @Test("Common variations of times are read")
    func times() {
        let document = read(
            "1\n00:00:01,5 --> 00:00:02.250\na\n\n2\n0:0:3 --> 1:04,9999\nb\n\n3\n00:00:05:500-->00:00:06,000 X1:1 X2:2\nc\n\n"
                + "4\n 00 : 00 : 07 , 000 --> 00:00:08,000\nd\n")
        #expect(document.cues.map(\.start.seconds) == [1.5, 3, 5.5, 7])
        #expect(document.cues.map(\.end.seconds) == [2.25, 64.999, 6, 8])
        #expect(document.cues.map(\.text) == ["a", "b", "c", "d"])
        #expect(document.errors.map(\.code) == [.unsupported])
    }

    @Test("Arrows of other lengths and dashes are read and reported, but only in lines with nothing but two times")
    func arrows() {
        let document = read(
            "1\n00:00:01,000 -> 00:00:02,000\na\n\n2\n00:00:03,000 - -> 00:00:04,000\nb\n\n3\n00:00:05,000 \u{2010}\u{2010}> 00:00:06,000\nc\n\n"
                + "4\n00:00:07,000 --->> 00:00:08,000\n1:00 > 2:00\n1:00 -> 2:00 by train\n")
        #expect(document.format == .subRip)
        #expect(document.cues.map(\.start.seconds) == [1, 3, 5, 7])
        #expect(document.cues.map(\.id) == ["1", "2", "3", "4"])
        #expect(document.cues.map(\.text) == ["a", "b", "c", "1:00 > 2:00\n1:00 -> 2:00 by train"])
        #expect(document.errors.map(\.code) == [.timing, .timing, .timing])
        #expect(document.errors.map(\.line) == [2, 6, 10])
    }

    @Test("Numbers, blank lines and text may be missing, and tags may be uppercase, with or without quoted values")
    func missing() {
        let document = read(
            "00:00:01,000 --> 00:00:02,000\na\n00:00:03,000 --> 00:00:04,000\nb\n3\n00:00:05,000 --> 00:00:06,000\n\n4\n"
                + "00:00:07,000 --> 00:00:08,000\n<FONT COLOR=RED SIZE=\"24\" Face=Arial><B>c</B></FONT> <I class=\"x\">d</I>\n")
        #expect(document.cues.map { $0.plainText() } == ["a", "b", "", "c d"])
        #expect(document.cues.map(\.id) == ["", "", "3", "4"])
        #expect(
            document.cues.last?.tree.dump == """
                | <span>
                |   style="color: RED; font-size: 8.33vh; font-family: Arial"
                |   <b>
                |     "c"
                | " "
                | <i>
                |   "d"

                """)
    }

    @Test("A position outside SubStation's default resolution implies a larger one")
    func positions() {
        let document = read("1\n00:00:01,000 --> 00:00:02,000\n{\\pos(192,72)}a\n\n2\n00:00:03,000 --> 00:00:04,000\n{\\pos(960,270)}b\n")
        #expect(document.cues.map(\.settings.position) == [50, 50])
        #expect(document.cues.map(\.settings.line) == [25, 25])
    }

    @Test("Numbers may be wrong or missing, text may contain blank lines, and text may be a number")
    func numbering() {
        let document = read(
            "7\r\n00:00:01,000 --> 00:00:02,000\r\na\r\n\r\nb\r\n\r\n00:00:03,000 --> 00:00:04,000\r\n42\r\n\r\n9\r\n00:00:05,000 --> 00:00:06,000\r\n"
        )
        #expect(document.cues.map(\.text) == ["a\n\nb", "42", ""])
        #expect(document.cues.map(\.id) == ["7", "", "9"])
        #expect(document.errors.map(\.code) == [.numbering])
    }

    @Test(
        "Tags form a tree, and invalid tags stay as text",
        arguments: [
            ("a <3 b <x> c", "a <3 b <x> c", "| \"a <3 b <x> c\"\n"),
            ("<B>a</B><i >b</i>", "<B>a</B><i >b</i>", "| <b>\n|   \"a\"\n| <i>\n|   \"b\"\n"),
            ("<b>a<i>b</b>c</i>", "<b>a<i>b</b>c</i>", "| <b>\n|   \"a\"\n|   <i>\n|     \"b\"\n| <i>\n|   \"c\"\n"),
            (
                "<font color=ff0000 face='A B'>a</font>", "<font color=ff0000 face='A B'>a</font>",
                "| <span>\n|   style=\"color: #ff0000; font-family: A B\"\n|   \"a\"\n"
            ),
            ("{\\i1}a{\\i0}b{c}{b}d{/b}", "ab{c}d", "| <i>\n|   \"a\"\n| \"b{c}\"\n| <b>\n|   \"d\"\n"),
            ("a{ b", "a{ b", "| \"a{ b\"\n"), ("a<br>b", "a\nb", "| \"a\nb\"\n"), ("&lt;b&gt; & c", "&lt;b&gt; & c", "| \"<b> & c\"\n"),
        ])
    func tags(_ text: String, _ kept: String, _ dump: String) {
        let cue = read("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n").cues.first
        #expect(cue?.text == kept)
        #expect(cue?.tree.dump == dump)
    }

    @Test("Positions come from numpad alignments and coordinates")
    func places() {
        let document = read(
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}top\n\n2\n00:00:01,000 --> 00:00:02,000\n{\\pos(192,72)}there\n\n"
                + "3\n00:00:01,000 --> 00:00:02,000\n{\\a11}middle right\n")
        #expect(document.cues[0].settings == CueSettings(line: 0))
        #expect(
            document.cues[1].settings
                == CueSettings(line: 25, lineAlignment: .end, snapToLines: false, position: 50, positionAlignment: .center))
        #expect(document.cues[2].settings == CueSettings(line: 50, lineAlignment: .center, snapToLines: false, alignment: .right))
        #expect(document.cues.map(\.text) == ["top", "there", "middle right"])
    }

    @Test("A brace followed by a space begins no override")
    func looseBrace() {
        let document = read("1\n00:00:01,000 --> 00:00:02,000\na { \\an8} b {\\ an 8}c\n")
        #expect(document.cues.map(\.text) == ["a { \\an8} b c"])
    }

    @Test("An unreadable time affects only its own cue")
    func broken() {
        let document = read(
            "1\n00:00:xx,000 --> 00:00:02,000\nlost\n\n2\n00:00:03,000 --> 00:00:02,000\nkept -->\n\n3\n-00:00:01,000 --> 00:00:02,000\nc")
        #expect(document.cues.map(\.text) == ["kept -->", "c"])
        #expect(document.cues.map(\.start.seconds) == [3, 0])
        #expect(document.errors.map(\.code) == [.timing, .order, .timing])
        #expect(document.errors.map(\.line) == [2, 6, 10])
    }

    @Test("A cue whose first or second time is missing is left out, and its text is not shown with the cue before")
    func missingTimes() {
        let document = read(
            "1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n --> 00:00:04,000\nlost\n\n3\n00:00:05,000 -->\nlost\n\n"
                + "4\n00:00:07,000 --> 00:00:08,000\nb\n--> 00:00:09,000 is the time\n")
        #expect(document.cues.map(\.text) == ["a", "b\n--> 00:00:09,000 is the time"])
        #expect(document.errors.map(\.code) == [.timing, .timing, .numbering])
        #expect(document.errors.map(\.line) == [6, 10, 13])
    }

    @Test("Escapes left by converters are resolved, and the source text is kept")
    func escapes() {
        let document = read("1\n00:00:01;500 --> 00:00:02;250\n{\\an8}one\\Ntwo\\h3 C:\\new\n")
        #expect(document.cues.map { $0.plainText() } == ["one\ntwo\u{A0}3 C:\\new"])
        #expect(document.cues.map(\.text) == ["one\\Ntwo\\h3 C:\\new"])
        #expect(document.cues.map(\.start.seconds) == [1.5])
        #expect(document.cues.map(\.end.seconds) == [2.25])
    }

    @Test("The number of a truncated cue is not text of the previous cue, but other numbers are", arguments: [("2", "a"), ("7", "a\n\n7")])
    func cutOff(_ last: String, _ text: String) {
        #expect(read("1\n00:00:01,000 --> 00:00:02,000\na\n\n\(last)").cues.map(\.text) == [text])
        #expect(read("1\n00:00:01,000 --> 00:00:02,000\na\n\(last)\n").cues.map(\.text) == ["a\n\(last)"])
    }

    @Test("UTF-32 is read by its byte order mark", arguments: [true, false])
    func wide(isBigEndian: Bool) {
        let bytes = "\u{FEFF}1\n00:00:01,000 --> 00:00:02,000\nä 🎬\n".unicodeScalars.flatMap { scalar in
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> UInt32($0)) }
            return isBigEndian ? bytes : bytes.reversed()
        }
        let document = CaptionDocument.read(bytes)
        #expect(document.cues.map(\.text) == ["ä 🎬"])
        #expect(document.errors.map(\.message) == ["the text is read as \(isBigEndian ? "UTF-32BE" : "UTF-32LE")"])
        for length in bytes.indices { _ = CaptionDocument.read(Array(bytes[..<length])) }
        #expect(CaptionDocument.read(Array(bytes[..<4]) + [0xFF, 0xFF, 0xFF, 0xFF]).cues.isEmpty)
    }

    @Test(
        "Formats that are not supported are named",
        arguments: [
            ("<SAMI><BODY><SYNC Start=1000><P Class=ENCC>a</P></BODY></SAMI>", "captions in the format SAMI are not supported"),
            ("{24}{48}a|b\n", "captions in the format MicroDVD are not supported"), ("{24} a\n", "the caption format is unknown"),
        ]) func others(_ text: String, _ message: String)
    {
        let document = read(text)
        #expect(document.errors.map(\.message) == [message])
        #expect(document.errors.map(\.code) == [.unknownFormat])
    }

    @Test("The text encoding is detected from its bytes")
    func encodings() {
        func text(_ bytes: [UInt8]) -> String? {
            CaptionDocument.read(Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes + [0x0A]).cues.first?.text
        }
        #expect(text([0x63, 0x61, 0x66, 0xE9, 0x20, 0x64, 0xE9, 0x6A, 0xE0]) == "café déjà")
        #expect(text([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xEC, 0xE8, 0xF0]) == "Привет, мир")
        #expect(text([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x2C, 0x20, 0xCD, 0xC9, 0xD2, 0x20, 0xCF, 0xCE, 0xC1]) == "Привет, мир она")
        #expect(text([0x7A, 0x61, 0xBF, 0xF3, 0xB3, 0xE6, 0x20, 0x67, 0xEA, 0x9C, 0x6C, 0xB9]) == "zażółć gęślą")
        #expect(text([0xC3, 0xA9]) == "é")
        let wide = Array("1\n00:00:01,000 --> 00:00:02,000\nä€\n".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        #expect(CaptionDocument.read([0xFE, 0xFF] + wide).cues.first?.text == "ä€")
        #expect(CaptionDocument.read(wide).cues.first?.text == "ä€")
    }

    @Test("Fullwidth punctuation also separates times, and cue numbers may have a sign or a fraction")
    func wideMarks() {
        let document = read(
            "1\n00：00：01，500 --> 00：00：02．5\na\n\n1.5\n00:00:03。25 --> 00:00:04,000\nb\n\n-2\n00:00:05,000 --> 00:00:06,000\nc\n3.14\n"
                + "00:00:07,000 --> 00:00:08,000\nd\n")
        #expect(document.format == .subRip)
        #expect(document.cues.map(\.start.seconds) == [1.5, 3.25, 5, 7])
        #expect(document.cues.map(\.id) == ["1", "1.5", "-2", ""])
        #expect(document.cues.map(\.text) == ["a", "b", "c\n3.14", "d"])
        #expect(document.cues.first?.end.seconds == 2.5)
    }

    @Test("Leftover MicroDVD codes become styles or are removed")
    func codes() {
        let document = read(
            "1\n00:00:01,000 --> 00:00:02,000\n{Y:i}a {y:b,u}b\n\n2\n00:00:03,000 --> 00:00:04,000\n{C:$0000ff}c{f:Arial}{s:12}{P:1}d\n\n"
                + "3\n00:00:05,000 --> 00:00:06,000\n{x:1} {y:} {y}")
        #expect(document.cues[0].tree.dump == "| <i>\n|   \"a \"\n|   <b>\n|     <u>\n|       \"b\"\n")
        #expect(document.cues[1].tree.dump == "| <span>\n|   style=\"color: #ff0000\"\n|   \"cd\"\n")
        #expect(document.cues[2].tree == [.text("{x:1} {y:} {y}")])
    }

    @Test("Font sizes up to seven are HTML sizes and larger ones lines of 288, and they are written that way")
    func sizes() throws {
        let document = read("1\n00:00:01,000 --> 00:00:02,000\n<font size=5>a</font><font size=\"36\">b</font><font size='2em'>c</font>")
        let styles = document.cues[0].tree.map { node in if case .span(let span) = node { span.style.css } else { "" } }
        #expect(styles == ["font-size: 1.5em", "font-size: 12.5vh", "font-size: 2em"])
        let writing = try #require(document.write(as: .subRip))
        #expect(String(decoding: writing.bytes, as: UTF8.self).contains("a<font size=\"36\">b</font>c"))
        #expect(writing.losses.count == 1)
    }
}
