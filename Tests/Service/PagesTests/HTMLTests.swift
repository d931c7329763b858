// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxPages

@Suite("HTML of the pages")
struct HTMLTests {
    @Test("User input is escaped in elements and attributes")
    func text() {
        let caption = #"<b onclick='x'>"Tom & Ann"</b>"#
        let page: HTML = "<p title=\"\(caption)\">\(caption)</p>"
        let shown = "&lt;b onclick=&#39;x&#39;&gt;&quot;Tom &amp; Ann&quot;&lt;/b&gt;"
        #expect(page.description == "<p title=\"\(shown)\">\(shown)</p>")
    }

    @Test("Nested HTML is not escaped, and nil adds nothing")
    func nesting() {
        let items: [HTML] = ["one", "two"].map { "<li>\($0)</li>" }
        let absent: HTML? = nil
        #expect("<ul>\(items)</ul>\(absent)" == ("<ul><li>one</li><li>two</li></ul>" as HTML))
    }

    @Test("Characters that HTML can't hold are replaced")
    func controls() { #expect(HTML(text: "a\u{0}b\u{1F}c\n").description == "a\u{FFFD}b\u{FFFD}c\n") }
}
