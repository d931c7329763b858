// SPDX-License-Identifier: Apache-2.0

import Testing
import WindowboxMedia

@Suite("Removing credentials from text")
struct CredentialFreeTextTests {
    @Test(
        "URLs lose their user names and passwords",
        arguments: [
            ("https://me:secret@host.example/a@b?c=d@e", "https://host.example/a@b?c=d@e"),
            ("https://me@host.example:8080", "https://host.example:8080"), ("rtsp://a:b@c@host/x", "rtsp://host/x"),
            ("https://host.example/a?mail=me@host.example", "https://host.example/a?mail=me@host.example"),
            (
                "HTTP 401 at https://me:secret@host/a: it wants https://you:too@host/b.",
                "HTTP 401 at https://host/a: it wants https://host/b."
            ),
            ("write to me@host.example", "write to me@host.example"), ("file:///home/me@host/a.mp4", "file:///home/me@host/a.mp4"),
            ("https://[::1]/x", "https://[::1]/x"), ("://@", "://"), ("https://", "https://"), ("", ""),
            ("https://\u{E9}:p\u{E4}ss@host/\u{FC}", "https://host/\u{FC}"),
        ])
    func shown(text: String, shown: String) { #expect(text.withoutCredentials == shown) }
}
