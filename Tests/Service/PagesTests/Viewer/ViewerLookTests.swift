// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

/// Checks how each page looks: wide and narrow, light and dark, left to right and right to left. If
/// `WINDOWBOX_SCREENSHOTS` is set to a folder, screenshots are saved there.
@Suite("Appearance of the viewer's pages", .serialized, .timeLimit(.minutes(4)))
struct ViewerLookTests {
    private static let looks = [
        Browser.Look(), Browser.Look(isDark: true, languages: "ar"), .narrow(isDark: true, reducesMotion: true), .narrow(languages: "ar"),
    ]

    private static let pages: [(name: String, path: String)] = [
        ("feed", "/"), ("empty", "/?channel=c1&filter=nothing"), ("watch", "/watch/v1?channel=c1"), ("live", "/watch/s1"),
        ("embed", "/embed/v1"), ("row", "/embed/feed"), ("missing", "/watch/none"), ("search", "/search?q=film"),
        ("no-results", "/search?q=zebra"), ("channel", "/?channel=c1"), ("hashtag", "/?channel=c1&filter=calm"),
    ]

    @Test("Nothing overflows, everything has a name, and all text is readable", arguments: looks)
    func look(_ look: Browser.Look) async throws {
        try await ServedPages.with { served in
            try await fill(served)
            try await Browser.with(look) { browser in
                for (name, path) in Self.pages {
                    try await browser.open(served.address + path)
                    // With reduced motion, the feed on a phone plays nothing by itself.
                    try await browser.wait(
                        for: """
                            const v = document.querySelector('video');
                            return !v || v.currentTime > 0 || v.closest('.layer') !== null && v.readyState > 1;
                            """)
                    let place: Comment = "\(name), \(look)"
                    if name == "feed" {
                        let posters =
                            "return [...document.querySelectorAll('.cards img')].filter((e) => e.complete && e.naturalWidth > 0).length"
                        try await browser.wait(for: posters + " >= 2")
                    }
                    try await browser.expectReadable(place)
                    #expect(try await browser.run("return document.querySelectorAll('h1').length") == "1", place)
                    let complaints = try await browser.complaints
                    #expect(complaints.filter { !$0.contains("/watch/none") } == [], place)
                    try await browser.keepPicture("web-\(name)-\(look)")
                }
            }
        }
    }

    @Test(
        "Settings, cart, long messages and waiting covers are readable too", arguments: looks)
    func opened(_ look: Browser.Look) async throws {
        try await ServedPages.with { served in
            try await fill(served)
            let now = Date()
            var lamp = Product(id: "p2", storeID: "s1", externalID: "y", name: "A lamp with a name that needs two lines", currency: "EUR")
            lamp.units = [ProductUnit(id: "u2", externalID: "x", name: "A lamp", price: try #require(Amount("89")))]
            try await served.catalogue.resources.save(lamp, at: now)
            try await served.makeVideo("c1", "The lamp", stream: "vod-cmaf") { $0.products = ["p2"] }
            try await served.makeVideo("l2", "Later", age: 0) { ($0.type, $0.hlsURL) = (.liveStream, nil) }
            var stream = LiveStream(id: "s2", videoID: "l2", channelID: "c1", title: "Later, live")
            (stream.status, stream.orientation, stream.playback.hls) = (.live, .landscape, "/media/nothing/yet.m3u8")
            try await served.catalogue.resources.save(stream, at: now)
            try await Browser.with(look) { browser in
                func keep(_ name: String) async throws {
                    try await browser.expectReadable("\(name), \(look)")
                    try await browser.keepPicture("web-\(name)-\(look)")
                }
                try await browser.open(served.address + "/watch/c1")
                _ = try await browser.run("document.querySelector('video').loop = true")
                try await browser.wait(
                    for: "return document.querySelector('video').currentTime > 0 && document.querySelector('#choice-quality')")
                _ = try await browser.run("document.querySelector('.control.settings').click()")
                try await keep("settings")
                _ = try await browser.run("document.querySelector('[data-buy]').click()")
                try await browser.wait(for: "return document.querySelector('#cart li')")
                try await keep("cart")
                try await browser.open(served.address + "/watch/v0")
                try await browser.wait(
                    for: "return document.querySelectorAll('#comment-list li').length === 3 && !document.querySelector('#follow').hidden")
                _ = try await browser.run("document.querySelector('#like-video').click(); document.querySelector('#follow').click()")
                try await browser.wait(for: "return document.querySelector('#like-video').matches('[aria-pressed=true]')")
                _ = try await browser.run("document.querySelector('#comment-form').requestSubmit()")
                try await keep("comments")
                _ = try await browser.run("document.querySelector('#report-video').click()")
                try await browser.wait(for: "return document.querySelector('#report-reason')")
                try await keep("report")
                try await browser.open(served.address + "/?following=yes")
                try await browser.wait(for: "return document.querySelectorAll('#cards .card').length > 2")
                try await keep("following")
                try await browser.open(served.address + "/")
                try await browser.wait(for: "return !document.querySelector('#open-cart').hidden")
                _ = try await browser.run("document.querySelector('#open-cart').click()")
                try await browser.wait(for: "return document.querySelector('#cart-dialog').open")
                try await keep("cart-dialog")
                if look.width < 600 {
                    _ = try await browser.run("document.querySelector('#cart-dialog').close()")
                    _ = try await browser.run(
                        "const c = [...document.querySelectorAll('.card')]; document.querySelector('#feed').scrollTop = 844 * c.findIndex((e) => e.dataset.id === 'v0')"
                    )
                    try await browser.wait(
                        for: "return document.querySelector('.layer:not([inert])')?.closest('.card').dataset.id === 'v0'")
                    _ = try await browser.run("document.querySelector('.layer:not([inert]) .goods-button').click()")
                    try await browser.wait(for: "return document.querySelector('.sheet .product [data-currency]')")
                    try await keep("products-sheet")
                    _ = try await browser.run("document.querySelector('.sheet').close()")
                    _ = try await browser.run("document.querySelector('.layer:not([inert]) .talk').click()")
                    try await browser.wait(for: "return document.querySelectorAll('.sheet .comment').length === 3")
                    try await keep("comments-sheet")
                    _ = try await browser.run("document.querySelector('.sheet').close()")
                    // At the end of the feed.
                    _ = try await browser.run("const f = document.querySelector('#feed'); f.scrollTop = f.scrollHeight")
                    try await keep("feed-end")
                }
                try await browser.open(served.address + "/watch/s2")
                try await browser.wait(for: "return document.querySelector('.stage .cover p')?.innerText.length > 3")
                _ = try await browser.run(
                    "document.querySelector('#message').value = arguments[0]", String(repeating: "A long word or two ", count: 40))
                _ = try await browser.run("document.querySelector('#write').requestSubmit()")
                try await browser.wait(for: "return document.querySelector('#messages .link')")
                try await keep("waiting")
            }
        }
    }

    @Test("A service without an app says how to begin, in a readable page", arguments: looks)
    func start(_ look: Browser.Look) async throws {
        try await ServedPages.with { served in
            try await Browser.with(look) { browser in
                try await browser.open(served.address)
                try await browser.expectReadable("start, \(look)")
                #expect(try await browser.run("return document.querySelectorAll('h1').length") == "1")
                #expect(try await browser.run("return document.querySelector('main a[href=\"/studio\"]') !== null") == "true")
                #expect(try await browser.complaints == [])
                try await browser.keepPicture("web-start-\(look)")
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
            // One has none, like new videos.
            let poster: String? = try await number == 8 ? nil : ServedPages.poster(number)
            try await served.makeVideo("v\(number)", "A film with a title of some length, number \(number)", age: Double(number + 1)) {
                ($0.hashtags, $0.products, $0.description) = (["calm", "sea"], ["p1"], "What is to be said of it, in some words.")
                $0.posterURL = poster
                if number == 2 { $0.badge = "New" }
            }
        }
        var business = Business(id: "b1", name: "b1")
        business.comments = CommentSettings(isOpen: true)
        try await served.catalogue.resources.save(business, at: now)
        for (age, text) in ["Lovely light.", "Where is this?\nI would like to go there.", String(repeating: "A long story. ", count: 60)]
            .enumerated()
        {
            try await served.comment(text, on: "v0", guest: "g\(age)", name: "A viewer with a long name, number \(age)", age: Double(age))
        }
        let evening = try await ServedPages.poster(9)
        try await served.makeVideo("l1", "An evening", age: 0) {
            ($0.type, $0.hlsURL, $0.posterURL) = (.liveStream, nil, evening)
        }
        var stream = LiveStream(id: "s1", videoID: "l1", channelID: "c1", title: "An evening, live")
        (stream.status, stream.orientation, stream.announcement) = (.live, .landscape, "Welcome")
        stream.playback.hls = "/media/\(try ServedPages.stream("vod-cmaf-muxed"))"
        try await served.catalogue.resources.save(stream, at: now)
    }
}
