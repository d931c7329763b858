// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WindowboxGTK

@Suite("Opening links") struct LinkOpenerTests {
    @Test("Only web pages are opened, whatever an ad contains") func pages() {
        for page in ["https://example.com/a?b=c", "HTTP://example.com"] { #expect(LinkOpener.isPage(page)) }
        for other in [
            "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b", "/usr/bin/x", "", "https://a b", "https://a\nb",
            "https://" + String(repeating: "a", count: 9000),
        ] { #expect(!LinkOpener.isPage(other)) }
    }
}
