// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPages

@Suite("Markup of the pages")
struct HTMLTests {
    @Test("What people wrote is text, in elements and in attributes")
    func text() {
        let caption = #"<b onclick='x'>"Tom & Ann"</b>"#
        let page: HTML = "<p title=\"\(caption)\">\(caption)</p>"
        let shown = "&lt;b onclick=&#39;x&#39;&gt;&quot;Tom &amp; Ann&quot;&lt;/b&gt;"
        #expect(page.description == "<p title=\"\(shown)\">\(shown)</p>")
    }

    @Test("Markup in markup stays markup, what is absent is nothing")
    func nesting() {
        let items: [HTML] = ["one", "two"].map { "<li>\($0)</li>" }
        let absent: HTML? = nil
        #expect("<ul>\(items)</ul>\(absent)" == ("<ul><li>one</li><li>two</li></ul>" as HTML))
    }

    @Test("Characters that no page can hold are replaced")
    func controls() { #expect(HTML(text: "a\u{0}b\u{1F}c\n").description == "a\u{FFFD}b\u{FFFD}c\n") }
}
