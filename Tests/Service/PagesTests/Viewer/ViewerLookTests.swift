// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

/// Looks at each page as people have it: wide and narrow, light and dark, from the left and from the right. With
/// `WINDOWBOX_SCREENSHOTS` naming a folder its pictures are kept there.
@Suite("The looks of the viewer's pages", .serialized, .timeLimit(.minutes(4)))
struct ViewerLookTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let name: String
        let look: Browser.Look
        var testDescription: String { name }
    }

    static let looks = [
        Look(name: "wide-light", look: Browser.Look()), Look(name: "wide-dark-rtl", look: Browser.Look(isDark: true, languages: "ar")),
        Look(name: "narrow-dark", look: Browser.Look(width: 390, height: 844, isDark: true, reducesMotion: true)),
        Look(name: "narrow-light-rtl", look: Browser.Look(width: 390, height: 844, languages: "ar")),
    ]

    private static let pages: [(name: String, path: String)] = [
        ("feed", "/"), ("empty", "/?channel=c1&filter=nothing"), ("watch", "/watch/v1?channel=c1"), ("live", "/watch/s1"),
        ("embed", "/embed/v1"), ("row", "/embed/feed"), ("missing", "/watch/none"),
    ]

    @Test("Nothing sticks out, everything has a name, and all words can be read", arguments: looks) func look(_ look: Look) async throws {
        try await ServedPages.with { served in
            try await fill(served)
            let folder = ProcessInfo.processInfo.environment["WINDOWBOX_SCREENSHOTS"].map { URL(fileURLWithPath: $0) }
            try await Browser.with(look.look) { browser in
                for (name, path) in Self.pages {
                    try await browser.open(served.address + path)
                    try await browser.wait(for: "const v = document.querySelector('video'); return !v || v.currentTime > 0")
                    let place: Comment = "\(name), \(look.name)"
                    #expect(try await browser.run("return document.documentElement.scrollWidth - innerWidth") == "0", place)
                    #expect(try await browser.run(Self.nameless) == "[]", place)
                    #expect(try await browser.run(Self.faint) == "[]", place)
                    #expect(try await browser.run("return document.querySelectorAll('main').length") == "1", place)
                    #expect(try await browser.run("return document.querySelectorAll('h1').length") == (name == "embed" ? "0" : "1"), place)
                    let complaints = try await browser.complaints
                    #expect(complaints.filter { !$0.contains("/watch/none") } == [], place)
                    if let folder {
                        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                        try await browser.screenshot().write(to: folder.appending(path: "web-\(name)-\(look.name).png"))
                    }
                }
            }
        }
    }

    private func fill(_ served: ServedPages) async throws {
        try await served.makeApp()
        let now = Date()
        var product = Product(id: "p1", storeID: "s1", externalID: "x", name: "A lamp for the evening", currency: "EUR")
        (product.subtitle, product.units) = (
            "Warm light", [ProductUnit(id: "u1", externalID: "x", name: "A lamp", price: try #require(Amount("89")))]
        )
        product.units[0].originalPrice = Amount("119")
        product.units[0].url = "https://shop.example/lamp"
        try await served.catalogue.resources.save(product, at: now)
        for number in 0..<9 {
            try await served.makeVideo("v\(number)", "A film with a title of some length, number \(number)", age: Double(number + 1)) {
                ($0.hashtags, $0.products, $0.description) = (["calm", "sea"], ["p1"], "What is to be said of it, in some words.")
                if number == 2 { $0.badge = "New" }
            }
        }
        try await served.makeVideo("l1", "An evening", age: 0) {
            ($0.type, $0.hlsURL) = (.liveStream, nil)
        }
        var stream = LiveStream(id: "s1", videoID: "l1", channelID: "c1", title: "An evening, live")
        (stream.status, stream.orientation, stream.announcement) = (.live, .landscape, "Welcome")
        stream.playback.hls = "/media/\(try ServedPages.stream("vod-cmaf-muxed"))"
        try await served.catalogue.resources.save(stream, at: now)
    }

    /// What can be used and has no name.
    private static let nameless = """
        return [...document.querySelectorAll('a[href], button, input, select, textarea, video, meter')]
          .filter((e) => e.checkVisibility())
          .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || [...(e.labels ?? [])].some((l) => l.textContent.trim()) || e.title))
          .map((e) => e.outerHTML.slice(0, 80));
        """

    /// Words on a plain ground with less contrast than WCAG 2.2 asks for (1.4.3).
    private static let faint = """
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const colour = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
        const ground = (e) => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c[3] > 200) return c; } return [255, 255, 255, 255]; };
        return [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('.stage, .poster, svg, script, [disabled]'))
          .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
          .map((e) => { const s = getComputedStyle(e); const [a, b] = [light(colour(s.color)), light(ground(e))];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); const size = parseFloat(s.fontSize);
            const isLarge = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700; return [ratio, isLarge ? 3 : 4.5, e.textContent.slice(0, 40)]; })
          .filter(([ratio, least]) => ratio < least);
        """
}
