// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxFeedViews

@Suite("Moving previews")
struct PreviewRuleTests {
    @Test("They play under the pointer or keyboard focus, and not while the video itself plays")
    func wishes() {
        var rule = PreviewRule()
        #expect(rule.handle(.item("a.gif")) == nil)
        #expect(rule.handle(.pointed(true)) == .show("a.gif"))
        #expect(rule.shown == "a.gif")
        #expect(rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.focused(true)) == nil)
        #expect(rule.handle(.pointed(false)) == nil)
        #expect(rule.handle(.focused(false)) == .hide)
        #expect(rule.shown == nil)
        #expect(rule.handle(.focused(true)) == .show("a.gif"))
        #expect(rule.handle(.playing(true)) == .hide)
        #expect(rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.playing(false)) == .show("a.gif"))
    }

    @Test("They play during a long press, whatever the other settings") func held() {
        var rule = PreviewRule()
        #expect(rule.handle(.item("a.gif")) == nil)
        #expect(rule.handle(.held(false)) == nil)
        #expect(rule.handle(.held(true)) == .show("a.gif"))
        #expect(rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.held(false)) == nil)
        #expect(rule.handle(.pointed(false)) == .hide)
    }

    @Test("A cell with a new item under the pointer shows that item's preview, or none")
    func items() {
        var rule = PreviewRule()
        #expect(rule.handle(.pointed(true)) == nil)
        #expect(rule.handle(.item("a.gif")) == .show("a.gif"))
        #expect(rule.handle(.item("b.gif")) == .show("b.gif"))
        #expect(rule.handle(.item(nil)) == .hide)
        #expect(rule.handle(.item(nil)) == nil)
        #expect(rule.handle(.pointed(false)) == nil)
    }
}
