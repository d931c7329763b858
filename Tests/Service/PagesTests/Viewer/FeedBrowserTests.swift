// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

@Suite("Feed page in a browser", .serialized, .timeLimit(.minutes(3)))
struct FeedBrowserTests {
    private static let cards = "return document.querySelectorAll('.card').length"

    @Test("Scrolling loads the whole feed, each video once, and shows its end") func scrolling() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<60 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with { browser in
                try await browser.open(served.address + "/?channel=c1")
                for _ in 0..<8 { _ = try await browser.run("window.scrollTo(0, document.body.scrollHeight)") }
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length === 60")
                try await browser.wait(for: "return document.body.innerText.includes('You’re all caught up')")
                let ids = try await browser.run("return new Set([...document.querySelectorAll('.card')].map((c) => c.dataset.id)).size")
                #expect(ids == "60")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("An expired feed continues without repeating its videos") func expired() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<55 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with { browser in
                try await browser.open(served.address + "/?channel=c1")
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length >= 48")
                // All feeds have expired from here on.
                _ = try await served.catalogue.feeds.forgetExpired(at: Date(timeIntervalSinceNow: 3600))
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length === 55")
            }
        }
    }

    @Test(
        "A service failure during a feed is shown, and loading continues on retry or when the network is back",
        arguments: [false, true])
    func dead(_ isNetworkBack: Bool) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<60 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with { browser in
                try await browser.open(served.address + "/?channel=c1")
                _ = try await browser.run(
                    "window.alive = window.fetch; window.fetch = () => Promise.reject(new TypeError('nobody answers'))")
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelector('[role=alert]') !== null")
                #expect(try await browser.run(Self.cards) != "60")
                _ = try await browser.run("window.fetch = window.alive")
                if isNetworkBack {
                    _ = try await browser.run("dispatchEvent(new Event('online'))")
                } else {
                    try await browser.click(try await browser.find(role: "button", name: "Try again"))
                }
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length === 60")
                #expect(try await browser.run("return document.querySelector('[role=alert]') === null") == "true")
            }
        }
    }

    @Test("A single failed request does not stop a feed or ask the user to retry") func failsOnce() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<60 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with { browser in
                try await browser.open(served.address + "/?channel=c1")
                _ = try await browser.run(
                    """
                    window.alerts = 0; window.failures = 0; window.alive = window.fetch;
                    window.fetch = (path, ...more) => String(path).startsWith('/v1/feeds') && ++failures <= 1
                      ? Promise.reject(new TypeError('nobody answers')) : alive(path, ...more);
                    new MutationObserver(() => { alerts += document.querySelectorAll('[role=alert]').length; })
                      .observe(document.body, { childList: true, subtree: true });
                    """)
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length === 60")
                #expect(try await browser.run("return failures > 1") == "true")
                #expect(try await browser.run("return alerts") == "0")
            }
        }
    }

    @Test("A card opens its video by pointer and keyboard") func opening() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", age: 1)
            try await served.makeVideo("v2", "The hills", age: 2)
            try await Browser.with { browser in
                try await browser.open(served.address)
                let card = try await browser.find("[data-id=v1] a")
                try await browser.click(card)
                try await browser.wait(
                    for: "return location.pathname === '/watch/v1' && document.querySelector('h1')?.innerText === 'The sea'")
                try await browser.open(served.address)
                // Past the link to the content and the brand; then the arrow to the second card.
                try await browser.wait(for: "document.querySelector('.card a').focus(); return document.activeElement.matches('.card a')")
                try await browser.press("\u{E014}\u{E007}")
                try await browser.wait(for: "return location.pathname === '/watch/v2'")
            }
        }
    }

    @Test(
        "A focused or long-pressed card plays its preview, unless reduced motion is set", arguments: [false, true])
    func previews(_ reducesMotion: Bool) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            // Any image will do.
            let picture = PageAsset.path("icon.svg")
            for id in ["v1", "v2"] {
                try await served.makeVideo(id, "Film", age: id == "v1" ? 1 : 2) { ($0.posterURL, $0.gifURL) = (picture, picture) }
            }
            try await Browser.with(Browser.Look(reducesMotion: reducesMotion)) { browser in
                try await browser.open(served.address)
                let moving = "return [...document.querySelectorAll('.moving')].map((m) => m.closest('.card').dataset.id).join()"
                _ = try await browser.run("document.querySelector('[data-id=v1] a').focus()")
                if reducesMotion {
                    try await browser.wait(for: "return document.activeElement.matches('.card a')")
                    #expect(try await browser.run(moving) == "\"\"")
                } else {
                    try await browser.wait(for: "return (() => { \(moving) })() === 'v1'")
                    _ = try await browser.run("document.querySelector('[data-id=v2] a').focus()")
                    try await browser.wait(for: "return (() => { \(moving) })() === 'v2'")
                    _ = try await browser.run("document.activeElement.blur()")
                    #expect(try await browser.run(moving) == "\"\"")
                    // Resting a finger on it requests the same, and no more.
                    try await browser.touch("[data-id=v1] a")
                    try await browser.wait(for: "return (() => { \(moving) })() === 'v1'")
                    try await browser.liftFinger()
                    try await browser.wait(for: "return (() => { \(moving) })() === ''")
                    #expect(try await browser.run("return location.pathname") == "\"/\"")
                    // Keyboards and assistive technology click without a pointer, and open it.
                    _ = try await browser.run("document.querySelector('[data-id=v1] a').click()")
                    try await browser.wait(for: "return location.pathname !== '/'")
                }
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Without scripts a link leads to the next page") func noScripts() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<30 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            try await Browser.with(Browser.Look(hasScripts: false)) { browser in
                try await browser.open(served.address)
                let more = try await browser.find("#more")
                #expect(try await browser.text(of: more) == "More videos")
                try await browser.click(more)
                try await browser.wait(for: "return location.search.includes('cursor=') && document.querySelectorAll('.card').length === 6")
            }
        }
    }

    @Test("A video on screen for a second is reported to the service") func impressions() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address)
                let told =
                    "return performance.getEntriesByType('resource').some((e) => e.name.endsWith('/v1/events') && e.responseStatus === 202)"
                try await browser.wait(for: told)
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Hostile captions are shown as text, in a feed and in players") func hostile() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            // Databases can't store a zero byte.
            let attacks = PageRenderingTests.attacks.map { $0.replacing("\u{0}", with: "") }
            for number in 0..<30 {
                let text = attacks[number % attacks.count]
                try await served.makeVideo("v\(number)", "\(text) \(number)", age: Double(number + 1)) {
                    ($0.badge, $0.description, $0.hashtags) = (text, text, ["t"])
                }
            }
            try await Browser.with { browser in
                try await browser.open(served.address + "/?channel=c1")
                // Also those that the script created.
                try await browser.wait(
                    for: "window.scrollTo(0, document.body.scrollHeight); return document.querySelectorAll('.card').length === 30")
                let made = "return document.querySelectorAll('main script, main [onerror], [onfocus], [onclick]').length"
                let isWide = "return document.documentElement.scrollWidth > innerWidth"
                #expect(try await browser.run(made) == "0")
                #expect(try await browser.run(isWide) == "false")
                for number in attacks.indices {
                    try await browser.open(served.address + "/watch/v\(number)")
                    #expect(try await browser.run(made) == "0")
                    #expect(try await browser.run(isWide) == "false", "\(attacks[number].prefix(40))")
                }
                #expect(try await browser.complaints == [])
            }
        }
    }
}
