// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia
import WindowboxTesting

@testable import WindowboxPlayer

@MainActor @Suite("Style of timed text")
struct TextStyleTests {
    private let large = TextStyleRule(.cue, TextStyle(color: .yellow, relativeSize: 2))

    @Test("1.22: Style rules can be changed at any time and are reported again for each item")
    func player() async {
        let stage = Stage("a", "b")
        var events = stage.player.events.makeAsyncIterator()
        stage.player.textStyleRules = [large]
        stage.player.textStyleRules = [large]
        #expect(await events.next() == .textStyled([large]))
        stage.show(1)
        stage.player.advanceToNextItem()
        #expect(await events.next() == .textStyled([large]))
        stage.player.textStyleRules = []
        #expect(await events.next() == .textStyled([]))
    }

    @Test("1.22: A rule converts to WebVTT CSS")
    func css() {
        #expect(large.css == "::cue { color: rgba(255, 255, 0, 1); font-size: 2.0em }")
        let voice = TextStyleRule(.cue(voice: "A \"B\""), TextStyle(edge: TextEdge(.dropShadow, width: 2), isBold: true, isItalic: false))
        #expect(
            voice.css
                == "::cue(v[voice=\"A \\\"B\\\"\"]) { text-shadow: 4.0px 4.0px 0 rgba(0, 0, 0, 1); font-weight: bold; font-style: normal }"
        )
        #expect(TextSelector.cue(class: "loud").css == "::cue(.loud)")
        #expect(TextSelector.cue(id: "1 a").css == "::cue(#\\31 \\20 a)")
        #expect(
            TextStyle(background: Color(red: 2, green: -1, blue: .nan, alpha: 0.5)).css == "background-color: rgba(255, 0, 0, 0.500)")
    }

    @Test("1.22: Of two rules the later one wins, property by property")
    func cascade() {
        let merged = large.style.overridden(by: TextStyle(relativeSize: 1, line: 0.9))
        #expect(merged == TextStyle(color: .yellow, relativeSize: 1, line: 0.9))
    }
}
