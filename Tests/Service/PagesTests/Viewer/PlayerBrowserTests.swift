// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

@Suite("Player page in a browser", .serialized, .timeLimit(.minutes(4)))
struct PlayerBrowserTests {
    private static let plays = "const v = document.querySelector('video'); return v.currentTime > 1 && !v.paused && v.videoWidth > 0"

    @Test("A video plays with the browser's own HLS, with captions and a choice of audio") func native() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", stream: "vod-cmaf")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: Self.plays)
                // Captions that are only in the playlist.
                try await browser.click(try await browser.find(role: "button", name: "Captions"))
                let showing = "const t = [...document.querySelector('video').textTracks].find((t) => t.mode === 'showing'); "
                try await browser.wait(for: showing + "return t && t.cues.length > 0 && t.language === 'en'")
                try await browser.click(try await browser.find(role: "button", name: "Settings"))
                let sounds = "return [...document.querySelector('#choice-audio').options].map((o) => o.value)"
                #expect(try await browser.run(sounds) == #"["English","Français","English (described)"]"#)
                let choose = """
                    const s = document.querySelector('#choice-audio'); s.value = 'Français'; s.dispatchEvent(new Event('change', {bubbles: true}));
                    """
                _ = try await browser.run(choose)
                try await browser.wait(for: "return document.querySelector('video').currentSrc.startsWith('blob:')")
                try await browser.wait(for: Self.plays)
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("A browser without HLS plays a video by segments, to its end", arguments: ["vod-cmaf", "vod-cmaf-muxed", "vod-cmaf-single"])
    func withoutHLS(_ stream: String) async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea", stream: stream)
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1?mse")
                try await browser.wait(
                    for: "const v = document.querySelector('video'); return v.src.startsWith('blob:') && v.currentTime > 0.5")
                _ = try await browser.run("const v = document.querySelector('video'); v.currentTime = v.duration - 2; v.playbackRate = 2")
                try await browser.wait(for: "return document.querySelector('video').ended")
                #expect(try await browser.run("return Math.round(document.querySelector('video').duration)") == "12")
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Start, quartiles and end are reported once each, in order") func events() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return document.querySelector('video').currentTime > 3.5")
                _ = try await browser.run("document.querySelector('video').currentTime = 10.5")
                try await browser.wait(for: "return document.querySelector('video').ended")
                let told = "return performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/v1/events')).length > 0"
                try await browser.wait(for: told)
                let device = try await browser.run("return localStorage.getItem('windowbox-device')").filter { $0 != "\"" }
                let guest = try await served.catalogue.guests.guest(app: "app1", device: device, at: Date())
                // The page sends its last events while it unloads.
                try await browser.open(served.address + "/")
                let expected = [
                    "fw:video:impression", "fw:video:start", "fw:video:first-quartile", "fw:video:midpoint", "fw:video:third-quartile",
                    "fw:video:complete",
                ]
                let events = try await Self.events(of: guest.id, browser, served)
                #expect(events.compactMap { $0["name"]?.text }.filter(expected.contains) == expected)
                // It was autoplayed, so it counts as a view only after being watched for long enough, which is reported.
                for name in ["fw:video:start", "fw:video:interactable-engaged-view", "fw:video:complete"] {
                    #expect(events.contains { $0["name"]?.text == name && $0["is_autoplay"] == true }, "\(name)")
                }
            }
        }
    }

    /// A guest's stored events in order, once they include the end. Each query opens a page in the browser.
    private static func events(of guest: String, _ browser: Browser, _ served: ServedPages) async throws -> [JSONValue] {
        var events: [JSONValue] = []
        for _ in 0..<20 {
            let export = try await served.catalogue.guests.export(guest)
            events = export?["events"]?.elements ?? []
            if events.contains(where: { $0["name"]?.text == "fw:video:complete" }) { break }
            try await browser.open(served.address + "/?channel=c1")
        }
        return events
    }

    @Test("Playback quality is reported when the page closes, and a stream that has not begun is not an abandoned one") func quality()
        async throws
    {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await served.makeVideo("l1", "An evening", age: 0) { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            try await served.catalogue.resources.save(
                LiveStream(id: "s1", videoID: "l1", channelID: "c1", title: "An evening"), at: Date())
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/s1")
                try await browser.wait(for: "return document.querySelector('#stage .cover, #stage [role=status]') !== null")
                try await browser.open(served.address + "/watch/v1")
                try await browser.wait(for: "return document.querySelector('video').currentTime > 1.5")
                var startup: Double?
                for _ in 0..<20 where startup == nil {
                    try await browser.open(served.address + "/?channel=c1")
                    startup = try await Self.figure(.startupTime, served)
                }
                #expect(startup.map { $0 >= 0 && $0 < 60_000 } ?? false)
                #expect(try await Self.figure(.exitsBeforeStart, served) == 0)
                #expect(try await Self.figure(.failures, served) == 0)
                #expect(try await Self.figure(.watchedRatio, served).map { $0 > 0.05 && $0 < 1 } ?? false)
            }
        }
    }

    /// The figure that Studio would show for these days.
    private static func figure(_ metric: InsightMetric, _ served: ServedPages) async throws -> Double? {
        let today = Int64(Date().timeIntervalSince1970 / 86_400)
        let question = InsightQuestion(metric: metric, groups: [], apps: ["app1"], days: today - 1..<today + 2)
        return try await served.catalogue.insights.rows(question).first?.value
    }

    @Test("The player's keys do the same as its buttons") func keys() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                // However slow the machine is, playback does not reach the end meanwhile.
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(for: Self.plays)
                try await browser.click(try await browser.find(role: "button", name: "Pause"))
                try await browser.wait(for: "return document.querySelector('video').paused")
                try await browser.press("m")
                try await browser.wait(for: "return document.querySelector('video').muted")
                _ = try await browser.find(role: "button", name: "Unmute")
                try await browser.press("k")
                try await browser.wait(for: "return !document.querySelector('video').paused")
                try await browser.press("k")
                try await browser.wait(for: "return document.querySelector('video').paused")
                _ = try await browser.run("document.querySelector('video').currentTime = 2")
                try await browser.press("\u{E014}")
                try await browser.wait(for: "return document.querySelector('video').currentTime === 7")
            }
        }
    }

    @Test("The first tap on a playing video shows the controls and does not pause it") func touch() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run(
                    "const v = document.querySelector('video'); v.loop = true; window.clicks = 0; v.addEventListener('click', () => { clicks += 1; })"
                )
                try await browser.wait(for: Self.plays)
                try await browser.wait(for: "return !document.querySelector('.stage.awake')")
                try await browser.touch("#video")
                try await browser.liftFinger()
                try await browser.wait(for: "return clicks === 1")
                #expect(try await browser.run("return document.querySelector('video').paused") == "false")
            }
        }
    }

    @Test("A call to action appears at its time, and products lead to their shops") func shop() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            var product = Product(id: "p1", storeID: "s1", externalID: "x", name: "A lamp", currency: "EUR")
            var unit = ProductUnit(id: "u1", externalID: "x", name: "A lamp", price: try #require(Amount("1234.5")))
            (unit.url, unit.originalPrice) = ("https://shop.example/lamp", Amount("1500"))
            product.units = [unit]
            try await served.catalogue.resources.save(product, at: Date())
            try await served.makeVideo("v1", "The sea") {
                $0.products = ["p1"]
                $0.cta = CallToAction(type: .book, title: "", url: "https://shop.example/book")
            }
            try await Browser.with(Browser.Look(languages: "de")) { browser in
                try await browser.open(served.address + "/watch/v1")
                // Never too early, unless the time has come by now.
                let isEarly =
                    "const v = document.querySelector('video'); return v.currentTime < 3 && document.querySelector('#cta').checkVisibility()"
                #expect(try await browser.run(isEarly) == "false")
                let link = try await browser.find(role: "link", name: "Jetzt buchen")
                #expect(try await browser.run("return document.querySelector('video').currentTime >= 3") == "true")
                #expect(try await browser.text(of: link) == "Jetzt buchen")
                _ = try await browser.find(role: "link", name: "Zum Shop: A lamp")
                let price = try await browser.run("return document.querySelector('data.price').textContent")
                #expect(price.contains("1.234,50"))
                #expect(try await browser.complaints == [])
            }
        }
    }

    @Test("Sharing a video gives a URL that opens it") func share() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea")
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run(
                    "window.kept = ''; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (t) => { window.kept = t; } } })"
                )
                try await browser.click(try await browser.find(role: "button", name: "Share"))
                try await browser.wait(
                    for: "return window.kept.includes('/watch/v1/the-sea?fwplayer=') && document.body.innerText.includes('Link copied')")
                let address = try await browser.run("return window.kept").filter { $0 != "\"" }
                try await browser.open(address)
                try await browser.wait(for: "return location.pathname === '/watch/v1/the-sea'")
                // Also in the fragment, which no server sees.
                try await browser.open(address.replacing("/watch/v1/the-sea?fwplayer", with: "/#fwplayer"))
                try await browser.wait(for: "return location.pathname === '/watch/v1'")
            }
        }
    }

    @Test("A missing video shows a message, and can be retried") func gone() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea") { $0.hlsURL = "/media/nowhere/index.m3u8" }
            try await Browser.with { browser in
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.find(role: "button", name: "Try again")
                try await served.makeVideo("v1", "The sea")
                try await browser.click(try await browser.find(role: "button", name: "Try again"))
                try await browser.wait(for: "return document.querySelector('video').videoWidth > 0")
                // The focused button is gone, so the focus moves to the play button.
                try await browser.wait(for: "return document.activeElement.matches('.control.play')")
                #expect(try await browser.run("return document.querySelector('.cover') === null") == "true")
                // The end screen covers the controls and takes the focus.
                try await served.makeVideo("v2", "The hills", age: 1)
                try await browser.open(served.address + "/watch/v1")
                _ = try await browser.run(
                    "document.querySelector('.control.play').focus(); document.querySelector('video').currentTime = 11.5")
                try await browser.wait(for: "return document.activeElement.matches('.cover a')")
            }
        }
    }
}
