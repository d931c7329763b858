// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct SubStationTests {
    static let script = """
        [Script Info]
        ; a comment
        ! one of older scripts
        ScriptType: v4.00+
        PlayResX: 640
        PlayResY: 480

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, StrikeOut, Alignment
        Style: Default,Sans,48,&H0000FFFF,0,0,0,0,2
        Style: Top,Serif,24,&H80FF0000,-1,-1,0,0,8

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,not shown
        Dialogue: 3,0:00:01.50,0:00:02.25,Top,Ann,0,0,0,,One, {\\i1}two{\\i0}\\Nthree\\hfour
        Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\pos(320,120)\\an7\\c&H0000FF&}red{\\r} {\\p1}m 0 0 l 1 1{\\p0}end
        Dialogue: 0,0:00:05.00,0:00:06.00,None,,0,0,0,,{\\k50}la{\\k25}la
        Dialogue: 0,0:00:xx.00,0:00:06.00,Default,,0,0,0,,lost
        """

    @Test("Dialogues become cues with text, position and style")
    func dialogues() throws {
        let document = read(Self.script)
        #expect(document.format == .subStation)
        #expect(document.errors.map(\.code) == [.timing])
        #expect(document.errors.map(\.line) == [19])
        try #require(document.cues.count == 3)
        let first = document.cues[0]
        #expect(first.start.seconds == 1.5)
        #expect(first.end.seconds == 2.25)
        #expect(first.layer == 3)
        #expect(first.text == "One, two\nthree\u{A0}four")
        #expect(first.settings == CueSettings(line: 0))
        #expect(first.style.css == "font-family: Serif; font-size: 5.0vh; color: #0000ff7f; font-weight: bold; font-style: italic")
        #expect(
            first.tree.dump == "| <span>\n|   title=\"Ann\"\n|   \"One, \"\n|   <i>\n|     \"two\"\n"
                + "|   <span>\n|     style=\"font-style: normal\"\n|     \"\nthree\u{A0}four\"\n")
        let second = document.cues[1]
        #expect(second.text == "red end")
        #expect(
            second.settings
                == CueSettings(line: 25, snapToLines: false, position: 50, positionAlignment: .lineLeft, alignment: .left))
        #expect(second.tree.dump.hasPrefix("| <span>\n|   style=\"color: #ff0000\"\n|   \"red\"\n"))
        #expect(document.cues[2].tree.dump == "| \"la\"\n| <?timestamp 00:00:05.500>\n| \"la\"\n")
    }

    @Test("Tags end the line-wide parts of a style, and sizes and weights may be any number")
    func undone() throws {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\nPlayResY: 100\n[V4+ Styles]\nFormat: Name, Bold, Underline\nStyle: A,-1,-1\nStyle: B,0,0\n"
                + "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,a{\\b0}b{\\b1}c{\\u0}d{\\rB}e{\\r}f\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,B,,0,0,0,,{\\b0}a{\\b300\\fs2.5}b")
        try #require(document.cues.count == 2)
        let styling = CaptionStyling()
        let runs = styling.runs(of: document.cues[0], at: .zero)
        let styled = runs.map { "\($0.style["font-weight"] ?? "") \($0.style["text-decoration"] ?? "")" }
        #expect(styled == ["bold underline", "normal underline", "bold underline", "bold none", "normal none", "bold underline"])
        let sized = styling.runs(of: document.cues[1], at: .zero).map(\.style.css)
        #expect(sized == ["", "font-size: 2.5vh; font-weight: 300"])
    }

    @Test("Outlines and shadows scale with the script's resolution")
    func edges() throws {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\nPlayResY: 540\n[V4+ Styles]\n"
                + "Format: Name, OutlineColour, BackColour, BorderStyle, Outline, Shadow\nStyle: A,&H000000FF,&H80000000,1,2,1\n"
                + "Style: B,&H000000FF,&H00FF0000,3,2,1\n[Events]\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,x\nDialogue: 0,0:00:01.00,0:00:02.00,B,,0,0,0,,y")
        try #require(document.cues.count == 2)
        #expect(
            document.cues[0].style.css
                == "background-color: transparent; text-outline: #ff0000 4.0px; text-shadow: 2.0px 2.0px #0000007f")
        // The box has the border's colour; a version 4 script has one colour for borders and shadows.
        #expect(document.cues[1].style.css == "background-color: #ff0000")
        let old = read(
            "[V4 Styles]\nFormat: Name, TertiaryColour, BackColour, BorderStyle, Outline\nStyle: A,255,65280,1,4\nStyle: B,255,65280,3,4\n"
                + "[Events]\nDialogue: Marked=0,0:00:01.00,0:00:02.00,A,,0,0,0,,x\nDialogue: Marked=0,0:00:01.00,0:00:02.00,B,,0,0,0,,y")
        #expect(old.cues.map(\.style.css) == ["background-color: transparent; text-outline: #00ff00 15.0px", "background-color: #00ff00"])
        let look = CaptionLook(document.cues[0].style, cue: [], CaptionLength(fontSize: 20, pictureHeight: 540))
        #expect(look.background == .clear)
        #expect(look.shadows.count == 9)
        #expect(look.shadows.last?.x == 1)
    }

    @Test("The first of several positions in a dialogue counts")
    func places() {
        let head = "[Script Info]\nPlayResX: 100\nPlayResY: 100\n[Events]\n"
        let document = read(
            head + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,{\\an8}x{\\an5}\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,{\\an7\\pos(10,20)}x{\\pos(50,60)}")
        #expect(document.cues.map(\.settings.line) == [0, 20] && document.cues[1].settings.position == 10)
        let subRip = read("1\n00:00:01,000 --> 00:00:02,000\n{\\an8}x{\\an5}\n")
        #expect(subRip.cues.map(\.settings.line) == [0])
    }

    @Test("A dialogue's own margins move it unless a tag positions it")
    func margins() {
        func settings(_ margins: String, _ text: String) -> CueSettings? {
            let head = "[Script Info]\nPlayResX: 100\nPlayResY: 200\n[Events]\n"
            return read(head + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,\(margins),,\(text)\n").cues.first?.settings
        }
        #expect(settings("0000,0000,0000", "x") == CueSettings())
        #expect(settings("0,0,60", "x") == CueSettings(line: 70, lineAlignment: .end, snapToLines: false))
        #expect(
            settings("20,0,30", "{\\an9}x")
                == CueSettings(line: 15, snapToLines: false, position: 100, positionAlignment: .lineRight, size: 80, alignment: .right))
        #expect(
            settings("20,10,30", "{\\an5}x")
                == CueSettings(
                    line: 50, lineAlignment: .center, snapToLines: false, position: 55, positionAlignment: .center, size: 70))
        #expect(settings("20,10,30", "{\\pos(50,100)}x")?.line == 50)
        #expect(settings("60,60,300", "x") == CueSettings())
    }

    @Test("A style's wide margins move lines unless the dialogue has its own, and narrow margins are ignored")
    func styleMargins() {
        func settings(_ style: String, _ margins: String = "0,0,0") -> CueSettings? {
            read(
                "[Script Info]\nScriptType: v4.00+\nPlayResX: 100\nPlayResY: 200\n[V4+ Styles]\n"
                    + "Format: Name, Alignment, MarginL, MarginR, MarginV\nStyle: A,2,\(style)\n[Events]\n"
                    + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,\(margins),,x\n"
            ).cues.first?.settings
        }
        #expect(settings("5,5,10") == CueSettings())
        #expect(settings("5,5,60") == CueSettings(line: 70, lineAlignment: .end, snapToLines: false))
        #expect(settings("30,5,0") == CueSettings(position: 65, positionAlignment: .center, size: 70))
        #expect(settings("0,0,60", "0,0,20") == CueSettings(line: 90, lineAlignment: .end, snapToLines: false))
    }

    @Test("Letter spacing follows the style and tags")
    func spacing() {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\nPlayResY: 100\n[V4+ Styles]\nFormat: Name, Spacing\nStyle: A,2\n[Events]\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,a{\\fsp5}b{\\fsp}c")
        let runs = CaptionStyling().runs(of: document.cues[0], at: .zero)
        #expect(runs.map { $0.style["letter-spacing"] } == ["2.0vh", "5.0vh", "2.0vh"])
        let look = CaptionLook(runs[1].style, cue: [], CaptionLength(fontSize: 100, pictureHeight: 1000))
        #expect(look.spacing == 50)
    }

    @Test("Unsupported effects are reported once each with their line, and the text is kept")
    func effects() {
        let document = read(
            "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,Banner;20,{\\fad(1,2)\\blur3}a\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,fx,{\\fad(1,2)\\move(1,2,3,4)\\q2}b\n")
        #expect(document.cues.map(\.text) == ["a", "b"])
        #expect(document.errors.allSatisfy { $0.code == .unsupported })
        #expect(document.errors.map(\.line) == [2, 2, 2, 3])
        #expect(["fad", "blur", "Banner", "move"].enumerated().allSatisfy { document.errors[$0].message.contains($1) })
    }

    @Test("Tag colours are hexadecimal with or without the letter H, and their alpha is ignored")
    func tagColors() {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\n[Events]\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,{\\c&0000FF&}a{\\1c&HFF00FF00&}b{\\c&HFF0000}c{\\c}d")
        let styling = CaptionStyling()
        #expect(
            styling.runs(of: document.cues[0], at: .zero).map { $0.style["color"] } == ["#ff0000", "#00ff00", "#0000ff", nil])
    }

    /// The styles of the runs of one dialogue, in a script whose picture is 100 lines high.
    private func runs(_ text: String, style: String) -> [String] {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\nPlayResY: 100\n[V4+ Styles]\n"
                + "Format: Name, Fontsize, PrimaryColour, OutlineColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow\n"
                + "Style: A,\(style)\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,\(text)")
        return document.cues[0].tree.map { node in if case .span(let span) = node { span.style.css } else { "" } }
    }

    @Test("Alpha tags set the opacity independently of the colour")
    func opacity() {
        let style = "10,&H40FFFFFF,&H0,&H0,0,0,1,0,0"
        #expect(
            runs("a{\\alpha&HFF&}b{\\alpha&H80&}c{\\alpha}d{\\1a&H20&}e{\\1c&H0000FF&}f{\\1a}g{\\r\\c&HFF0000&}h", style: style) == [
                "", "opacity: 0.0", "opacity: 0.5", "", "color: #ffffffdf", "color: #ff0000df", "color: #ff0000bf", "color: #0000ffbf",
            ])
    }

    @Test("Font sizes change by tenths, and a tag without a value restores the style")
    func growth() {
        let style = "10,&H0,&H0,&H0,-1,-1,1,0,0"
        #expect(
            runs("a{\\fs+5}b{\\fs20\\fs-5}c{\\fs-10}d{\\fs0}e", style: style)
                == ["", "font-size: 15.0vh", "font-size: 10.0vh", "", ""])
        #expect(
            runs("{\\i0}a{\\i}b{\\b0}c{\\b2}d{\\b}e", style: style)
                == ["font-style: normal", "", "font-weight: normal", "", ""])
    }

    @Test("Outlines and shadows have the colours and widths of tags, in any order")
    func tagEdges() {
        let style = "10,&H0,&H0000FF,&H00FF00,0,0,1,1,0"
        #expect(
            runs("a{\\bord2}b{\\3c&HFF0000&}c{\\bord0}d{\\bord1}e{\\3c}f{\\4c&HFF0000&}g{\\shad1}h{\\shad0}i", style: style) == [
                "", "text-outline: #ff0000 21.6px", "text-outline: #0000ff 21.6px", "text-outline: none", "text-outline: #0000ff 10.8px",
                "",
                "", "text-shadow: 10.8px 10.8px #0000ff", "text-shadow: none",
            ])
    }

    @Test("A style is found with or without an asterisk, and escaped braces are text")
    func asterisks() {
        let document = read(
            "[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, PrimaryColour\nStyle: *Default,&H000000FF\n"
                + "Style: Other,&H0000FF00\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,*Other,,0,0,0,,\\{a\\}{\\i1}b\n"
                + "Dialogue: 0,0:00:01.00,0:00:02.00,default,,0,0,0,,c\nDialogue: 0,0:00:01.00,0:00:02.00,None,,0,0,0,,d")
        #expect(document.cues.map(\.text) == ["{a}b", "c", "d"])
        #expect(document.cues.map { $0.style["color"] } == ["#00ff00", "#ff0000", "#ff0000"])
    }

    @Test("SSA has its own alignment codes, and its columns need no Format line")
    func legacy() {
        let document = read(
            "[Script Info]\nScriptType: v4.00\n[V4 Styles]\nStyle: A,Sans,20,255,0,0,0,0,0,1,1,1,6,0,0,0,0,0\n[Events]\n"
                + "Dialogue: Marked=0,0:00:01.00,0:00:02.00,*A,,0,0,0,,{\\a9}x\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*A,,0,0,0,,y")
        #expect(document.cues.map(\.settings.line) == [50, 0])
        #expect(document.cues.map(\.settings.alignment) == [.left, .center])
        #expect(document.cues[0].style["color"] == "#ff0000")
    }
}
