// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia
import WindowboxPlayer

@testable import WindowboxGTK

@Suite("Caption styles")
struct CaptionLookTests {
    private let length = CaptionLength(fontSize: 20, pictureHeight: 540)

    private func look(_ css: String, cue: String = "") -> CaptionLook {
        func declarations(_ css: String) -> [Declaration] { CaptionStyleSheet("::cue { \(css) }").rules.flatMap(\.declarations) }
        return CaptionLook(declarations(css), cue: declarations(cue), length)
    }

    /// The looks of the runs of a cue, by text.
    private func looks(_ cues: ActiveCues, _ style: CaptionStyle) -> [String: CaptionLook] {
        let styling = style.styling(of: cues.document)
        let cue = styling.style(of: cues.document.cues[0])
        let runs = styling.runs(of: cues.document.cues[0], at: cues.time)
        return Dictionary(runs.map { ($0.text, CaptionLook($0.style, cue: cue, length)) }) { first, _ in first }
    }

    @Test(
        "CSS colours are read",
        arguments: [
            ("red", CaptionColor(red: 1, green: 0, blue: 0)), ("#0f0", CaptionColor(red: 0, green: 1, blue: 0)),
            ("#00000080", CaptionColor(red: 0, green: 0, blue: 0, alpha: 128.0 / 255)), ("transparent", .clear),
            ("hsl(120, 100%, 50%)", CaptionColor(red: 0, green: 1, blue: 0)),
            ("RebeccaPurple", CaptionColor(red: 0.4, green: 0.2, blue: 0.6)),
            ("hsla(-120deg 100% 25% / 50%)", CaptionColor(red: 0, green: 0, blue: 0.5, alpha: 0.5)),
            ("rgb(10% 20% 300%)", CaptionColor(red: 0.1, green: 0.2, blue: 1)),
            ("rgba(0, 0, 255, 0.5)", CaptionColor(red: 0, green: 0, blue: 1, alpha: 0.5)),
            ("RGB(255,255,0)", CaptionColor(red: 1, green: 1, blue: 0)),
        ])
    func colors(_ css: String, _ color: CaptionColor) throws {
        let read = try #require(CaptionColor(css: css))
        for (a, b) in [(read.red, color.red), (read.green, color.green), (read.blue, color.blue), (read.alpha, color.alpha)] {
            #expect(abs(a - b) < 0.01)
        }
        for none in ["no colour", "", "#12345", "#ggg", "rgb(1,2)", "rgb(nan,0,0)", "hwb(1,2,3)", "("] {
            #expect(CaptionColor(css: none) == nil)
        }
    }

    @Test("Style sheet declarations apply to text, and invalid ones are ignored")
    func declarations() {
        let look = look(
            "color: red; background: #0000ff; font-style: oblique 10deg; font-weight: 900; text-decoration: underline line-through; "
                + "font-family: 'No Such', monospace; font-size: 50%; opacity: 0.5; font-variant: small-caps")
        #expect(look.color == CaptionColor(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(look.background.blue == 1)
        #expect(look.isItalic)
        #expect(look.isUnderlined)
        #expect(look.isStruckThrough)
        #expect(!look.isOverlined)
        #expect(look.hasSmallCapitals)
        #expect(look.weight == 900)
        #expect(look.size == 10)
        #expect(look.family == "No Such,Monospace,Sans")
        #expect(self.look("visibility: hidden").color.alpha == 0)
        let odd = self.look("color: 7; font-size: -9e99em; font-weight: inherit; opacity: much; text-shadow: 1px")
        #expect(odd.color == .white)
        #expect(odd.size == 6)
        #expect(odd.weight == 400)
        #expect(odd.shadows == [])
        // The size of the cue is already included in the size of its letters.
        #expect(self.look("font-size: 2em", cue: "font-size: 2em").size == 20)
    }

    @Test("Shadows and outlines are blurred copies under the letters, and four side shadows make an outline with corners")
    func shadows() {
        #expect(
            look("text-shadow: 4px 2px 3px rgba(0, 0, 0, 0.5), -0.1em 0 red").shadows == [
                CaptionShadow(x: 2, y: 1, blur: 1.5, color: CaptionColor(red: 0, green: 0, blue: 0, alpha: 0.5)),
                CaptionShadow(x: -2, y: 0, color: CaptionColor(red: 1, green: 0, blue: 0)),
            ])
        #expect(look("text-shadow: none").shadows == [])
        // What would be invisible is made visible.
        #expect(look("color: lime; text-shadow: 1px 1px").shadows == [CaptionShadow(x: 0.75, y: 0.75, color: CaptionColor(css: "lime"))])
        let outline = look("text-shadow: \(TextEdge(.uniform, width: 4).css)").shadows
        #expect(outline.count == 8)
        #expect(Set(outline.map { abs($0.x) }) == [0, 1.4, 2])
        #expect(look("text-outline: black 4px").shadows == outline)
    }

    @Test("The stream's style overrides the view's, the app's the stream's, and the user's all, per property")
    func layers() {
        let cues = ActiveCues(
            webVTT: "STYLE\n::cue { color: red; font-style: italic }\n::cue(.loud) { color: lime }\n\n"
                + "00:00.000 --> 00:09.000\nplain<c.loud>loud</c><v Anna>Anna</v>")
        var style = CaptionStyle(color: Color(red: 0, green: 0, blue: 1))
        #expect(looks(ActiveCues("", "bare"), style)["bare"]?.color == CaptionColor(red: 0, green: 0, blue: 1))
        #expect(looks(cues, style)["plain"]?.color == CaptionColor(css: "red"))
        #expect(looks(cues, style)["loud"]?.color == CaptionColor(css: "lime"))
        style.rules = [TextStyleRule(.cue(voice: "Anna"), TextStyle(color: .yellow)), TextStyleRule(.cue, TextStyle(isBold: true))]
        #expect(looks(cues, style)["Anna"]?.color == CaptionColor(css: "yellow"))
        #expect(looks(cues, style)["loud"]?.weight == 700)
        #expect(looks(cues, style)["loud"]?.isItalic == true)
        style.preference = CaptionPreference(look: .blackOnWhite)
        for look in looks(cues, style).values { #expect(look.color == .black && look.background.red == 1 && look.weight == 700) }
        style.preference = CaptionPreference(look: .outlined)
        #expect(looks(cues, style)["plain"]?.shadows.count == 8)
    }

    @Test("1.22: Rules for all cues also place them, and invalid sizes and lines do no harm")
    func rules() {
        func placed(_ style: TextStyle) -> CueSettings {
            var own = CaptionStyle()
            own.rules = [TextStyleRule(.cue, style)]
            let document = ActiveCues("line:10%", "x").document
            return own.placing(document, own.styling(of: document)).cues[0].settings
        }
        let settings = placed(TextStyle(alignment: .left, line: 0.2))
        #expect(settings.line == 20)
        #expect(!settings.snapToLines)
        #expect(settings.lineAlignment == .end)
        #expect(settings.alignment == .left)
        #expect(placed(TextStyle(relativeSize: .infinity, line: -.infinity)).line == 10)
        var style = CaptionStyle()
        style.rules = [TextStyleRule(.cue, TextStyle(relativeSize: 1e9))]
        #expect(style.styling(of: ActiveCues("", "x").document).style(of: Cue(start: .zero, end: .zero, text: ""))["font-size"] == "6.0em")
        #expect(CaptionStyle(lineHeight: .nan).fontSize(pictureHeight: 1080) == 54)
        #expect(CaptionStyle().fontSize(pictureHeight: 100) == 13)
    }

    @Test("Text keeps its style and ruby across line breaks")
    func lines() {
        let cues = ActiveCues("", "one <b>two three</b>  four\n<ruby>字<rt>ji</rt></ruby>!")
        let runs = CaptionStyling().runs(of: cues.document.cues[0], at: cues.time)
        let lines = CaptionLine.lines(["one two", "three four", "字!"], of: runs) { CaptionLook($0.style, cue: [], length) }
        #expect(lines.map { $0.parts.map(\.text) } == [["one ", "two"], ["three", " four"], ["字", "!"]])
        #expect(lines.map { $0.parts.map { $0.look.weight } } == [[400, 700], [700, 400], [400, 400]])
        #expect(lines[2].parts.map(\.ruby?.text) == ["ji", nil])
        #expect(lines.map(\.paragraph) == ["one two three  four", "one two three  four", "字!"])
    }

    @MainActor @Test("VK-8, 1.22: The player's style rules apply in its window, and the user's preferences come last")
    func player() {
        let player = Player()
        let model = PlayerModel(player)
        #expect(model.captionStyle == CaptionStyle())
        player.textStyleRules = [TextStyleRule(.cue, TextStyle(color: .yellow, isItalic: true))]
        #expect(looks(ActiveCues("", "x"), model.captionStyle)["x"]?.color == CaptionColor(red: 1, green: 1, blue: 0))
        model.choose(2, of: .captionSize)
        model.choose(3, of: .captionLook)
        #expect(model.captionPreference == CaptionPreference(size: .large, look: .blackOnWhite))
        let look = looks(ActiveCues("", "x"), model.captionStyle)["x"]
        #expect(look?.color == .black)
        #expect(look?.isItalic == true)
        #expect(model.choices(of: .captionSize).selection == 2)
        model.choose(9, of: .captionSize)
        #expect(model.captionPreference.size == .large)
    }
}
