// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("Likes, comments and follows in a browser", .serialized, .timeLimit(.minutes(5)))
struct CommunityBrowserTests {
    /// The key Tab, and the key Enter with Control.
    private static let (tab, send) = ("\u{E004}", "\u{E009}\u{E007}")

    private static func with(
        _ rules: CommentSettings = CommentSettings(isOpen: true), _ body: @escaping @Sendable (ServedPages) async throws -> Void
    ) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            var business = Business(id: "b1", name: "b1")
            business.comments = rules
            try await served.catalogue.resources.save(business, at: Date())
            try await served.makeVideo("v1", "A walk")
            try await body(served)
        }
    }

    private static let items = "document.querySelectorAll('#comment-list li')"
    private static let message = "document.querySelector('#comment-message').textContent"
    private static let isReady = "return document.querySelector('#no-comments')?.hidden === false"

    private func write(_ text: String, in browser: Browser) async throws {
        _ = try await browser.run("document.querySelector('#comment-text').value = ''")
        try await browser.type(text + Self.send, into: try await browser.find("#comment-text"))
    }

    @Test("A comment is written and deleted with the keyboard, and another viewer sees it as text") func writing() async throws {
        try await Self.with { served in
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: Self.isReady)
                try await browser.type("Mara", into: try await browser.find("#comment-name"))
                try await write("<b>Nice</b> & calm", in: browser)
                try await browser.wait(for: "return \(Self.message) === 'Your comment was posted'")
                #expect(try await browser.run("return document.activeElement.id") == "\"comment-text\"")
                let said = "document.querySelector('#comment-list .said')?.textContent"
                #expect(try await browser.run("return \(said)") == "\"<b>Nice</b> & calm\"")
                #expect(try await browser.run("return document.querySelector('#comment-list b').textContent") == "\"Mara\"")
                try await Browser.with { other in
                    try await other.open(served.address + "/watch/v1")
                    try await other.wait(for: "return \(said) === '<b>Nice</b> & calm'")
                    #expect(try await !other.has(role: "button", name: "Delete"))
                    #expect(try await other.run("return document.querySelector('#comment-name').value") == "\"\"")
                }
                // The name is remembered, and the comment is still the viewer's own.
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return \(Self.items).length === 1")
                #expect(try await browser.run("return document.querySelector('#comment-name').value") == "\"Mara\"")
                _ = try await browser.run("document.querySelector('#comment-list button').focus()")
                try await browser.press("\u{E007}")
                try await browser.wait(for: "return document.querySelector('dialog[open]') !== null")
                // Escape keeps it, and returns to the button.
                try await browser.press("\u{E00C}")
                try await browser.wait(for: "return !document.querySelector('dialog') && document.activeElement.textContent === 'Delete'")
                try await browser.press("\u{E007}")
                try await browser.wait(for: "return document.querySelector('dialog[open]')?.contains(document.activeElement)")
                try await browser.press("\u{E007}")
                try await browser.wait(for: "return \(Self.items).length === 0 && !document.querySelector('#no-comments').hidden")
                try await browser.wait(for: "return document.activeElement.id === 'comments-title'")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("What the service refuses is said at the field, and the text stays") func refusals() async throws {
        try await Self.with(CommentSettings(isOpen: true, blocklist: ["darn"])) { served in
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: Self.isReady)
                func expect(_ message: String, at field: String, keeping text: String) async throws {
                    try await browser.wait(for: "return \(Self.message) === arguments[0]", message)
                    #expect(try await browser.run("return document.activeElement.id") == "\"\(field)\"", "\(message)")
                    #expect(try await browser.run("return document.activeElement.getAttribute('aria-invalid')") == "\"true\"")
                    #expect(try await browser.run("return document.querySelector('#comment-text').value") == "\"\(text)\"", "\(message)")
                }
                try await write("  ", in: browser)
                try await expect("Write something first", at: "comment-text", keeping: "  ")
                let long = String(repeating: "a", count: 1001)
                _ = try await browser.run("document.querySelector('#comment-text').value = arguments[0]", long)
                _ = try await browser.run("document.querySelector('#comment-form').requestSubmit()")
                try await expect("A comment can have up to 1,000 characters", at: "comment-text", keeping: long)
                try await browser.type("Dárn", into: try await browser.find("#comment-name"))
                try await write("Fine", in: browser)
                try await expect("This name can’t be used here", at: "comment-name", keeping: "Fine")
                _ = try await browser.run("document.querySelector('#comment-name').value = ''")
                // Held for a moderator, which only its author sees.
                try await write("darn it", in: browser)
                try await browser.wait(for: "return \(Self.message).startsWith('A moderator will check')")
                #expect(
                    try await browser.run("return document.querySelector('#comment-list .badge').textContent")
                        == "\"Waiting for a moderator\"")
                // Muted.
                let held = try await browser.run("return document.querySelector('#comment-list li').dataset.id").filter { $0 != "\"" }
                try await host.call(.POST, "/v1/admin/comments/\(held)/mute")
                try await write("Again", in: browser)
                try await expect("The moderators don’t allow you to comment here", at: "comment-text", keeping: "Again")
                try await host.call(.POST, "/v1/admin/comments/\(held)/unmute")
                // Closed meanwhile.
                try await host.call(.PATCH, "/v1/admin/business", ["comments": ["open": false]])
                try await write("Later", in: browser)
                try await expect("Comments are closed", at: "comment-text", keeping: "Later")
                try await host.call(.PATCH, "/v1/admin/business", ["comments": ["open": true]])
                // Too often: the limit of messages is small.
                for _ in 0..<12 {
                    _ = try await browser.run("document.querySelector('#comment-text').value = 'Hi'")
                    _ = try await browser.run("document.querySelector('#comment-form').requestSubmit()")
                    try await browser.wait(for: "return !document.querySelector('#comment-form [type=submit]').disabled")
                }
                try await browser.wait(for: "return \(Self.message).startsWith('You’re doing this too often')")
                #expect(try await browser.run("return document.querySelector('#comment-text').value") == "\"Hi\"")
            }
        }
    }

    @Test("Older comments follow on request, where reading continues, and closed comments are still shown") func paging() async throws {
        try await Self.with { served in
            for number in 0..<25 {
                try await served.comment("Comment \(number)", on: "v1", guest: "g1", age: Double(100 - number))
            }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return \(Self.items).length === 20")
                #expect(try await browser.run("return \(Self.items)[0].querySelector('.said').textContent") == "\"Comment 24\"")
                _ = try await browser.run("document.querySelector('#comments-end button').focus()")
                try await browser.press("\u{E007}")
                try await browser.wait(for: "return \(Self.items).length === 25 && !document.querySelector('#comments-end button')")
                #expect(try await browser.run("return document.activeElement.querySelector('.said').textContent") == "\"Comment 4\"")
                // A failure can be repaired by the viewer.
                try await browser.block("*/v1/videos/*/comments*")
                _ = try await browser.run("location.reload()")
                let fault = "document.querySelector('#comments-end [role=alert]')?.textContent"
                try await browser.wait(for: "return \(fault) === 'The comments could not be loaded'")
                try await browser.block()
                _ = try await browser.run("document.querySelector('#comments-end button').click()")
                try await browser.wait(for: "return \(Self.items).length === 20")
                let host = try await served.administrator()
                try await host.call(.PATCH, "/v1/admin/business", ["comments": ["open": false]])
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return \(Self.items).length === 20")
                #expect(try await browser.run("return document.querySelector('#comment-form')") == "null")
                #expect(
                    try await browser.run("return document.querySelector('#comments').innerText.includes('Comments are closed')") == "true")
                // Without comments, closed ones take no space.
                try await served.makeVideo("v2", "Silence")
                try await browser.open(served.address + "/watch/v2")
                try await browser.wait(for: "return !document.querySelector('#like-video').hidden")
                #expect(try await browser.run("return document.querySelector('#comments').hidden") == "true")
            }
        }
    }

    @Test("Videos and comments are reported with a reason, and a failed report can be repeated") func reporting() async throws {
        try await Self.with { served in
            try await served.comment("Buy now", on: "v1", guest: "g1", age: 5)
            let host = try await served.administrator()
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return \(Self.items).length === 1")
                try await browser.block("*/reports")
                _ = try await browser.run("document.querySelector('#comment-list button').focus()")
                try await browser.press("\u{E007}")
                try await browser.wait(for: "return document.activeElement.id === 'report-reason'")
                // Tab to the details, then to the button.
                try await browser.press(Self.tab)
                try await browser.press("ad\(Self.tab)\u{E007}")
                let alert = "document.querySelector('dialog [role=alert]').textContent"
                try await browser.wait(for: "return \(alert) === 'The report wasn’t sent. Try again.'")
                try await browser.block()
                try await browser.click(try await browser.find(role: "button", name: "Send report"))
                try await browser.wait(for: "return !document.querySelector('dialog')")
                try await browser.wait(for: "return document.querySelector('#toasts').textContent.includes('Thanks.')")
                #expect(try await browser.run("return document.activeElement.textContent") == "\"Report\"")
                try await browser.click(try await browser.find("#report-video"))
                try await browser.wait(for: "return document.querySelector('#report-reason')")
                _ = try await browser.run("document.querySelector('#report-reason').value = 'violence'")
                try await browser.click(try await browser.find(role: "button", name: "Send report"))
                try await browser.wait(for: "return !document.querySelector('dialog')")
            }
            let reports = try await host.call(.GET, "/v1/admin/reports")["data"]?.elements ?? []
            #expect(Set(reports.compactMap { $0["reason"]?.text }) == ["spam", "violence"])
            #expect(reports.compactMap { $0["text"]?.text } == ["ad"])
        }
    }

    @Test("A like is kept, can be taken back, and isn't shown when it fails; without the player, too") func likes() async throws {
        try await Self.with { served in
            _ = try await served.catalogue.moderation.like("v1", guest: "g1", at: Date())
            try await Browser.with { browser in
                // The player doesn't even load.
                try await browser.block("*/player.js", "*/watch.js")
                try await browser.open(served.address + "/watch/v1")
                let state = """
                    const b = document.querySelector('#like-video');
                    return !b.hidden && b.getAttribute('aria-pressed') === arguments[0] && document.querySelector('#video-likes').textContent === arguments[1];
                    """
                try await browser.wait(for: state, "false", "1")
                _ = try await browser.run("document.querySelector('#like-video').focus()")
                try await browser.press(" ")
                try await browser.wait(for: state, "true", "2")
                #expect(try await served.catalogue.moderation.likes(of: "v1", guest: "g1").count == 2)
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: state, "true", "2")
                try await browser.block("*/player.js", "*/watch.js", "*/likes/me")
                try await browser.click(try await browser.find("#like-video"))
                try await browser.wait(for: "return document.querySelector('#toasts').textContent.includes('That didn’t work')")
                try await browser.wait(for: state, "true", "2")
                try await browser.block("*/player.js", "*/watch.js")
                try await browser.click(try await browser.find("#like-video"))
                try await browser.wait(for: state, "false", "1")
                try await write("Without the player", in: browser)
                try await browser.wait(for: "return \(Self.items).length === 1")
            }
        }
    }

    @Test("A followed channel's videos are on the page of followed channels, until it isn't followed any more") func follows() async throws
    {
        try await Self.with { served in
            try await served.makeVideo("v2", "Another walk", age: 90)
            try await Browser.with { browser in
                try await browser.open(served.address + "/?following=yes")
                try await browser.wait(for: "return document.querySelector('#end').innerText.includes('that you follow appear here')")
                #expect(try await browser.run("return document.querySelector('nav [aria-current=page]').textContent") == "\"Following\"")
                try await browser.open(served.address + "/watch/v1")
                let pressed = "return document.querySelector('#follow:not([hidden])')?.getAttribute('aria-pressed') === arguments[0]"
                try await browser.wait(for: pressed, "false")
                try await browser.click(try await browser.find("#follow"))
                try await browser.wait(for: pressed, "true")
                try await browser.open(served.address + "/?channel=c1")
                try await browser.wait(for: pressed, "true")
                try await browser.click(try await browser.find(role: "link", name: "Following"))
                try await browser.wait(for: "return document.querySelectorAll('#cards .card').length === 2")
                // Its videos lead on to each other.
                #expect(
                    try await browser.run("return document.querySelector('#cards a').getAttribute('href')") == "\"/watch/v1?following=yes\""
                )
                try await browser.open(served.address + "/?channel=c1")
                try await browser.wait(for: pressed, "true")
                try await browser.click(try await browser.find("#follow"))
                try await browser.wait(for: pressed, "false")
                try await browser.open(served.address + "/?following=yes")
                try await browser.wait(for: "return document.querySelector('#end').innerText.includes('that you follow appear here')")
                #expect(try await browser.complaints == [])
            }
        }
    }
}
