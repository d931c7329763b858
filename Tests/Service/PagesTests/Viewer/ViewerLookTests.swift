// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract

/// Looks at each page as people have it: wide and narrow, light and dark, from the left and from the right. With
/// `WINDOWBOX_SCREENSHOTS` naming a folder its pictures are kept there.
@Suite("The looks of the viewer's pages", .serialized, .timeLimit(.minutes(4)))
struct ViewerLookTests {
    private static let looks = [
        Browser.Look(), Browser.Look(isDark: true, languages: "ar"), .narrow(isDark: true, reducesMotion: true), .narrow(languages: "ar"),
    ]

    private static let pages: [(name: String, path: String)] = [
        ("feed", "/"), ("empty", "/?channel=c1&filter=nothing"), ("watch", "/watch/v1?channel=c1"), ("live", "/watch/s1"),
        ("embed", "/embed/v1"), ("row", "/embed/feed"), ("missing", "/watch/none"),
    ]

    @Test("Nothing sticks out, everything has a name, and all words can be read", arguments: looks)
    func look(_ look: Browser.Look) async throws {
        try await ServedPages.with { served in
            try await fill(served)
            try await Browser.with(look) { browser in
                for (name, path) in Self.pages {
                    try await browser.open(served.address + path)
                    try await browser.wait(for: "const v = document.querySelector('video'); return !v || v.currentTime > 0")
                    let place: Comment = "\(name), \(look)"
                    if name == "feed" {
                        let posters =
                            "return [...document.querySelectorAll('.cards img')].filter((e) => e.complete && e.naturalWidth > 0).length"
                        try await browser.wait(for: posters + " >= 2")
                    }
                    try await browser.expectReadable(place)
                    #expect(try await browser.run("return document.querySelectorAll('h1').length") == (name == "embed" ? "0" : "1"), place)
                    let complaints = try await browser.complaints
                    #expect(complaints.filter { !$0.contains("/watch/none") } == [], place)
                    try await browser.keepPicture("web-\(name)-\(look)")
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
            // One has none, as videos have that are new.
            let poster: String? = try await number == 8 ? nil : ServedPages.poster(number)
            try await served.makeVideo("v\(number)", "A film with a title of some length, number \(number)", age: Double(number + 1)) {
                ($0.hashtags, $0.products, $0.description) = (["calm", "sea"], ["p1"], "What is to be said of it, in some words.")
                $0.posterURL = poster
                if number == 2 { $0.badge = "New" }
            }
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
