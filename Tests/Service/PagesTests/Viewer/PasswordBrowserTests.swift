// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("Videos with a password in a browser", .serialized, .timeLimit(.minutes(4)))
struct PasswordBrowserTests {
    private static let plays = "const v = document.querySelector('video'); return v.currentTime > 0.5 && v.videoWidth > 0"
    private static let asks = "return document.querySelector('.cover #code') !== null"

    private static func enter(_ password: String, _ browser: Browser) async throws {
        _ = try await browser.run("document.querySelector('#code').value = ''")
        try await browser.type(password, into: try await browser.find("#code"))
        try await browser.click(try await browser.find(role: "button", name: "Enter"))
    }

    @Test("A poll of the video is shown after the password was entered, and can be answered") func poll() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea") { $0.interactions = ["i1"] }
            var poll = Interaction(id: "i1", type: .poll, prompt: "Tea or coffee?")
            (poll.videoID, poll.state) = ("v1", .active)
            poll.options = [InteractionOption(id: "a", text: "Tea"), InteractionOption(id: "b", text: "Coffee")]
            try await served.catalogue.resources.save(poll, at: Date())
            let administrator = try await served.administrator()
            try await administrator.call(.PUT, "/v1/admin/videos/v1/password", ["password": "open sesame"])
            try await Browser.with { browser in
                try await browser.open("\(served.address)/watch/v1")
                try await browser.wait(for: Self.asks)
                #expect(try await browser.run("return document.documentElement.outerHTML.includes('Tea or coffee?')") == "false")
                try await Self.enter("open sesame", browser)
                try await browser.wait(for: "return document.querySelector('#interactions').textContent.includes('Tea or coffee?')")
                try await browser.click(try await browser.find(role: "button", name: "Tea"))
                try await browser.wait(for: "return document.querySelector('#interactions ul.results') !== null")
            }
        }
    }

    @Test("The page and the frame ask for the password, and play the video with it", arguments: ["watch", "embed"])
    func password(page: String) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            let administrator = try await served.administrator()
            @Sendable func set(_ password: JSONValue) async throws {
                try await administrator.call(.PUT, "/v1/admin/videos/v1/password", ["password": password])
            }
            try await set("open sesame")
            try await Browser.with { browser in
                try await browser.open("\(served.address)/\(page)/v1")
                try await browser.wait(for: Self.asks)
                try await Self.enter("open simsim", browser)
                try await browser.wait(for: "return document.querySelector('.cover [role=alert]').textContent === 'Wrong password'")
                try await Self.enter("open sesame", browser)
                try await browser.wait(for: Self.plays)
                #expect(try await browser.run("return document.querySelector('.cover') === null") == "true")
                // The tab remembers it, until there is another password.
                try await browser.open("\(served.address)/\(page)/v1")
                try await browser.wait(for: Self.plays)
                try await set("another one")
                try await browser.open("\(served.address)/\(page)/v1")
                try await browser.wait(for: Self.asks)
            }
        }
    }
}
