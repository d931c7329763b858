// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeedViews

@Suite("Thumbnails that move")
struct PreviewRuleTests {
    @Test("they do while a person is at them, by the pointer or by the keyboard, and not while the video itself plays there")
    func wishes() {
        var rule = PreviewRule()
        #expect(rule.handle(.item("a.gif")) == nil)
        #expect(rule.handle(.pointed(true)) == .show("a.gif") && rule.shown == "a.gif")
        #expect(rule.handle(.pointed(true)) == nil && rule.handle(.focused(true)) == nil)
        #expect(rule.handle(.pointed(false)) == nil)
        #expect(rule.handle(.focused(false)) == .hide && rule.shown == nil)
        #expect(rule.handle(.focused(true)) == .show("a.gif"))
        #expect(rule.handle(.playing(true)) == .hide && rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.playing(false)) == .show("a.gif"))
    }

    @Test("they do while a finger rests on them, whatever else lets them") func held() {
        var rule = PreviewRule()
        #expect(rule.handle(.item("a.gif")) == nil && rule.handle(.held(false)) == nil)
        #expect(rule.handle(.held(true)) == .show("a.gif") && rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.held(false)) == nil && rule.handle(.pointed(false)) == .hide)
    }

    @Test("a cell that shows another item under the pointer shows that one's, and none where it has none")
    func items() {
        var rule = PreviewRule()
        #expect(rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.item("a.gif")) == .show("a.gif"))
        #expect(rule.handle(.item("b.gif")) == .show("b.gif"))
        #expect(rule.handle(.item(nil)) == .hide && rule.handle(.item(nil)) == nil)
        #expect(rule.handle(.pointed(false)) == nil)
    }
}
