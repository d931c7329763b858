// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxCaptions
import WindowboxMedia

@Suite struct StylingTests {
    private func cue(_ text: String, id: String = "") throws -> Cue {
        try #require(read("WEBVTT\n\n\(id)\(id.isEmpty ? "" : "\n")00:00.000 --> 00:10.000\n\(text)").cues.first)
    }

    private func styles(_ css: String, _ text: String, id: String = "", at seconds: Double = 0) throws -> [String] {
        CaptionStyling(sheets: [StyleSheet(css)]).runs(of: try cue(text, id: id), at: MediaTime(seconds: seconds)).map(\.style.css)
    }

    @Test(
        "Selectors of every kind match the right elements",
        arguments: [
            ("::cue { color: red }", "a<b>b</b>", ["color: red", "color: red; font-weight: bold"]),
            ("::cue(b) { color: red }", "a<b>b</b>", ["", "color: red; font-weight: bold"]),
            ("::cue(.x.y), ::cue(i.z) { color: red }", "<c.x>a</c><c.y.x>b</c><c.z>c</c>", ["", "color: red", ""]),
            ("::cue(v[voice=\"Ann\"]) { color: red }", "<v Ann>a</v><v Bob>b</v>", ["color: red", ""]),
            ("::cue([lang|=\"en\"]) { color: red }", "<lang en-GB>a</lang><lang de>b</lang>", ["color: red", ""]),
            ("::cue(:lang(en)) { color: red }", "<lang en-GB>a<c>b</c></lang>c", ["color: red", "color: red", ""]),
            ("::cue(v > c + c) { color: red }", "<v A><c>a</c><c>b</c></v><c>c</c>", ["", "color: red", ""]),
            ("::cue(v c ~ c) { color: red }", "<v A><c>a</c>-<i>i</i><c>b</c></v>", ["", "", "font-style: italic", "color: red"]),
            ("::cue(#one) { color: red }", "a", ["color: red"]), ("::cue(#two) { color: red }", "a", [""]),
            ("::cue(c:hover), .x { color: red }", "<c.x>a</c>", [""]),
            ("::cue(.x) { color: red } ::cue(c) { color: blue }", "<c.x>a</c>", ["color: red"]),
            ("::cue(c) { color: red !important } ::cue(.x) { color: blue }", "<c.x>a</c>", ["color: red"]),
            ("::cue(c) { position: fixed; color: lime }", "<c>a</c>", ["color: lime"]),
            ("", "<c.yellow.bg_blue>a</c>", ["background-color: blue; color: yellow"]),
        ])
    func selectors(_ css: String, _ text: String, _ wanted: [String]) throws {
        #expect(try styles(css, text, id: "one") == wanted)
    }

    @Test("Text is past after a later timestamp has passed, and future until an earlier one is reached (WebVTT 8.2.2)")
    func time() throws {
        let css = "::cue(:past) { color: gray; font-size: 10px } ::cue(:future) { color: white }"
        let text = "<00:01.000><c>a</c><00:02.000><c>b</c><00:03.000>"
        #expect(try styles(css, text, at: 0.5) == ["color: white", "color: white"])
        #expect(try styles(css, text, at: 1.5) == ["", "color: white"])
        #expect(try styles(css, text, at: 2.5) == ["color: gray", ""])
        #expect(try styles(css, text, at: 4) == ["color: gray", "color: gray"])
        // A timestamp inside the element does not put it in the past.
        #expect(try styles(css, "<c>a<00:01.000>b</c>", at: 2) == ["", ""])
        #expect(try styles(css, "<c>a</c>b", at: 2) == ["", ""])
    }

    @Test("A file's style sheet allows no element before ::cue, an application's may name the video")
    func element() throws {
        let rules =
            "video::cue { color: red } |*::cue(b) { color: lime } *|*::cue(b) { opacity: 0.5 } "
            + "* ::cue(i), html|*::cue(i) { color: red }"
        let document = read("WEBVTT\n\nSTYLE\n\(rules)\n\n00:00.000 --> 00:01.000\na<b>b</b><i>c</i>")
        let cue = try #require(document.cues.first)
        let styles = CaptionStyling(sheets: document.styleSheets).runs(of: cue, at: .zero).map(\.style.css)
        #expect(styles == ["", "color: lime; font-weight: bold; opacity: 0.5", "font-style: italic"])
        #expect(document.errors.count == 2)
        #expect(CaptionStyling(application: [StyleSheet("video::cue { color: red }")]).style(of: cue)["color"] == "red")
    }

    @Test("Shorthands set their longhands and take part in the cascade in order")
    func shorthands() throws {
        let font = "::cue { font: italic bold 28px/1.5 'Some Font', serif; font-weight: 300 }"
        let wanted =
            "font-family: 'Some Font', serif; font-size: 28px; font-style: italic; font-variant: normal; font-weight: 300; line-height: 1.5"
        #expect(try styles(font, "a") == [wanted])
        #expect(try styles("::cue { font: bold }", "a") == [""])
        let behind = "::cue { background-color: red; background: lime url(x.png) no-repeat } ::cue(b) { background: none }"
        #expect(try styles(behind, "a<b>b</b>") == ["background-color: lime", "background-color: transparent; font-weight: bold"])
    }

    @Test("The application overrides the file, and the user overrides both")
    func origins() throws {
        let file = StyleSheet("::cue(c) { color: red !important; font-size: 50% } ::cue { color: green }")
        let cue = try cue("a<c>b</c>")
        var styling = CaptionStyling(sheets: [file], application: [StyleSheet("::cue(c) { color: blue }")])
        #expect(styling.runs(of: cue, at: .zero).map(\.style.css) == ["color: green", "color: blue; font-size: 50%"])
        styling.user = [Declaration("color", "white")]
        #expect(styling.runs(of: cue, at: .zero).map { $0.style["color"] } == ["white", "white"])
    }

    @Test("VK-8 Four preset sizes are available that enlarge the default one")
    func presets() throws {
        #expect(StyleSheet.PresetSize.all.map(\.name) == ["tiny", "medium", "large", "huge"])
        let cue = try cue("a")
        let heights = StyleSheet.PresetSize.all.map { size in
            var layout = CaptionLayout(width: 1000, height: 400, styling: CaptionStyling(application: [.preset(size, color: "yellow")]))
            return layout.boxes(of: CaptionDocument(format: .subRip, cues: [cue]), at: .zero).map(\.fontSize)
        }
        #expect(heights == [[26], [30], [40], [70]])
        let style = CaptionStyling(application: [.preset(.large, color: "yellow")]).style(of: cue)
        #expect(style["color"] == "yellow")
        #expect(style["font-weight"] == "bold")
        #expect(style["text-shadow"] == "1.2px 1.2px 0 black, -1.2px 1.2px 0 black, 1.2px -1.2px 0 black, -1.2px -1.2px 0 black")
    }
}
