// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

@Suite("Feed on a phone, in a browser", .serialized, .timeLimit(.minutes(3)))
struct ReelBrowserTests {
    /// The id of the video that fills the screen.
    private static let shown = """
        const feed = document.querySelector('#feed');
        return document.querySelectorAll('.card')[Math.round(feed.scrollTop / feed.clientHeight)]?.dataset.id;
        """
    /// The ids of the videos that play.
    private static let playing =
        "return [...document.querySelectorAll('video')].filter((v) => !v.paused && v.currentTime > 0).map((v) => v.closest('.card').dataset.id).join()"

    private func plays(_ id: String) -> String { "return (() => { \(Self.playing) })() === '\(id)'" }

    private func fill(_ served: ServedPages, count: Int) async throws {
        try await served.makeApp()
        for number in 0..<count {
            let poster = try await ServedPages.poster(number % 9)
            try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) {
                ($0.posterURL, $0.hashtags) = (poster, ["calm"])
            }
        }
    }

    @Test("One video fills the screen and plays, the next two are ready, and the keyboard moves on and back") func moving() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 8)
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address)
                try await browser.wait(for: "return document.querySelectorAll('video').length === 3")
                let first = try await browser.run(Self.shown)
                try await browser.wait(for: plays(first.trimmingCharacters(in: ["\""])))
                let size = "const b = document.querySelector('.card').getBoundingClientRect(); return [b.width, b.height]"
                #expect(try await browser.run(size) == "[390,844]")
                // Also the ones below are decoded, so that they appear at once.
                try await browser.wait(for: "return [...document.querySelectorAll('video')].every((v) => v.readyState >= 2)")
                #expect(try await browser.run("return [...document.querySelectorAll('video')].filter((v) => !v.paused).length") == "1")
                for number in 1...4 {
                    try await browser.press("\u{E015}")
                    try await browser.wait(
                        for: """
                            const card = document.querySelectorAll('.card')[\(number)];
                            const playing = [...document.querySelectorAll('video')].filter((v) => !v.paused);
                            return playing.length === 1 && playing[0].closest('.card') === card && playing[0].currentTime > 0
                              && document.querySelector('#feed').scrollTop === \(number) * 844;
                            """)
                }
                try await browser.press("\u{E013}")
                try await browser.wait(for: "return document.querySelector('#feed').scrollTop === 3 * 844")
                #expect(try await browser.run("return document.querySelectorAll('video').length") == "4")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Tapping pauses and plays, and what is not on the screen can't be focused") func tapping() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 3)
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address)
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => !v.paused && v.currentTime > 0)")
                let pause = try await browser.find(role: "button", name: "Pause")
                try await browser.click(pause)
                try await browser.wait(for: "return [...document.querySelectorAll('video')].every((v) => v.paused)")
                try await browser.click(try await browser.find(role: "button", name: "Play"))
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => !v.paused)")
                #expect(try await browser.run("return document.querySelectorAll('.layer:not([inert])').length") == "1")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Where sound needs a touch, a video plays without it, and one tap turns the sound of all on") func silence() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 4)
            try await Browser.with(Browser.Look(width: 390, height: 844, isSilentAtFirst: true)) { browser in
                try await browser.open(served.address)
                let loud = try await browser.find(role: "button", name: "Tap for sound")
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => !v.paused && v.currentTime > 0)")
                #expect(try await browser.run("return [...document.querySelectorAll('video')].every((v) => v.muted)") == "true")
                try await browser.click(loud)
                try await browser.wait(for: "return [...document.querySelectorAll('video')].every((v) => !v.muted)")
                try await browser.press("\u{E015}")
                try await browser.wait(
                    for:
                        "const v = document.querySelectorAll('.card')[1].querySelector('video'); return !v.paused && v.currentTime > 0 && !v.muted"
                )
                #expect(try await browser.run("return document.querySelector('.reel-loud').hidden") == "true")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("With reduced motion nothing plays before the viewer wants it") func calm() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 3)
            try await Browser.with(.narrow(reducesMotion: true)) { browser in
                try await browser.open(served.address)
                try await browser.wait(for: "return document.querySelector('video')?.readyState >= 2")
                #expect(try await browser.run(Self.playing) == "\"\"")
                try await browser.click(try await browser.find(role: "button", name: "Play"))
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => !v.paused && v.currentTime > 0)")
            }
        }
    }

    @Test("Liking, commenting and buying work without leaving the feed") func sheets() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 3)
            let now = Date()
            var lamp = Product(id: "p1", storeID: "s1", externalID: "x", name: "A lamp", currency: "EUR")
            lamp.units = [ProductUnit(id: "u1", externalID: "x", name: "A lamp", price: try #require(Amount("89")))]
            try await served.catalogue.resources.save(lamp, at: now)
            for number in 0..<3 { try await served.makeVideo("v\(number)", "Film", age: Double(number + 1)) { $0.products = ["p1"] } }
            var business = Business(id: "b1", name: "b1")
            business.comments = CommentSettings(isOpen: true)
            try await served.catalogue.resources.save(business, at: now)
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address)
                let card = try await browser.find(role: "button", name: "A lamp €89.00 Products")
                try await browser.click(card)
                try await browser.click(try await browser.find(role: "button", name: "Add to cart: A lamp"))
                try await browser.wait(for: "return document.querySelector('dialog .toast')?.innerText.length > 0")
                try await browser.click(try await browser.find(role: "button", name: "Close"))
                try await browser.wait(
                    for: "return !document.querySelector('dialog[open]') && !document.querySelector('#open-cart').hidden")
                _ = try await browser.run("document.querySelector('.layer:not([inert]) .like').click()")
                try await browser.wait(
                    for:
                        "const b = document.querySelector('.layer:not([inert]) .like'); return b.matches('[aria-pressed=true]') && b.innerText.startsWith('1')"
                )
                _ = try await browser.run("document.querySelector('.layer:not([inert]) .talk').click()")
                try await browser.type("Lovely", into: try await browser.find(role: "textbox", name: "Write a comment"))
                try await browser.click(try await browser.find(role: "button", name: "Post"))
                try await browser.wait(for: "return document.querySelector('dialog .comment .said')?.innerText === 'Lovely'")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Swiping to the end loads the whole feed, each video once") func paging() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 40)
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address)
                try await browser.wait(
                    for:
                        "const f = document.querySelector('#feed'); f.scrollTop = f.scrollHeight; return document.querySelectorAll('.card').length === 40"
                )
                #expect(
                    try await browser.run("return new Set([...document.querySelectorAll('.card')].map((c) => c.dataset.id)).size") == "40")
                try await browser.wait(for: "return document.querySelector('#end').innerText.includes('all caught up')")
                // The video elements are used again.
                #expect(try await browser.run("return document.querySelectorAll('video').length <= 4") == "true")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("The followed channels begin with their newest video, although they are loaded by the script") func following() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 3)
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address + "/?channel=c1")
                try await browser.click(try await browser.find(role: "button", name: "Follow News & more"))
                try await browser.wait(for: "return document.querySelector('#follow').matches('[aria-pressed=true]')")
                try await browser.open(served.address + "/?following=yes")
                try await browser.wait(for: plays("v0"))
                #expect(try await browser.run("return document.querySelector('#feed').scrollTop") == "0")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A window that becomes narrow shows the same feed one video at a time, and a gallery again") func turning() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 4)
            try await Browser.with { browser in
                try await browser.open(served.address)
                try await browser.wait(for: "return document.querySelectorAll('.card').length === 4")
                #expect(try await browser.run("return document.querySelectorAll('video').length") == "0")
                try await browser.resize(390, 844)
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => v.currentTime > 0)")
                try await browser.resize(1280, 900)
                try await browser.wait(for: "return document.querySelectorAll('video, .layer').length === 0")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A video that is gone says so, and the others play") func gone() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 3)
            for number in 0..<3 {
                try await served.makeVideo("v\(number)", "Film", age: Double(number + 1)) {
                    if number == 0 { $0.hlsURL = "/media/none.m3u8" }
                }
            }
            try await Browser.with(.narrow()) { browser in
                try await browser.open(served.address)
                try await browser.wait(for: "return document.querySelectorAll('video').length === 3")
                let index = "return [...document.querySelectorAll('.card')].findIndex((c) => c.dataset.id === 'v0')"
                let place = try await browser.run(index)
                _ = try await browser.run("document.querySelector('#feed').scrollTop = \(place) * 844")
                _ = try await browser.find(role: "button", name: "Try again")
                _ = try await browser.run("document.querySelector('#feed').scrollTop = \(place == "0" ? 1 : 0) * 844")
                try await browser.wait(for: "return [...document.querySelectorAll('video')].some((v) => !v.paused && v.currentTime > 0)")
            }
        }
    }

    @Test("Without scripts, a phone shows links to the videos") func noScripts() async throws {
        try await ServedPages.with { served in
            try await fill(served, count: 4)
            try await Browser.with(Browser.Look(width: 390, height: 844, hasScripts: false)) { browser in
                try await browser.open(served.address)
                #expect(try await browser.run("return document.querySelector('.card').clientHeight < 500") == "true")
                let link = try await browser.find(".card a")
                try await browser.click(link)
                try await browser.wait(for: "return location.pathname.startsWith('/watch/')")
            }
        }
    }
}
